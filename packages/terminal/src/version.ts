/** The version that XTVERSION answers; the same as the package's. */
export const engineVersion = '0.1.0'

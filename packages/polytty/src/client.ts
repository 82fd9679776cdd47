/** The client of a running server, as `polytty/client`. */
export * from '@polytty/client'

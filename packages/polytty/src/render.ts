/** Pictures and casts, as `polytty/render`. */
export * from '@polytty/render'

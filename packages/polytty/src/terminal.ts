/** The engine alone, as `polytty/terminal`. */
export * from '@polytty/terminal'

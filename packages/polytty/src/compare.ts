/** Two screens held against each other, as `polytty/compare`. */
export * from './compare/index.js'

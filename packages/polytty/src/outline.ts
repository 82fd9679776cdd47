/** What the elements of a screen are, as `polytty/outline`. */
export * from './outline/index.js'

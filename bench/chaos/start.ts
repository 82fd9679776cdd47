/** `npm run chaos` is about one server and its host, `npm run chaos fleet` about many. */
await (process.argv[2] === 'fleet' ? import('./fleet.js') : import('./run.js'))

export {}

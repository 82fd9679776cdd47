/**
 * The layers: who may import whom. Each folder lists what it may use; anything else is an error that says what to do.
 * A folder that is not in the table fails too, so a new layer must be given its place here.
 */
const layers = {
  base: {
    may: [],
    why: 'base is the ground everything stands on: it imports nothing of ours. Move what you need into base, or the code that needs it up.',
  },
  files: {
    may: ['base'],
    why: 'files is what Node does not do well with files. What is in them is the business of others.',
  },
  text: {
    may: ['base'],
    why: 'text (patterns and redaction) works on strings alone. Code that knows screens or sessions belongs in wait, render or record.',
  },
  terminal: {
    may: ['base'],
    why: 'The engine is pure: bytes in, screen out. It imports only base, so that it runs anywhere and is tested without anything else.',
  },
  input: {
    may: ['base', 'terminal'],
    why: 'input turns keys into bytes by tables. It may read the names of modes from terminal, and nothing else.',
  },
  wire: {
    may: ['base'],
    why: 'wire knows messages, not their meaning. Meaning belongs in dialects, sockets in transport.',
  },
  wait: {
    may: ['terminal', 'text', 'base'],
    why: 'Waiting looks at snapshots and transcripts. It must not know sessions or protocols: they call it.',
  },
  render: {
    may: ['terminal', 'text', 'base'],
    why: 'Renderers are pure functions of a snapshot and a theme. Give them values, not sessions.',
  },
  record: {
    may: ['terminal', 'text', 'base', 'render'],
    why: 'Recorders tap what they are given. They must not reach for sessions or dialects.',
  },
  session: {
    may: ['terminal', 'input', 'wait', 'record', 'text', 'base'],
    why: 'Sessions know no JSON, no socket and no protocol name. Translate in the dialect instead.',
  },
  transport: {
    may: ['wire', 'files', 'base'],
    why: 'Transports carry messages and know nothing of what they say. Join them with dialects in server.ts.',
  },
  dialects: {
    may: ['session', 'render', 'record', 'wait', 'input', 'terminal', 'wire', 'text', 'files', 'base'],
    why: 'A dialect translates words and calls the core. Sockets and the command line are not its business.',
  },
  server: {
    may: ['dialects', 'transport', 'session', 'render', 'record', 'wait', 'input', 'terminal', 'wire', 'text', 'base'],
    why: 'The server joins dialects, transports and sessions. It must not know the command line that starts it.',
  },
  sdk: {
    may: ['wire', 'base', 'dialects'],
    why: 'Client and server meet only in the protocol: the SDK uses the wire and the schemas of the wrightty dialect.',
  },
  cli: {
    may: [
      'sdk',
      'server',
      'dialects',
      'transport',
      'session',
      'render',
      'record',
      'terminal',
      'wire',
      'text',
      'files',
      'base',
    ],
    why: 'The command line is a user of the product: it goes through the server and the dialects.',
  },
}
const dialects = ['wrightty', 'termwright', 'ptywright', 'wsh', 'tuispec']

/** Unit tests sit beside the code and may use what they like. */
const notTests = '\\.test\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or lack a third. Break the circle.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([layer, { may, why }]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      comment: why,
      from: { path: `^src/${layer}/`, pathNot: notTests },
      to: { path: '^src/', pathNot: [layer, ...may].map((name) => `^src/${name}(/|\\.ts$)`) },
    })),
    ...dialects.map((dialect) => ({
      name: `dialect-${dialect}-alone`,
      severity: 'error',
      comment:
        'Dialects do not know each other. What two of them share belongs in the core, or in src/dialects itself.',
      from: { path: `^src/dialects/${dialect}/`, pathNot: notTests },
      to: { path: `^src/dialects/(${dialects.filter((other) => other !== dialect).join('|')})/` },
    })),
    {
      name: 'every-layer-has-a-place',
      severity: 'error',
      comment:
        'This folder is not in the table of layers. Give it a row in .dependency-cruiser.cjs that says what it may import and why.',
      from: { path: '^src/[^/]+/', pathNot: [notTests, `^src/(${Object.keys(layers).join('|')})/`] },
      to: {},
    },
    {
      name: 'pty-behind-its-port',
      severity: 'error',
      comment: 'Only src/session/pty imports the PTY library. Use the port instead.',
      from: { path: '^src/', pathNot: '^src/session/pty' },
      to: { path: 'node_modules/node-pty' },
    },
    {
      name: 'lua-behind-its-worker',
      severity: 'error',
      comment:
        'Lua runs in worker threads only, where it can be stopped: src/dialects/ptywright/plugins/lua-library.ts.',
      from: { path: '^src/', pathNot: '^src/dialects/ptywright/plugins/lua-library' },
      to: { path: 'node_modules/wasmoon' },
    },
    {
      name: 'engine-without-node',
      severity: 'error',
      comment: 'The engine and base run anywhere: no Node modules and no packages in src/terminal and src/base.',
      from: { path: '^src/(terminal|base)/', pathNot: notTests },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
    },
  },
}

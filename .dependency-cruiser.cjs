/**
 * The layers: which folder may import which. Each lists what it may use; anything else is an error that says what to do.
 * A folder that is not in the table fails too, so a new layer must be given its place here.
 */
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const src = '^packages/polytty/src'

/** The packages, and which of the others each may use. */
const packages = {
  terminal: {
    may: [],
    why: 'The engine is pure: bytes in, screen out. It imports nothing, so that it runs anywhere and is tested alone.',
  },
  render: {
    may: ['terminal'],
    why: 'Pictures are pure functions of a snapshot and options. Give them values, not sessions.',
  },
  client: { may: [], why: 'Client and server meet only in the protocol: the client knows nothing of the server.' },
  polytty: {
    may: ['terminal', 'render', 'client'],
    why: 'The server stands on the engine and the pictures; its command line also on the client.',
  },
  test: {
    may: ['terminal', 'render', 'polytty'],
    why: 'The test kit stands on sessions as libraries have them: through the entries of polytty, not its folders.',
  },
}

/** Folders of packages/polytty/src. Names with @ are packages. */
const layers = {
  base: {
    may: [],
    why: 'base is what everything else stands on: it imports nothing of ours. Move what you need into base, or the code that needs it up.',
  },
  files: { may: ['base'], why: 'files does what Node does not do well with files. It does not know what is in them.' },
  text: { may: ['base'], why: 'text works on strings alone. Code that knows screens or sessions belongs elsewhere.' },
  redaction: {
    may: ['base', 'text', '@terminal', '@render'],
    why: 'redaction masks secrets in text, streams, values and screens. It must not know who asks.',
  },
  input: {
    may: ['base', '@terminal'],
    why: 'input turns keys into bytes by tables. It may read the names of modes from the engine, and nothing else.',
  },
  wire: {
    may: ['base'],
    why: 'wire knows messages, not their meaning: meaning is in protocols, sockets in transport.',
  },
  wait: {
    may: ['@terminal', 'text', 'base'],
    why: 'Waiting looks at snapshots and transcripts. It must not know sessions or protocols: they call it.',
  },
  outline: {
    may: ['@terminal'],
    why: 'outline guesses elements from the cells of a snapshot. It is a pure function: it knows no session and no protocol.',
  },
  compare: {
    may: ['wait', '@terminal', '@render'],
    why: 'compare holds two screens against each other. It must not know where they come from.',
  },
  lean: {
    may: ['outline', '@terminal', 'base'],
    why: 'lean puts screens and output into few words. It must not know sessions or who reads them.',
  },
  record: {
    may: ['@terminal', '@render', 'text', 'redaction', 'files', 'base'],
    why: 'Recorders tap what they are given. They must not reach for sessions or protocols.',
  },
  system: {
    may: [],
    why: 'system calls the C library where Node does not. What the calls are for is known elsewhere.',
  },
  ready: {
    may: ['base'],
    why: 'ready judges what the kernel knows of a terminal. It must not know sessions or protocols: they ask it.',
  },
  session: {
    may: ['system', '@terminal', '@render', 'input', 'wait', 'record', 'ready', 'redaction', 'text', 'base'],
    why: 'Sessions know no JSON, no socket and no protocol name. Translate in the protocol instead.',
  },
  bridge: {
    may: ['session', 'ready', 'text', 'base'],
    why: 'bridge makes sessions of the panes of other terminals. It must not know the protocols that use them.',
  },
  agent: {
    may: [
      'lean',
      'outline',
      'session',
      'ready',
      'input',
      'wait',
      'redaction',
      'text',
      'files',
      '@render',
      '@terminal',
      'base',
    ],
    why: 'agent answers in text what is asked of sessions. It must not know the protocol that asks.',
  },
  compose: {
    may: ['session', 'input', '@terminal', '@render', 'base'],
    why: 'compose puts overlays and panels together with a screen. It must not know the protocol that asks for them.',
  },
  transport: {
    may: ['system', 'wire', 'files', 'base'],
    why: 'Transports carry messages and do not know what they mean. Protocols meet them in their endpoint.',
  },
  protocols: {
    may: [
      'transport',
      'cli-kit',
      '@client',
      'agent',
      'bridge',
      'compare',
      'lean',
      'compose',
      'session',
      '@render',
      'record',
      'wait',
      'ready',
      'input',
      '@terminal',
      'wire',
      'redaction',
      'text',
      'files',
      'base',
    ],
    why: 'A protocol translates to the core. It must not know the server that joins all of them.',
  },
  host: {
    may: ['transport', 'session', 'ready', 'system', 'files', 'base'],
    why: 'A host keeps programs and what they print. It parses nothing and knows no protocol: a server does that.',
  },
  fleet: {
    may: ['host', 'session', 'ready', 'redaction', 'base'],
    why: 'fleet shows sessions to other nodes and opens theirs here. It knows NATS, and no protocol: a server joins the two.',
  },
  server: {
    may: [
      ...[
        '@client',
        'protocols',
        'fleet',
        'host',
        'bridge',
        'agent',
        'transport',
        'session',
        'redaction',
        'files',
        'wire',
        'base',
      ],
    ],
    why: 'The server joins protocols, transports and sessions. It must not know the command line that starts it.',
  },
  config: {
    may: ['base'],
    why: 'config reads files and the environment. What a setting does is known where it is used.',
  },
  'cli-kit': {
    may: ['@client', 'session', 'protocols', 'config', 'redaction', 'wire', 'text', 'files', 'base'],
    why: 'cli-kit is what commands are made of. A command of its own belongs in cli or in a protocol.',
  },
  cli: {
    may: [
      'cli-kit',
      'config',
      'agent',
      'input',
      'system',
      '@client',
      'server',
      'host',
      'bridge',
      'protocols',
      'transport',
      'session',
      '@render',
      'record',
      '@terminal',
      'ready',
      'wire',
      'redaction',
      'text',
      'files',
      'base',
    ],
    why: 'The command line is a user of the product: it goes through the server and the protocols.',
  },
}

const protocols = readdirSync(join(__dirname, 'packages/polytty/src/protocols'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** MCP serves the methods of wsh as tools. */
const mayKnow = { mcp: ['wsh'] }

/** Unit tests sit beside the code and may use what they like. */
const notTests = '\\.test\\.ts$'

function pathOf(name) {
  return name.startsWith('@') ? `^packages/${name.slice(1)}/` : `${src}/${name}(/|\\.ts$)`
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or lack a third. Break the circle.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(packages).map(([name, { may, why }]) => ({
      name: `package-${name}`,
      severity: 'error',
      comment: why,
      from: { path: `^packages/${name}/src/`, pathNot: notTests },
      to: { path: '^packages/', pathNot: [name, ...may].map((other) => `^packages/${other}/`) },
    })),
    ...Object.entries(layers).map(([layer, { may, why }]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      comment: why,
      from: { path: `${src}/${layer}/`, pathNot: notTests },
      to: { path: '^packages/', pathNot: [layer, ...may].map(pathOf) },
    })),
    ...protocols.map((protocol) => ({
      name: `protocol-${protocol}-alone`,
      severity: 'error',
      comment:
        'Protocols do not know each other. What two of them share belongs in the core, or in src/protocols itself.',
      from: { path: `${src}/protocols/${protocol}/`, pathNot: notTests },
      to: {
        path: `${src}/protocols/[^/]+/`,
        pathNot: [protocol, ...(mayKnow[protocol] ?? [])].map((own) => `${src}/protocols/${own}/`),
      },
    })),
    {
      name: 'transports-in-endpoints',
      severity: 'error',
      comment: "Only a protocol's endpoint/ and cli/ know transports. Methods translate and call the core.",
      from: { path: `${src}/protocols/[^/]+/`, pathNot: [notTests, `${src}/protocols/[^/]+/(endpoint|cli)/`] },
      to: { path: `${src}/transport/` },
    },
    {
      name: 'commands-in-cli',
      severity: 'error',
      comment: "Only a protocol's cli/ knows the command line.",
      from: { path: `${src}/protocols/`, pathNot: [notTests, `${src}/protocols/[^/]+/cli/`] },
      to: { path: `${src}/cli-kit/` },
    },
    {
      name: 'command-library-in-cli',
      severity: 'error',
      comment: 'The command library belongs in cli, cli-kit and the cli/ of a protocol.',
      from: {
        path: '^packages/',
        pathNot: [`${src}/cli`, `${src}/protocols/[^/]+/cli/`, `${src}/protocols/protocol\\.ts$`],
      },
      to: { path: 'node_modules/commander' },
    },
    {
      name: 'kit-through-entries',
      severity: 'error',
      comment: 'The test kit takes sessions through the entries of polytty, as its users do, not from its folders.',
      from: { path: '^packages/test/src/', pathNot: notTests },
      to: { path: `${src}/[^/]+/` },
    },
    {
      name: 'every-layer-has-a-place',
      severity: 'error',
      comment:
        'This folder is not in the table of layers. Give it a row in .dependency-cruiser.cjs that says what it may import and why.',
      from: { path: `${src}/[^/]+/`, pathNot: [notTests, `${src}/(${Object.keys(layers).join('|')})/`] },
      to: {},
    },
    {
      name: 'every-package-has-a-place',
      severity: 'error',
      comment: 'This package is not in the table of packages in .dependency-cruiser.cjs.',
      from: { path: '^packages/', pathNot: `^packages/(${Object.keys(packages).join('|')})/` },
      to: {},
    },
    {
      name: 'kernel-facts-alone',
      severity: 'error',
      comment: 'ready/kernel reads facts and depends on nothing of ours, so that another process can run it.',
      from: { path: `${src}/ready/kernel/`, pathNot: notTests },
      to: { path: '^packages/', pathNot: `${src}/ready/kernel/` },
    },
    {
      name: 'pty-behind-its-port',
      severity: 'error',
      comment: 'Only src/session/pty imports the PTY library. Use the port instead.',
      from: { path: '^packages/', pathNot: `${src}/session/pty` },
      to: { path: 'node_modules/node-pty' },
    },
    {
      name: 'nats-in-fleet',
      severity: 'error',
      comment: 'Only src/fleet knows NATS, and loads it when a server joins a fleet.',
      from: { path: '^packages/', pathNot: `${src}/fleet/` },
      to: { path: 'node_modules/@nats-io' },
    },
    {
      name: 'lua-behind-its-worker',
      severity: 'error',
      comment: 'Lua runs in worker threads only, where it can be stopped: protocols/ptywright/plugins/lua-library.ts.',
      from: { path: '^packages/', pathNot: `${src}/protocols/ptywright/plugins/lua-library` },
      to: { path: 'node_modules/wasmoon' },
    },
    {
      name: 'engine-without-node',
      severity: 'error',
      comment: 'The engine and base run anywhere: no Node modules and no packages there.',
      from: { path: [`${src}/base/`, '^packages/terminal/src/'], pathNot: [notTests, 'base/package\\.ts$'] },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: '/dist/.*\\.d\\.ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
    },
  },
}

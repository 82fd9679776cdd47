/** The methods and events of mcp: tools for models: the Model Context Protocol over HTTP. Made by `npm run gen` from its declarations. */

export interface Mcp {
  readonly methods: {
    /** Agree on a version of the protocol. */
    readonly initialize: {
      readonly params: {
        readonly protocolVersion: string
        readonly [name: string]: unknown
      }
      readonly result: { readonly [name: string]: unknown }
    }
    /** Report that the server is alive. */
    readonly ping: {
      readonly params: { readonly [name: string]: unknown }
      readonly result: { readonly [name: string]: unknown }
    }
    /** The tools there are. */
    readonly 'tools/list': {
      readonly params: { readonly [name: string]: unknown }
      readonly result: { readonly [name: string]: unknown }
    }
    /** Use a tool. */
    readonly 'tools/call': {
      readonly params: {
        readonly name: string
        readonly arguments?: { readonly [name: string]: unknown } | null
        readonly [name: string]: unknown
      }
      readonly result: { readonly [name: string]: unknown }
    }
    /** The sessions, as what can be read of them. */
    readonly 'resources/list': {
      readonly params: { readonly [name: string]: unknown }
      readonly result: { readonly [name: string]: unknown }
    }
    /** How the addresses of resources are made. */
    readonly 'resources/templates/list': {
      readonly params: { readonly [name: string]: unknown }
      readonly result: { readonly [name: string]: unknown }
    }
    /** Read a resource. */
    readonly 'resources/read': {
      readonly params: {
        readonly uri: string
        readonly [name: string]: unknown
      }
      readonly result: { readonly [name: string]: unknown }
    }
    /** The prompts there are. */
    readonly 'prompts/list': {
      readonly params: { readonly [name: string]: unknown }
      readonly result: { readonly [name: string]: unknown }
    }
    /** The text of a prompt. */
    readonly 'prompts/get': {
      readonly params: {
        readonly name: string
        readonly [name: string]: unknown
      }
      readonly result: { readonly [name: string]: unknown }
    }
  }
  readonly events: {
  }
}

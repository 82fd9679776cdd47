/** The methods and events of ptywright: adapters and Lua plugins, redaction: JSON-RPC on stdio or a Unix socket. Made by `npm run gen` from its declarations. */

export type Schema0 = {
  readonly type: 'contains_text' | 'screen_regex' | 'transcript_contains' | 'transcript_regex'
  readonly value: string
} | {
  readonly type: 'cursor_at'
  readonly value: {
    readonly row: number
    readonly col: number
  }
} | {
  readonly type: 'screen_stable'
  readonly value: {
    readonly min_ms: number
  }
} | {
  readonly type: 'process_exited'
} | {
  readonly type: 'ready'
  readonly value?: {
    /** Only these states count; any in which the program waits for its user, or has ended, if absent. */
    readonly states?: readonly ('exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet')[] | null
  }
} | {
  readonly type: 'any' | 'all'
  readonly value: readonly Schema0[]
} | {
  readonly type: 'lua'
  readonly value: {
    readonly plugin: string
    readonly predicate: string
    readonly params?: unknown
  }
}

export interface Ptywright {
  readonly methods: {
    /** What this server is and can do. */
    readonly 'server.capabilities': {
      readonly params: Record<string, never>
      readonly result: {
        /** What clients look for. */
        readonly name: string
        /** Whose server it is. */
        readonly implementation: string
        readonly version: string
        readonly framing: readonly string[]
        readonly methods: readonly string[]
        readonly notifications: readonly string[]
      }
    }
    /** Turn notifications on or off for this connection, for all sessions or some. */
    readonly 'server.set_notifications': {
      readonly params: {
        readonly enabled: boolean
        readonly adapters?: readonly string[] | null
        readonly sessions?: readonly string[] | null
      }
      readonly result: {
        readonly enabled: boolean
        readonly adapters: readonly string[]
        readonly sessions: readonly string[]
      }
    }
    /** Start a program on a PTY. */
    readonly 'session.create': {
      readonly params: {
        readonly program: string
        readonly args?: readonly string[] | null
        readonly cwd?: string | null
        readonly env?: { readonly [name: string]: string | null } | null
        /** 24 if absent. */
        readonly rows?: number | null
        /** 80 if absent. */
        readonly cols?: number | null
        readonly pixel_width?: number | null
        readonly pixel_height?: number | null
        readonly transcript_max_chars?: number | null
        readonly raw_transcript_path?: string | null
        readonly raw_transcript_append?: boolean | null
      }
      readonly result: {
        readonly session: string
      }
    }
    /** The ids of all sessions. */
    readonly 'session.list': {
      readonly params: Record<string, never>
      readonly result: {
        readonly sessions: readonly string[]
      }
    }
    /** Send an action to a session. */
    readonly 'session.input': {
      readonly params: {
        /** Session ID. */
        readonly session: string
        readonly action: {
          readonly type: 'text'
          readonly value: string
        } | {
          readonly type: 'paste'
          readonly value: string
        } | {
          readonly type: 'bracketed_paste'
          readonly value: string
        } | {
          readonly type: 'key'
          readonly value: string
        } | {
          readonly type: 'resize'
          readonly value: {
            readonly rows: number
            readonly cols: number
            readonly pixel_width: number
            readonly pixel_height: number
          }
        } | {
          readonly type: 'interrupt'
        } | {
          readonly type: 'eof'
        } | {
          readonly type: 'kill'
        } | {
          readonly type: 'signal'
          readonly value: 'term' | 'hup' | 'quit' | 'int' | 'kill' | 'user1' | 'user2'
        } | {
          readonly type: 'mark_transcript'
          readonly value: {
            readonly label: string
            readonly cursor?: number | null
          }
        } | {
          readonly type: 'stream_text'
          readonly value: {
            readonly text: string
            readonly chunk_chars?: number | null
            readonly delay_ms?: number | null
          }
        }
      }
      readonly result: {
        readonly sent: true
      }
    }
    /** Wait until a matcher succeeds. */
    readonly 'session.wait': {
      readonly params: {
        /** Session ID. */
        readonly session: string
        readonly matcher: Schema0
        /** 30000 if absent. */
        readonly timeout_ms?: number | null
      }
      readonly result: {
        readonly matched: true
        readonly sequence: number
        readonly elapsed_ms: number
        readonly snapshot: {
          readonly size: {
            readonly rows: number
            readonly cols: number
            readonly pixel_width: number
            readonly pixel_height: number
          }
          readonly cursor: {
            readonly row: number
            readonly col: number
            readonly visible: boolean
          }
          readonly sequence: number
          readonly plain_text: string
          readonly cells: readonly ({
            readonly row: number
            readonly col: number
            readonly text: string
            readonly wide: boolean
            readonly wide_continuation: boolean
            readonly style: {
              readonly foreground: string
              readonly background: string
              readonly bold: boolean
              readonly dim: boolean
              readonly italic: boolean
              readonly underline: boolean
              readonly inverse: boolean
            }
          })[]
          readonly alternate_screen: boolean
          readonly application_cursor: boolean
          readonly application_keypad: boolean
          readonly title: string | null
        }
        readonly transcript_tail: string
      }
    }
    /** The screen, redacted unless asked not to be. */
    readonly 'session.snapshot': {
      readonly params: {
        /** Session ID. */
        readonly session: string
        /** true if absent. */
        readonly redact?: boolean | null
        /** Further rules for this read. */
        readonly redaction?: {
          readonly enabled: boolean
          readonly replacement: string
          readonly extra_literals?: readonly string[] | null
          readonly extra_regexes?: readonly string[] | null
        } | null
      }
      readonly result: {
        readonly size: {
          readonly rows: number
          readonly cols: number
          readonly pixel_width: number
          readonly pixel_height: number
        }
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly sequence: number
        readonly plain_text: string
        readonly cells: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly wide: boolean
          readonly wide_continuation: boolean
          readonly style: {
            readonly foreground: string
            readonly background: string
            readonly bold: boolean
            readonly dim: boolean
            readonly italic: boolean
            readonly underline: boolean
            readonly inverse: boolean
          }
        })[]
        readonly alternate_screen: boolean
        readonly application_cursor: boolean
        readonly application_keypad: boolean
        readonly title: string | null
      }
    }
    /** What was printed, as far as it is kept, redacted unless asked not to be. */
    readonly 'session.transcript': {
      readonly params: {
        /** Session ID. */
        readonly session: string
        /** true if absent. */
        readonly redact?: boolean | null
        /** Further rules for this read. */
        readonly redaction?: {
          readonly enabled: boolean
          readonly replacement: string
          readonly extra_literals?: readonly string[] | null
          readonly extra_regexes?: readonly string[] | null
        } | null
      }
      readonly result: {
        readonly text: string
        /** Why the raw transcript ended before the session, if it did. */
        readonly raw_transcript_error?: string
      }
    }
    /** Change the size of the terminal. */
    readonly 'session.resize': {
      readonly params: {
        /** Session ID. */
        readonly session: string
        readonly rows: number
        readonly cols: number
        readonly pixel_width?: number | null
        readonly pixel_height?: number | null
      }
      readonly result: {
        readonly resized: true
      }
    }
    /** End the program. Its last screen and transcript stay readable. */
    readonly 'session.kill': {
      readonly params: {
        /** Session ID. */
        readonly session: string
      }
      readonly result: {
        readonly killed: true
      }
    }
    /** End the program and forget the session. */
    readonly 'session.close': {
      readonly params: {
        /** Session ID. */
        readonly session: string
      }
      readonly result: {
        readonly closed: true
      }
    }
    /** The manifests of all plugins that an adapter can be started with. */
    readonly 'adapter.list': {
      readonly params: Record<string, never>
      readonly result: {
        readonly plugins: readonly ({
          readonly name: string
          readonly kind: 'adapter' | 'macro' | 'matcher'
          readonly version: string
          readonly runtime?: 'lua' | 'wasm' | null
          readonly entrypoint?: string | null
          readonly permissions: readonly ('session.spawn' | 'session.kill' | 'session.resize' | 'screen.read' | 'transcript.read' | 'input.write' | 'matcher.wait')[]
          readonly default_target?: {
            readonly program: string
            readonly args: readonly string[]
            readonly rows?: number
            readonly cols?: number
            /** What the caller of adapter.start may override. */
            readonly env?: { readonly [name: string]: string }
            /** What no one may override. */
            readonly required_env?: { readonly [name: string]: string }
          } | null
        })[]
      }
    }
    /** The adapters there are now, whoever started them. */
    readonly 'adapter.live': {
      readonly params: Record<string, never>
      readonly result: {
        readonly adapters: readonly ({
          readonly adapter: string
          readonly plugin: string
          readonly session: string
          readonly sequence: number
          readonly finished: boolean
        })[]
      }
    }
    /** Start a program together with the plugin that understands it. */
    readonly 'adapter.start': {
      readonly params: {
        readonly plugin: string
        /** The manifest's if absent. */
        readonly program?: string | null
        /** The manifest's if absent; an empty list overrides them. */
        readonly args?: readonly string[] | null
        readonly cwd?: string | null
        readonly env?: { readonly [name: string]: string | null } | null
        /** The manifest's if absent, else 40. */
        readonly rows?: number | null
        /** The manifest's if absent, else 120. */
        readonly cols?: number | null
        readonly pixel_width?: number | null
        readonly pixel_height?: number | null
      }
      readonly result: {
        readonly adapter: string
        readonly plugin: string
        readonly session: string
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
      }
    }
    /** Start a program again: first closes the adapter that ran it before, if it is still there. */
    readonly 'adapter.resume': {
      readonly params: {
        readonly plugin: string
        /** The manifest's if absent. */
        readonly program?: string | null
        /** The manifest's if absent; an empty list overrides them. */
        readonly args?: readonly string[] | null
        readonly cwd?: string | null
        readonly env?: { readonly [name: string]: string | null } | null
        /** The manifest's if absent, else 40. */
        readonly rows?: number | null
        /** The manifest's if absent, else 120. */
        readonly cols?: number | null
        readonly pixel_width?: number | null
        readonly pixel_height?: number | null
        readonly prior_adapter?: string | null
      }
      readonly result: {
        readonly adapter: string
        readonly plugin: string
        readonly session: string
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
      }
    }
    /** End the program and forget the adapter. */
    readonly 'adapter.close': {
      readonly params: {
        readonly adapter: string
      }
      readonly result: {
        readonly closed: true
      }
    }
    /** What the program is doing, as the plugin sees it now. */
    readonly 'adapter.state': {
      readonly params: {
        /** Adapter ID. */
        readonly adapter: string
      }
      readonly result: {
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
      }
    }
    /** Ask something of the program, in the words of the plugin. */
    readonly 'adapter.send': {
      readonly params: {
        /** Adapter ID. */
        readonly adapter: string
        readonly intent: string
        /** Handed to the plugin as they are. */
        readonly params?: { readonly [name: string]: unknown } | null
      }
      readonly result: {
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
      }
    }
    /** Wait for what the plugin says to wait for. Others can use the adapter meanwhile. */
    readonly 'adapter.wait': {
      readonly params: {
        /** Adapter ID. */
        readonly adapter: string
        /** A wait matcher of the plugin; wait_turn_matcher if absent. */
        readonly intent?: string | null
        /** Handed to the plugin as they are. */
        readonly params?: { readonly [name: string]: unknown } | null
        /** 120000 if absent. */
        readonly timeout_ms?: number | null
        /** A name for adapter.cancel_wait. */
        readonly wait_id?: string | null
      }
      readonly result: {
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
        readonly matched: Schema0
        readonly wait_id?: string
      }
    }
    /** Ask something and wait for its end, with no one in between: the adapter is held across both. */
    readonly 'adapter.turn': {
      readonly params: {
        /** Adapter ID. */
        readonly adapter: string
        readonly send: {
          readonly intent: string
          /** Handed to the plugin as they are. */
          readonly params?: { readonly [name: string]: unknown } | null
        }
        readonly wait?: {
          /** A wait matcher of the plugin; wait_turn_matcher if absent. */
          readonly intent?: string | null
          /** Handed to the plugin as they are. */
          readonly params?: { readonly [name: string]: unknown } | null
          /** 120000 if absent. */
          readonly timeout_ms?: number | null
          /** A name for adapter.cancel_wait. */
          readonly wait_id?: string | null
        } | null
      }
      readonly result: {
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
        readonly matched: Schema0
        readonly wait_id?: string
      }
    }
    /** Cancel a wait by its name, from any connection. A wait that is not there is not an error. */
    readonly 'adapter.cancel_wait': {
      readonly params: {
        readonly wait_id: string
      }
      readonly result: {
        readonly cancelled: boolean
        readonly adapter?: string
        readonly wait_id?: string
      }
    }
    /** The screen, redacted unless asked not to be. */
    readonly 'adapter.snapshot': {
      readonly params: {
        readonly adapter: string
        /** true if absent. */
        readonly redact?: boolean | null
        /** Further rules for this read. */
        readonly redaction?: {
          readonly enabled: boolean
          readonly replacement: string
          readonly extra_literals?: readonly string[] | null
          readonly extra_regexes?: readonly string[] | null
        } | null
      }
      readonly result: {
        readonly size: {
          readonly rows: number
          readonly cols: number
          readonly pixel_width: number
          readonly pixel_height: number
        }
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly sequence: number
        readonly plain_text: string
        readonly cells: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly wide: boolean
          readonly wide_continuation: boolean
          readonly style: {
            readonly foreground: string
            readonly background: string
            readonly bold: boolean
            readonly dim: boolean
            readonly italic: boolean
            readonly underline: boolean
            readonly inverse: boolean
          }
        })[]
        readonly alternate_screen: boolean
        readonly application_cursor: boolean
        readonly application_keypad: boolean
        readonly title: string | null
      }
    }
    /** What was printed, as far as it is kept, redacted unless asked not to be. */
    readonly 'adapter.transcript': {
      readonly params: {
        readonly adapter: string
        /** true if absent. */
        readonly redact?: boolean | null
        /** Further rules for this read. */
        readonly redaction?: {
          readonly enabled: boolean
          readonly replacement: string
          readonly extra_literals?: readonly string[] | null
          readonly extra_regexes?: readonly string[] | null
        } | null
      }
      readonly result: {
        readonly text: string
      }
    }
    /** What the plugin sees and how it classifies it: to find out why a state is not as expected. */
    readonly 'adapter.inspect': {
      readonly params: {
        readonly adapter: string
        /** true if absent. */
        readonly redact?: boolean | null
        /** Further rules for this read. */
        readonly redaction?: {
          readonly enabled: boolean
          readonly replacement: string
          readonly extra_literals?: readonly string[] | null
          readonly extra_regexes?: readonly string[] | null
        } | null
      }
      readonly result: {
        readonly adapter: string
        readonly plugin: string
        readonly session: string
        readonly state: {
          readonly state: string
          readonly confidence: number
          readonly evidence: string
          readonly sequence: number
          /** What was last asked of the program, in the words of the plugin. */
          readonly last_intent?: string
          readonly candidates?: readonly unknown[]
          readonly metadata?: unknown
        }
        readonly plain_text: string
        readonly body_text: string
        readonly status_text: string
        readonly transcript_tail: string
        readonly sequence: number
      }
    }
    /** What this server offers to plugins, and the plugins that come with it. */
    readonly 'plugin.capabilities': {
      readonly params: Record<string, never>
      readonly result: {
        readonly permissions: readonly string[]
        readonly embedded_lua: true
        readonly wasm: false
        readonly builtin_plugins: readonly ({
          readonly name: string
          readonly kind: 'adapter' | 'macro' | 'matcher'
          readonly version: string
          readonly runtime?: 'lua' | 'wasm' | null
          readonly entrypoint?: string | null
          readonly permissions: readonly ('session.spawn' | 'session.kill' | 'session.resize' | 'screen.read' | 'transcript.read' | 'input.write' | 'matcher.wait')[]
          readonly default_target?: {
            readonly program: string
            readonly args: readonly string[]
            readonly rows?: number
            readonly cols?: number
            /** What the caller of adapter.start may override. */
            readonly env?: { readonly [name: string]: string }
            /** What no one may override. */
            readonly required_env?: { readonly [name: string]: string }
          } | null
        })[]
      }
    }
    /** Check a manifest without loading anything. */
    readonly 'plugin.validate_manifest': {
      readonly params: {
        readonly manifest: {
          readonly name: string
          readonly kind: 'adapter' | 'macro' | 'matcher'
          readonly version: string
          readonly runtime?: 'lua' | 'wasm' | null
          readonly entrypoint?: string | null
          readonly permissions?: readonly ('session.spawn' | 'session.kill' | 'session.resize' | 'screen.read' | 'transcript.read' | 'input.write' | 'matcher.wait')[]
          readonly default_target?: {
            readonly program: string
            readonly args?: readonly string[]
            readonly rows?: number
            readonly cols?: number
            /** What the caller of adapter.start may override. */
            readonly env?: { readonly [name: string]: string }
            /** What no one may override. */
            readonly required_env?: { readonly [name: string]: string }
          } | null
        }
      }
      readonly result: {
        readonly valid: true
      }
    }
    /** The intents, wait matchers and states of a plugin: what it says itself, or what it exports. */
    readonly 'plugin.describe': {
      readonly params: {
        readonly plugin: string
      }
      readonly result: {
        readonly plugin: string
        readonly manifest: {
          readonly name: string
          readonly kind: 'adapter' | 'macro' | 'matcher'
          readonly version: string
          readonly runtime?: 'lua' | 'wasm' | null
          readonly entrypoint?: string | null
          readonly permissions: readonly ('session.spawn' | 'session.kill' | 'session.resize' | 'screen.read' | 'transcript.read' | 'input.write' | 'matcher.wait')[]
          readonly default_target?: {
            readonly program: string
            readonly args: readonly string[]
            readonly rows?: number
            readonly cols?: number
            /** What the caller of adapter.start may override. */
            readonly env?: { readonly [name: string]: string }
            /** What no one may override. */
            readonly required_env?: { readonly [name: string]: string }
          } | null
        }
        readonly intents: readonly ({
          readonly name: string
          readonly [name: string]: unknown
        })[]
        readonly wait_matchers: readonly ({
          readonly name: string
          readonly [name: string]: unknown
        })[]
        readonly states: readonly ({
          readonly name: string
          readonly [name: string]: unknown
        })[]
        readonly [name: string]: unknown
      }
    }
    /** Register a plugin from its manifest on disk. The server must have been started with --allow-plugin-load. */
    readonly 'plugin.load': {
      readonly params: {
        readonly manifest_path: string
      }
      readonly result: {
        readonly plugin: string
      }
    }
    /** Forget a plugin that was loaded. Its adapters must be closed first. */
    readonly 'plugin.unload': {
      readonly params: {
        readonly plugin: string
      }
      readonly result: {
        readonly unloaded: true
      }
    }
  }
  readonly events: {
    /** The screen changed. */
    readonly 'session.changed': {
      readonly session: string
      readonly sequence: number
    }
    /** What was printed since the last such event, redacted. */
    readonly 'session.output': {
      readonly session: string
      readonly sequence: number
      readonly output: string
      readonly dropped?: true
    }
    /** The program ended. Sent once. */
    readonly 'session.exited': {
      readonly session: string
      readonly sequence: number
    }
  }
}

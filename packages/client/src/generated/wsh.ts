/** The methods and events of wsh: attaching, overlays and panels, lists of sessions: HTTP and WebSocket. Made by `npm run gen` from its declarations. */

export interface Wsh {
  readonly methods: {
    /** Sessions whose program runs, in order of creation; with `ended`, those whose program has ended too. */
    readonly list_sessions: {
      readonly params: {
        /** Only those with one of these tags: a list, or comma-separated. */
        readonly tag?: string | readonly string[] | null
        /** Also those that are kept with their last screen. */
        readonly ended?: boolean | null
      }
      readonly result: readonly ({
        readonly name: string
        readonly server: string
        readonly pid: number | null
        readonly command: string
        readonly rows: number
        readonly cols: number
        readonly clients: number
        readonly tags: readonly string[]
        readonly last_activity_ms: number
        /** Present while the session is being recorded. */
        readonly recording_id?: string
        /** Present once the program has ended; 128 and the number of the signal that ended it. */
        readonly exit_code?: number
      })[]
    }
    /** One session; one whose program has ended is listed with its exit code until its name is needed. */
    readonly get_session: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly name: string
        readonly server: string
        readonly pid: number | null
        readonly command: string
        readonly rows: number
        readonly cols: number
        readonly clients: number
        readonly tags: readonly string[]
        readonly last_activity_ms: number
        /** Present while the session is being recorded. */
        readonly recording_id?: string
        /** Present once the program has ended; 128 and the number of the signal that ended it. */
        readonly exit_code?: number
      }
    }
    /** Start a command in a session of its own; without one, the shell. */
    readonly create_session: {
      readonly params: {
        /** "0", "1", … if absent. */
        readonly name?: string | null
        /** Run by /bin/sh; the user's shell if absent. */
        readonly command?: string | null
        /** 24 if absent. */
        readonly rows?: number | null
        /** 80 if absent. */
        readonly cols?: number | null
        readonly cwd?: string | null
        /** Added to the environment. */
        readonly env?: { readonly [name: string]: string } | null
        readonly tags?: readonly string[] | null
        /** Record the session from its first byte on. */
        readonly recording?: {
          readonly title?: string | null
        } | null
      }
      readonly result: {
        readonly name: string
        readonly server: string
        readonly pid: number | null
        readonly command: string
        readonly rows: number
        readonly cols: number
        readonly clients: number
        readonly tags: readonly string[]
        readonly last_activity_ms: number
        /** Present while the session is being recorded. */
        readonly recording_id?: string
        /** Present once the program has ended; 128 and the number of the signal that ended it. */
        readonly exit_code?: number
      }
    }
    /** End a session and everything it started. */
    readonly kill_session: {
      readonly params: {
        /** Name of the session. */
        readonly name: string
      }
      readonly result: Record<string, never>
    }
    /** End the sockets of a session, and the terminals that are attached to it; the session lives on. */
    readonly detach_session: {
      readonly params: {
        /** Name of the session. */
        readonly name: string
      }
      readonly result: Record<string, never>
    }
    /** Rename a session. */
    readonly rename_session: {
      readonly params: {
        /** Name of the session. */
        readonly name: string
        readonly new_name: string
      }
      readonly result: {
        readonly name: string
      }
    }
    /** Add and remove tags of a session. */
    readonly update_tags: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly add?: readonly string[] | null
        readonly remove?: readonly string[] | null
      }
      readonly result: {
        readonly tags: readonly string[]
      }
    }
    /** Rename and tag a session in one step. */
    readonly update_session: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly name?: string | null
        readonly add_tags?: readonly string[] | null
        readonly remove_tags?: readonly string[] | null
      }
      readonly result: {
        readonly name: string
        readonly server: string
        readonly pid: number | null
        readonly command: string
        readonly rows: number
        readonly cols: number
        readonly clients: number
        readonly tags: readonly string[]
        readonly last_activity_ms: number
        /** Present while the session is being recorded. */
        readonly recording_id?: string
        /** Present once the program has ended; 128 and the number of the signal that ended it. */
        readonly exit_code?: number
      }
    }
    /** The visible screen; composed, it includes panels and overlays as attached terminals show them. */
    readonly get_screen: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** How lines are given; styled if absent. */
        readonly format?: 'plain' | 'styled' | null
        /** With panels and overlays. */
        readonly composed?: boolean | null
      }
      readonly result: {
        /** Grows whenever the screen was cleared, reset, resized or switched. */
        readonly epoch: number
        /** Lines of history above the screen. */
        readonly first_line_index: number
        readonly total_lines: number
        readonly lines: readonly (string | readonly ({
          readonly text: string
          readonly fg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bold?: boolean
          readonly faint?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
          readonly strikethrough?: boolean
          readonly blink?: boolean
          readonly inverse?: boolean
        })[])[]
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly cols: number
        readonly rows: number
        readonly alternate_active: boolean
        /** Milliseconds since output or input; over HTTP alone. */
        readonly last_activity_ms?: number
      }
    }
    /** History and visible screen, oldest line first; on the alternate screen, that screen alone. */
    readonly get_scrollback: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** How lines are given; styled if absent. */
        readonly format?: 'plain' | 'styled' | null
        /** First line, from the top; 0 if absent. */
        readonly offset?: number | null
        /** How many lines; 100 if absent, at most 10000. */
        readonly limit?: number | null
      }
      readonly result: {
        readonly epoch: number
        readonly lines: readonly (string | readonly ({
          readonly text: string
          readonly fg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bold?: boolean
          readonly faint?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
          readonly strikethrough?: boolean
          readonly blink?: boolean
          readonly inverse?: boolean
        })[])[]
        readonly total_lines: number
        readonly offset: number
      }
    }
    /** Change the size of the window that program and panels share; clamped to 1 to 1000. */
    readonly resize: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly cols: number
        readonly rows: number
      }
      readonly result: Record<string, never>
    }
    /** Type bytes into the program; a capture does not hold them back. */
    readonly send_input: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly data: string
        /** How `data` is written; utf8 if absent. */
        readonly encoding?: 'utf8' | 'base64' | null
      }
      readonly result: Record<string, never>
    }
    /** Whether keyboards reach the program. */
    readonly get_input_mode: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly mode: 'passthrough' | 'capture'
      }
    }
    /** Keep what attached terminals type from the program and send it as events instead. */
    readonly capture_input: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Let keyboards through to the program again; the focus is cleared. */
    readonly release_input: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Give the input focus to an overlay or panel that was made focusable. */
    readonly focus: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
      }
      readonly result: Record<string, never>
    }
    /** Take the input focus from whatever has it. */
    readonly unfocus: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** The element that has the input focus. */
    readonly get_focus: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly focused: string | null
      }
    }
    /** Wait until the program has answered all that was typed and waits for more, or has ended. */
    readonly await_ready: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** Only these states count; any in which the program waits for its user, or has ended, if absent. */
        readonly states?: readonly ('exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet')[] | null
        /** The deadline; 30000 if absent, at most 300000; 0 only looks. */
        readonly max_wait_ms?: number | null
      }
      readonly result: {
        readonly state: 'exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet'
        /** When that began, in milliseconds since the epoch. */
        readonly since: number
        /** From 0 to 1. */
        readonly confidence: number
        /** Whether what is typed would not be shown. */
        readonly secret: boolean
        /** What stands before the cursor where a line is asked for. */
        readonly prompt: string | null
        /** The facts it rests on. */
        readonly evidence: readonly ({
          readonly fact: string
          readonly value: string
        })[]
        /** The process it is about. */
        readonly pid: number | null
        readonly command: string | null
        /** Of the program if it has ended, of the last command at a prompt of a shell that reports it. */
        readonly exit_code: number | null
        /** False at the deadline. */
        readonly ready: boolean
      }
    }
    /** Wait until nothing has happened for `timeout_ms`. A second call on a connection takes the first one's place. */
    readonly await_quiesce: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** How long nothing may happen; at most 300000. */
        readonly timeout_ms: number
        /** How lines are given; styled if absent. */
        readonly format?: 'plain' | 'styled' | null
        /** The deadline; none if absent. Over HTTP 30000 if absent, at most 300000. */
        readonly max_wait_ms?: number | null
        /** If nothing has happened since, wait for something first. */
        readonly last_generation?: number | null
        /** The session that `last_generation` is about, where sessions race. */
        readonly last_session?: string | null
        /** Only sessions with one of these tags (comma-separated), where sessions race. */
        readonly tag?: string | null
        /** Count the silence from now on. */
        readonly fresh?: boolean | null
      }
      readonly result: {
        readonly session?: string
        readonly screen: {
          /** Grows whenever the screen was cleared, reset, resized or switched. */
          readonly epoch: number
          /** Lines of history above the screen. */
          readonly first_line_index: number
          readonly total_lines: number
          readonly lines: readonly (string | readonly ({
            readonly text: string
            readonly fg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bold?: boolean
            readonly faint?: boolean
            readonly italic?: boolean
            readonly underline?: boolean
            readonly strikethrough?: boolean
            readonly blink?: boolean
            readonly inverse?: boolean
          })[])[]
          readonly cursor: {
            readonly row: number
            readonly col: number
            readonly visible: boolean
          }
          readonly cols: number
          readonly rows: number
          readonly alternate_active: boolean
          /** Milliseconds since output or input; over HTTP alone. */
          readonly last_activity_ms?: number
        }
        readonly scrollback_lines: number
        readonly generation: number
        readonly last_activity_ms?: number
        /** Whether the program waits for its user, and for what. */
        readonly ready: {
          readonly state: 'exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet'
          /** When that began, in milliseconds since the epoch. */
          readonly since: number
          /** From 0 to 1. */
          readonly confidence: number
          /** Whether what is typed would not be shown. */
          readonly secret: boolean
          /** What stands before the cursor where a line is asked for. */
          readonly prompt: string | null
          /** The facts it rests on. */
          readonly evidence: readonly ({
            readonly fact: string
            readonly value: string
          })[]
          /** The process it is about. */
          readonly pid: number | null
          readonly command: string | null
          /** Of the program if it has ended, of the last command at a prompt of a shell that reports it. */
          readonly exit_code: number | null
        }
      }
    }
    /** Wait until nothing has happened for `timeout_ms`. A second call on a connection takes the first one's place. */
    readonly await_idle: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** How long nothing may happen; at most 300000. */
        readonly timeout_ms: number
        /** How lines are given; styled if absent. */
        readonly format?: 'plain' | 'styled' | null
        /** The deadline; none if absent. Over HTTP 30000 if absent, at most 300000. */
        readonly max_wait_ms?: number | null
        /** If nothing has happened since, wait for something first. */
        readonly last_generation?: number | null
        /** The session that `last_generation` is about, where sessions race. */
        readonly last_session?: string | null
        /** Only sessions with one of these tags (comma-separated), where sessions race. */
        readonly tag?: string | null
        /** Count the silence from now on. */
        readonly fresh?: boolean | null
      }
      readonly result: {
        readonly session?: string
        readonly screen: {
          /** Grows whenever the screen was cleared, reset, resized or switched. */
          readonly epoch: number
          /** Lines of history above the screen. */
          readonly first_line_index: number
          readonly total_lines: number
          readonly lines: readonly (string | readonly ({
            readonly text: string
            readonly fg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bold?: boolean
            readonly faint?: boolean
            readonly italic?: boolean
            readonly underline?: boolean
            readonly strikethrough?: boolean
            readonly blink?: boolean
            readonly inverse?: boolean
          })[])[]
          readonly cursor: {
            readonly row: number
            readonly col: number
            readonly visible: boolean
          }
          readonly cols: number
          readonly rows: number
          readonly alternate_active: boolean
          /** Milliseconds since output or input; over HTTP alone. */
          readonly last_activity_ms?: number
        }
        readonly scrollback_lines: number
        readonly generation: number
        readonly last_activity_ms?: number
        /** Whether the program waits for its user, and for what. */
        readonly ready: {
          readonly state: 'exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet'
          /** When that began, in milliseconds since the epoch. */
          readonly since: number
          /** From 0 to 1. */
          readonly confidence: number
          /** Whether what is typed would not be shown. */
          readonly secret: boolean
          /** What stands before the cursor where a line is asked for. */
          readonly prompt: string | null
          /** The facts it rests on. */
          readonly evidence: readonly ({
            readonly fact: string
            readonly value: string
          })[]
          /** The process it is about. */
          readonly pid: number | null
          readonly command: string | null
          /** Of the program if it has ended, of the last command at a prompt of a shell that reports it. */
          readonly exit_code: number | null
        }
      }
    }
    /** Put text over the screen. Its size is that of its text unless it is given. */
    readonly create_overlay: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        /** Column. */
        readonly x: number
        /** Row. */
        readonly y: number
        /** Higher ones cover lower ones; above all others if absent. */
        readonly z?: number | null
        readonly width?: number | null
        readonly height?: number | null
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        } | null
        readonly focusable?: boolean | null
      }
      readonly result: {
        readonly id: string
      }
    }
    /** The overlays of the current screen mode, the lowest first. */
    readonly list_overlays: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: readonly ({
        readonly id: string
        readonly x: number
        readonly y: number
        readonly width: number
        readonly height: number
        readonly z: number
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly region_writes?: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly focusable?: boolean
        readonly screen_mode?: 'normal' | 'alt'
      })[]
    }
    /** One overlay. */
    readonly get_overlay: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
      }
      readonly result: {
        readonly id: string
        readonly x: number
        readonly y: number
        readonly width: number
        readonly height: number
        readonly z: number
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly region_writes?: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly focusable?: boolean
        readonly screen_mode?: 'normal' | 'alt'
      }
    }
    /** Replace an overlay's spans. */
    readonly update_overlay: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Move, resize or restack an overlay; its text stays. */
    readonly patch_overlay: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly z?: number
        readonly x?: number
        readonly y?: number
        readonly width?: number | null
        readonly height?: number | null
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
      }
      readonly result: Record<string, never>
    }
    /** Take an overlay away; what it covered is seen again. */
    readonly delete_overlay: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
      }
      readonly result: Record<string, never>
    }
    /** Take all overlays of the current screen mode away. */
    readonly clear_overlays: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Change spans of an overlay by their ids; others stay as they are. */
    readonly update_overlay_spans: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        /** Spans with the ids of those they change. */
        readonly spans: readonly ({
          readonly id: string
          readonly text?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Write text at places within an overlay. */
    readonly overlay_region_write: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly writes: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Take rows at an edge of the window from the program and show text there. */
    readonly create_panel: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly position: 'top' | 'bottom'
        readonly height: number
        /** Higher ones are nearer to the edge; above all others if absent. */
        readonly z?: number | null
        readonly spans?: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[] | null
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        } | null
        readonly focusable?: boolean | null
      }
      readonly result: {
        readonly id: string
      }
    }
    /** The panels of the current screen mode: those at the top first, then the highest first. */
    readonly list_panels: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: readonly ({
        readonly id: string
        readonly position: 'top' | 'bottom'
        readonly height: number
        /** False for one that finds no room. */
        readonly visible: boolean
        readonly z: number
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly region_writes?: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly focusable?: boolean
        readonly screen_mode?: 'normal' | 'alt'
      })[]
    }
    /** One panel. */
    readonly get_panel: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
      }
      readonly result: {
        readonly id: string
        readonly position: 'top' | 'bottom'
        readonly height: number
        /** False for one that finds no room. */
        readonly visible: boolean
        readonly z: number
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly region_writes?: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly focusable?: boolean
        readonly screen_mode?: 'normal' | 'alt'
      }
    }
    /** Replace place, height, order and spans of a panel; background and focusable stay. */
    readonly update_panel: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly position: 'top' | 'bottom'
        readonly height: number
        readonly z: number
        readonly spans: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Change what is given of a panel. */
    readonly patch_panel: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly z?: number
        readonly position?: 'top' | 'bottom'
        readonly height?: number
        readonly spans?: readonly ({
          readonly text: string
          readonly id?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
        readonly background?: {
          readonly bg: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
      }
      readonly result: Record<string, never>
    }
    /** Take a panel away; the program gets its rows back. */
    readonly delete_panel: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
      }
      readonly result: Record<string, never>
    }
    /** Take all panels of the current screen mode away. */
    readonly clear_panels: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Change spans of a panel by their ids; others stay as they are. */
    readonly update_panel_spans: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        /** Spans with the ids of those they change. */
        readonly spans: readonly ({
          readonly id: string
          readonly text?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Write text at places within a panel. */
    readonly panel_region_write: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly writes: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[]
      }
      readonly result: Record<string, never>
    }
    /** Change spans and write into an overlay or panel in one step: all of it or nothing. */
    readonly batch_update: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly id: string
        readonly type: 'overlay' | 'panel'
        readonly spans?: readonly ({
          readonly id: string
          readonly text?: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[] | null
        readonly writes?: readonly ({
          readonly row: number
          readonly col: number
          readonly text: string
          readonly fg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg?: 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white' | {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bold?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
        })[] | null
      }
      readonly result: Record<string, never>
    }
    /** Which set of overlays and panels is shown. */
    readonly get_screen_mode: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly mode: 'normal' | 'alt'
      }
    }
    /** Set the overlays and panels aside and begin with none. */
    readonly enter_alt_screen: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Delete what was made since enter_alt_screen and show the rest again. */
    readonly exit_alt_screen: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: Record<string, never>
    }
    /** Persistent servers stay when their last session ends; ephemeral ones end with it. */
    readonly set_server_mode: {
      readonly params: {
        readonly persistent: boolean
      }
      readonly result: {
        readonly persistent: boolean
      }
    }
    /** Subscribe to a session's events on this connection, in place of what was subscribed to before; [] ends it. */
    readonly subscribe: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly events: readonly ('lines' | 'cursor' | 'mode' | 'diffs' | 'input' | 'activity')[]
        /** Least time between notifications; 100 if absent. */
        readonly interval_ms?: number | null
        /** How lines are given; styled if absent. */
        readonly format?: 'plain' | 'styled' | null
        /** Send a sync after this much silence; never if 0 or absent. */
        readonly quiesce_ms?: number | null
        /** The newer name of quiesce_ms. */
        readonly idle_timeout_ms?: number | null
      }
      readonly result: {
        readonly events: readonly string[]
      }
    }
    /** Record a session as asciicast from now on; it begins with what is on the screen. */
    readonly start_recording: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
        readonly title?: string | null
      }
      readonly result: {
        readonly id: string
        readonly session: string
        readonly title: string | null
        /** Seconds since the epoch. */
        readonly started_at: number
        readonly duration_ms: number
        readonly bytes_written: number
        readonly status: 'recording' | 'stopped'
        /** Why it ended before it was stopped, if it did. */
        readonly ended_early?: string
        readonly width: number
        readonly height: number
        readonly urls: {
          readonly cast: string
          readonly player: string
          readonly embed: string
        }
      }
    }
    /** A session's recording, as long as it runs. */
    readonly get_session_recording: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly id: string
        readonly session: string
        readonly title: string | null
        /** Seconds since the epoch. */
        readonly started_at: number
        readonly duration_ms: number
        readonly bytes_written: number
        readonly status: 'recording' | 'stopped'
        /** Why it ended before it was stopped, if it did. */
        readonly ended_early?: string
        readonly width: number
        readonly height: number
        readonly urls: {
          readonly cast: string
          readonly player: string
          readonly embed: string
        }
      }
    }
    /** End a session's recording; what was recorded stays. */
    readonly stop_recording: {
      readonly params: {
        /** The session; only on the server-level socket. */
        readonly session?: string | null
      }
      readonly result: {
        readonly id: string
        readonly session: string
        readonly title: string | null
        /** Seconds since the epoch. */
        readonly started_at: number
        readonly duration_ms: number
        readonly bytes_written: number
        readonly status: 'recording' | 'stopped'
        /** Why it ended before it was stopped, if it did. */
        readonly ended_early?: string
        readonly width: number
        readonly height: number
        readonly urls: {
          readonly cast: string
          readonly player: string
          readonly embed: string
        }
      }
    }
    /** The recordings there are, the oldest first. */
    readonly list_recordings: {
      readonly params: {
        /** Only of this session. */
        readonly session?: string | null
        readonly status?: 'recording' | 'stopped' | null
      }
      readonly result: {
        readonly recordings: readonly ({
          readonly id: string
          readonly session: string
          readonly title: string | null
          /** Seconds since the epoch. */
          readonly started_at: number
          readonly duration_ms: number
          readonly bytes_written: number
          readonly status: 'recording' | 'stopped'
          /** Why it ended before it was stopped, if it did. */
          readonly ended_early?: string
          readonly width: number
          readonly height: number
          readonly urls: {
            readonly cast: string
            readonly player: string
            readonly embed: string
          }
        })[]
      }
    }
    /** One recording. */
    readonly get_recording: {
      readonly params: {
        readonly id: string
      }
      readonly result: {
        readonly id: string
        readonly session: string
        readonly title: string | null
        /** Seconds since the epoch. */
        readonly started_at: number
        readonly duration_ms: number
        readonly bytes_written: number
        readonly status: 'recording' | 'stopped'
        /** Why it ended before it was stopped, if it did. */
        readonly ended_early?: string
        readonly width: number
        readonly height: number
        readonly urls: {
          readonly cast: string
          readonly player: string
          readonly embed: string
        }
      }
    }
    /** Forget a recording; one that runs is stopped. */
    readonly delete_recording: {
      readonly params: {
        readonly id: string
      }
      readonly result: Record<string, never>
    }
    /** A recording as asciicast version 2, as far as it has come. */
    readonly get_recording_cast: {
      readonly params: {
        readonly id: string
      }
      readonly result: string
    }
    /** A page that plays a recording. */
    readonly get_recording_player: {
      readonly params: {
        readonly id: string
      }
      readonly result: string
    }
    /** The same with nothing around it. */
    readonly get_recording_embed: {
      readonly params: {
        readonly id: string
      }
      readonly result: string
    }
    /** Whether the server stays when its last session ends. */
    readonly get_server_mode: {
      readonly params: Record<string, never>
      readonly result: {
        readonly persistent: boolean
      }
    }
    /** Which server this is. */
    readonly get_server_info: {
      readonly params: Record<string, never>
      readonly result: {
        readonly hostname: string
        readonly version: string
        readonly server_id: string
      }
    }
    /** The servers that this one knows: itself. */
    readonly list_servers: {
      readonly params: Record<string, never>
      readonly result: readonly ({
        readonly hostname: string
        readonly address: 'local'
        readonly health: 'healthy'
        readonly role: 'member'
        readonly sessions: number
        readonly server_id: string
      })[]
    }
    /** One of the servers that this one knows. */
    readonly get_server: {
      readonly params: {
        readonly hostname: string
      }
      readonly result: {
        readonly hostname: string
        readonly address: 'local'
        readonly health: 'healthy'
        readonly role: 'member'
        readonly sessions: number
        readonly server_id: string
      }
    }
    /** Refused: servers are not federated. */
    readonly add_server: {
      readonly params: {
        readonly address: string
        readonly token?: string | null
      }
      readonly result: {
        readonly hostname: string
        readonly address: 'local'
        readonly health: 'healthy'
        readonly role: 'member'
        readonly sessions: number
        readonly server_id: string
      }
    }
    /** Refused: servers are not federated. */
    readonly remove_server: {
      readonly params: {
        readonly hostname: string
      }
      readonly result: Record<string, never>
    }
    /** Reports that the server is alive; needs no token. */
    readonly health: {
      readonly params: Record<string, never>
      readonly result: {
        readonly status: 'ok'
      }
    }
    /** A ticket for one WebSocket upgrade within 30 seconds, for clients that can send no header. */
    readonly issue_ws_ticket: {
      readonly params: Record<string, never>
      readonly result: {
        readonly ticket: string
      }
    }
    /** End all sessions and the server. */
    readonly stop_server: {
      readonly params: Record<string, never>
      readonly result: Record<string, never>
    }
  }
  readonly events: {
    /** The whole screen: first of all, after a reset, after a lag and, if asked for, after silence. */
    readonly sync: {
      readonly seq: number
      readonly screen: {
        /** Grows whenever the screen was cleared, reset, resized or switched. */
        readonly epoch: number
        /** Lines of history above the screen. */
        readonly first_line_index: number
        readonly total_lines: number
        readonly lines: readonly (string | readonly ({
          readonly text: string
          readonly fg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bold?: boolean
          readonly faint?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
          readonly strikethrough?: boolean
          readonly blink?: boolean
          readonly inverse?: boolean
        })[])[]
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly cols: number
        readonly rows: number
        readonly alternate_active: boolean
        /** Milliseconds since output or input; over HTTP alone. */
        readonly last_activity_ms?: number
      }
      /** Lines of history and screen together. */
      readonly scrollback_lines: number
      /** The same once more: in the first one on the server-level socket. */
      readonly params?: {
        readonly seq: number
        readonly screen: {
          /** Grows whenever the screen was cleared, reset, resized or switched. */
          readonly epoch: number
          /** Lines of history above the screen. */
          readonly first_line_index: number
          readonly total_lines: number
          readonly lines: readonly (string | readonly ({
            readonly text: string
            readonly fg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bg?: {
              readonly indexed: number
            } | {
              readonly rgb: {
                readonly r: number
                readonly g: number
                readonly b: number
              }
            }
            readonly bold?: boolean
            readonly faint?: boolean
            readonly italic?: boolean
            readonly underline?: boolean
            readonly strikethrough?: boolean
            readonly blink?: boolean
            readonly inverse?: boolean
          })[])[]
          readonly cursor: {
            readonly row: number
            readonly col: number
            readonly visible: boolean
          }
          readonly cols: number
          readonly rows: number
          readonly alternate_active: boolean
          /** Milliseconds since output or input; over HTTP alone. */
          readonly last_activity_ms?: number
        }
        /** Lines of history and screen together. */
        readonly scrollback_lines: number
      }
    }
    /** A line changed. */
    readonly line: {
      readonly seq: number
      readonly index: number
      readonly total_lines: number
      readonly line: string | readonly ({
        readonly text: string
        readonly fg?: {
          readonly indexed: number
        } | {
          readonly rgb: {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly bg?: {
          readonly indexed: number
        } | {
          readonly rgb: {
            readonly r: number
            readonly g: number
            readonly b: number
          }
        }
        readonly bold?: boolean
        readonly faint?: boolean
        readonly italic?: boolean
        readonly underline?: boolean
        readonly strikethrough?: boolean
        readonly blink?: boolean
        readonly inverse?: boolean
      })[]
    }
    /** The cursor moved, appeared or vanished. */
    readonly cursor: {
      readonly seq: number
      readonly row: number
      readonly col: number
      readonly visible: boolean
    }
    /** The alternate screen was entered or left; or, with `mode`, keyboards were captured or released. */
    readonly mode: {
      readonly seq: number
      readonly alternate_active: boolean
    } | {
      readonly mode: 'passthrough' | 'capture'
    }
    /** Earlier screen data is invalid; a sync follows. */
    readonly reset: {
      readonly seq: number
      readonly reason: 'clear_screen' | 'clear_scrollback' | 'hard_reset' | 'alternate_screen_enter' | 'alternate_screen_exit' | 'resize'
    }
    /** The lines that changed since the last diff, and the whole screen. */
    readonly diff: {
      readonly seq: number
      readonly changed_lines: readonly number[]
      readonly screen: {
        /** Grows whenever the screen was cleared, reset, resized or switched. */
        readonly epoch: number
        /** Lines of history above the screen. */
        readonly first_line_index: number
        readonly total_lines: number
        readonly lines: readonly (string | readonly ({
          readonly text: string
          readonly fg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bold?: boolean
          readonly faint?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
          readonly strikethrough?: boolean
          readonly blink?: boolean
          readonly inverse?: boolean
        })[])[]
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly cols: number
        readonly rows: number
        readonly alternate_active: boolean
        /** Milliseconds since output or input; over HTTP alone. */
        readonly last_activity_ms?: number
      }
    }
    /** Something was typed on an attached terminal. */
    readonly input: {
      readonly mode: 'passthrough' | 'capture'
      readonly raw: readonly number[]
      readonly parsed: {
        readonly key: string | null
        readonly modifiers: readonly string[]
      } | null
      readonly target?: string
    }
    /** Nothing has happened for the time asked for. */
    readonly idle: {
      readonly seq: number
      readonly generation: number
      readonly screen: {
        /** Grows whenever the screen was cleared, reset, resized or switched. */
        readonly epoch: number
        /** Lines of history above the screen. */
        readonly first_line_index: number
        readonly total_lines: number
        readonly lines: readonly (string | readonly ({
          readonly text: string
          readonly fg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bg?: {
            readonly indexed: number
          } | {
            readonly rgb: {
              readonly r: number
              readonly g: number
              readonly b: number
            }
          }
          readonly bold?: boolean
          readonly faint?: boolean
          readonly italic?: boolean
          readonly underline?: boolean
          readonly strikethrough?: boolean
          readonly blink?: boolean
          readonly inverse?: boolean
        })[])[]
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
        }
        readonly cols: number
        readonly rows: number
        readonly alternate_active: boolean
        /** Milliseconds since output or input; over HTTP alone. */
        readonly last_activity_ms?: number
      }
      readonly scrollback_lines: number
    }
    /** Something happens again. */
    readonly running: {
      readonly seq: number
      readonly generation: number
    }
    /** A session was made. */
    readonly session_created: {
      readonly params: {
        readonly name: string
      }
    }
    /** A session has another name. */
    readonly session_renamed: {
      readonly params: {
        readonly old_name: string
        readonly new_name: string
      }
    }
    /** A session was killed or its program ended. */
    readonly session_destroyed: {
      readonly params: {
        readonly name: string
      }
    }
    /** Tags were added or removed. */
    readonly session_tags_changed: {
      readonly params: {
        readonly name: string
        readonly added: readonly string[]
        readonly removed: readonly string[]
        /** All it has now. */
        readonly tags: readonly string[]
      }
    }
    /** Events were left out because the client did not read; a sync follows. Has `type` in place of `event`. */
    readonly lagged: {
      readonly skipped: number
    }
    /** The first message of a socket: `{"connected": true}` and nothing else. */
    readonly connected: {
      readonly connected: true
    }
  }
}

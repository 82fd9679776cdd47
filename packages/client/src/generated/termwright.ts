/** The methods and events of termwright: tests of TUIs and step files: one request per line on a Unix socket. Made by `npm run gen` from its declarations. */

export interface Termwright {
  readonly methods: {
    /** Who is there. */
    readonly handshake: {
      readonly params: {
        /** The shape of answers that the client reads; by its requests if absent. */
        readonly wire?: 'document' | 'released' | null
      }
      readonly result: {
        readonly protocol_version: number
        readonly termwright_version: string
        readonly pid: number
        readonly child_pid: number
      }
    }
    /** End the daemon and its program. */
    readonly close: {
      readonly params: Record<string, never>
      readonly result: null
    }
    /** Whether the program has exited, and how. */
    readonly status: {
      readonly params: Record<string, never>
      readonly result: {
        readonly exited: boolean
        readonly exit_code: number | null
        readonly signal?: string
      }
    }
    /** Wait until the program exits. */
    readonly wait_for_exit: {
      readonly params: {
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: {
        readonly exit_code: number | null
        readonly signal?: string
      }
    }
    /** The screen as text, as cells, as lines in one JSON string, or as text with ANSI styles. */
    readonly screen: {
      readonly params: {
        /** text if absent. */
        readonly format?: 'text' | 'json' | 'json_compact' | 'ansi' | null
      }
      readonly result: string | {
        readonly size: {
          readonly cols: number
          readonly rows: number
        }
        readonly cursor: {
          readonly row: number
          readonly col: number
        }
        readonly cells: readonly (readonly ({
          readonly char: string
          readonly fg: {
            readonly type: 'default'
          } | {
            readonly type: 'indexed'
            readonly value: number
          } | {
            readonly type: 'rgb'
            readonly r: number
            readonly g: number
            readonly b: number
          } | {
            readonly type: 'Default'
          } | {
            readonly type: 'Indexed'
            readonly value: number
          } | {
            readonly type: 'Rgb'
            readonly value: readonly number[]
          }
          readonly bg: {
            readonly type: 'default'
          } | {
            readonly type: 'indexed'
            readonly value: number
          } | {
            readonly type: 'rgb'
            readonly r: number
            readonly g: number
            readonly b: number
          } | {
            readonly type: 'Default'
          } | {
            readonly type: 'Indexed'
            readonly value: number
          } | {
            readonly type: 'Rgb'
            readonly value: readonly number[]
          }
          readonly bold: boolean
          readonly italic: boolean
          readonly underline: boolean
          readonly inverse: boolean
          readonly attrs: {
            readonly bold: boolean
            readonly italic: boolean
            readonly underline: boolean
            readonly inverse: boolean
          }
        })[])[]
      }
    }
    /** A rectangle of the screen, as text or as cells. */
    readonly screen_region: {
      readonly params: {
        readonly top: number
        readonly left: number
        /** Inclusive. */
        readonly bottom: number
        /** Inclusive. */
        readonly right: number
        readonly format?: 'text' | 'json' | null
      }
      readonly result: string | {
        readonly size: {
          readonly cols: number
          readonly rows: number
        }
        readonly cursor: {
          readonly row: number
          readonly col: number
        }
        readonly cells: readonly (readonly ({
          readonly char: string
          readonly fg: {
            readonly type: 'default'
          } | {
            readonly type: 'indexed'
            readonly value: number
          } | {
            readonly type: 'rgb'
            readonly r: number
            readonly g: number
            readonly b: number
          } | {
            readonly type: 'Default'
          } | {
            readonly type: 'Indexed'
            readonly value: number
          } | {
            readonly type: 'Rgb'
            readonly value: readonly number[]
          }
          readonly bg: {
            readonly type: 'default'
          } | {
            readonly type: 'indexed'
            readonly value: number
          } | {
            readonly type: 'rgb'
            readonly r: number
            readonly g: number
            readonly b: number
          } | {
            readonly type: 'Default'
          } | {
            readonly type: 'Indexed'
            readonly value: number
          } | {
            readonly type: 'Rgb'
            readonly value: readonly number[]
          }
          readonly bold: boolean
          readonly italic: boolean
          readonly underline: boolean
          readonly inverse: boolean
          readonly attrs: {
            readonly bold: boolean
            readonly italic: boolean
            readonly underline: boolean
            readonly inverse: boolean
          }
        })[])[]
      }
    }
    /** One cell with its colours and attributes. */
    readonly cell_at: {
      readonly params: {
        readonly row: number
        readonly col: number
      }
      readonly result: {
        readonly char: string
        readonly fg: {
          readonly type: 'default'
        } | {
          readonly type: 'indexed'
          readonly value: number
        } | {
          readonly type: 'rgb'
          readonly r: number
          readonly g: number
          readonly b: number
        } | {
          readonly type: 'Default'
        } | {
          readonly type: 'Indexed'
          readonly value: number
        } | {
          readonly type: 'Rgb'
          readonly value: readonly number[]
        }
        readonly bg: {
          readonly type: 'default'
        } | {
          readonly type: 'indexed'
          readonly value: number
        } | {
          readonly type: 'rgb'
          readonly r: number
          readonly g: number
          readonly b: number
        } | {
          readonly type: 'Default'
        } | {
          readonly type: 'Indexed'
          readonly value: number
        } | {
          readonly type: 'Rgb'
          readonly value: readonly number[]
        }
        readonly bold: boolean
        readonly italic: boolean
        readonly underline: boolean
        readonly inverse: boolean
        readonly attrs: {
          readonly bold: boolean
          readonly italic: boolean
          readonly underline: boolean
          readonly inverse: boolean
        }
      }
    }
    /** Lines that have left the top of the screen, oldest first. */
    readonly scrollback: {
      readonly params: {
        /** How many of the newest; 1000 if absent. */
        readonly limit?: number | null
      }
      readonly result: {
        readonly lines: readonly string[]
        readonly total: number
      }
    }
    /** A PNG of the screen, in base64. */
    readonly screenshot: {
      readonly params: {
        readonly font?: string | null
        /** 14 if absent. */
        readonly font_size?: number | null
        readonly line_height?: number | null
      }
      readonly result: string | {
        readonly png_base64: string
      }
    }
    /** Change the size of the terminal. */
    readonly resize: {
      readonly params: {
        readonly cols: number
        readonly rows: number
      }
      readonly result: null
    }
    /** Wait until the screen differs from the one with this hash, or from the present one. */
    readonly wait_for_screen_change: {
      readonly params: {
        readonly last_hash?: string | null
        readonly timeout_ms?: number | null
      }
      readonly result: {
        readonly hash: string
        readonly changed: true
        readonly cursor: {
          readonly row: number
          readonly col: number
        }
      }
    }
    /** Every box drawn with line characters: its region, corners included, and what lies inside. */
    readonly detect_boxes: {
      readonly params: Record<string, never>
      readonly result: readonly ({
        readonly region: {
          readonly start: {
            readonly row: number
            readonly col: number
          }
          readonly end: {
            readonly row: number
            readonly col: number
          }
        }
        readonly inner_region: {
          readonly start: {
            readonly row: number
            readonly col: number
          }
          readonly end: {
            readonly row: number
            readonly col: number
          }
        }
        readonly style: 'single' | 'double' | 'rounded' | 'heavy' | 'ascii'
      })[]
    }
    /** Type text as it is. */
    readonly type: {
      readonly params: {
        readonly text: string
      }
      readonly result: null
    }
    /** Press one key: a name, a character, or either with modifiers ("Ctrl+Shift+Right"). */
    readonly press: {
      readonly params: {
        readonly key: string
      }
      readonly result: null
    }
    /** Press a key with modifiers. */
    readonly hotkey: {
      readonly params: {
        /** "ctrl", "alt", "shift", or several joined by "+". */
        readonly modifier?: string | null
        readonly key?: string | null
        /** Released clients' spelling of the modifier. */
        readonly ctrl?: boolean | null
        readonly alt?: boolean | null
        /** Released clients' spelling of the key. */
        readonly ch?: string | null
      }
      readonly result: null
    }
    /** Write bytes, given in base64. */
    readonly raw: {
      readonly params: {
        readonly bytes?: string | null
        /** Released clients' spelling. */
        readonly bytes_base64?: string | null
      }
      readonly result: null
    }
    /** Paste text, bracketed if the program asked for that. */
    readonly paste: {
      readonly params: {
        readonly text: string
      }
      readonly result: null
    }
    /** Move the pointer to a cell. */
    readonly mouse_move: {
      readonly params: {
        readonly row: number
        readonly col: number
        /** Held while moving; the first counts. */
        readonly buttons?: readonly ('left' | 'middle' | 'right')[] | null
      }
      readonly result: null
    }
    /** Press and release a button on a cell. */
    readonly mouse_click: {
      readonly params: {
        readonly row: number
        readonly col: number
        /** left if absent. */
        readonly button?: 'left' | 'middle' | 'right' | null
      }
      readonly result: null
    }
    /** Click twice on a cell. */
    readonly mouse_double_click: {
      readonly params: {
        readonly row: number
        readonly col: number
        /** left if absent. */
        readonly button?: 'left' | 'middle' | 'right' | null
      }
      readonly result: null
    }
    /** Press on one cell, move to another, release there. */
    readonly mouse_drag: {
      readonly params: {
        readonly from_row: number
        readonly from_col: number
        readonly to_row: number
        readonly to_col: number
        /** left if absent. */
        readonly button?: 'left' | 'middle' | 'right' | null
      }
      readonly result: null
    }
    /** Turn the wheel on a cell. */
    readonly mouse_scroll: {
      readonly params: {
        readonly row: number
        readonly col: number
        readonly direction: 'up' | 'down' | 'left' | 'right'
        /** 3 if absent. */
        readonly count?: number | null
      }
      readonly result: null
    }
    /** Wait until text is on the screen. */
    readonly wait_for_text: {
      readonly params: {
        readonly text: string
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: {
        readonly found: true
        readonly position: {
          readonly row: number
          readonly col: number
        }
      } | null
    }
    /** Wait until a regular expression matches on the screen. */
    readonly wait_for_pattern: {
      readonly params: {
        readonly pattern: string
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: {
        readonly found: true
        readonly matched: string
        readonly position: {
          readonly row: number
          readonly col: number
        }
      } | null
    }
    /** Wait until text is no longer on the screen. */
    readonly wait_for_text_gone: {
      readonly params: {
        readonly text: string
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: null
    }
    /** Wait until a regular expression no longer matches on the screen. */
    readonly wait_for_pattern_gone: {
      readonly params: {
        readonly pattern: string
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: null
    }
    /** Fail if text is on the screen now. */
    readonly not_expect_text: {
      readonly params: {
        readonly text: string
      }
      readonly result: null
    }
    /** Fail if a regular expression matches on the screen now. */
    readonly not_expect_pattern: {
      readonly params: {
        readonly pattern: string
      }
      readonly result: null
    }
    /** Wait until the screen has not changed for a while. */
    readonly wait_for_idle: {
      readonly params: {
        readonly duration_ms?: number | null
        /** Released clients' spelling. */
        readonly idle_ms?: number | null
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: null
    }
    /** Wait until the program has answered all that was typed and waits for more, or has ended. */
    readonly wait_for_ready: {
      readonly params: {
        /** Only these states count; any in which the program waits for its user, or has ended, if absent. */
        readonly states?: readonly ('exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet')[] | null
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
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
      } | null
    }
    /** Wait until the cursor is at a cell. */
    readonly wait_for_cursor_at: {
      readonly params: {
        readonly row: number
        readonly col: number
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: null
    }
    /** Wait until a cell has a foreground or background colour. */
    readonly wait_for_color_at: {
      readonly params: {
        readonly row: number
        readonly col: number
        readonly fg?: null | number | {
          readonly type: 'default' | 'Default'
        } | {
          readonly type: 'indexed' | 'Indexed'
          readonly value: number
        } | {
          readonly type?: 'rgb'
          readonly r: number
          readonly g: number
          readonly b: number
        } | {
          readonly type: 'Rgb'
          readonly value: readonly [number, number, number]
        }
        readonly bg?: null | number | {
          readonly type: 'default' | 'Default'
        } | {
          readonly type: 'indexed' | 'Indexed'
          readonly value: number
        } | {
          readonly type?: 'rgb'
          readonly r: number
          readonly g: number
          readonly b: number
        } | {
          readonly type: 'Rgb'
          readonly value: readonly [number, number, number]
        }
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout_ms?: number | null
      }
      readonly result: null
    }
    /** Every place of a text on the screen. */
    readonly find_text: {
      readonly params: {
        readonly text: string
      }
      readonly result: readonly ({
        readonly position: {
          readonly row: number
          readonly col: number
        }
        readonly text: string
        readonly length: number
      })[]
    }
    /** Every match of a regular expression on the screen. */
    readonly find_pattern: {
      readonly params: {
        readonly pattern: string
      }
      readonly result: readonly ({
        readonly position: {
          readonly row: number
          readonly col: number
        }
        readonly text: string
        readonly length: number
      })[]
    }
    /** Begin to record the screen; one recording per connection. */
    readonly start_recording: {
      readonly params: Record<string, never>
      readonly result: null
    }
    /** End the recording and give it as a GIF, in base64. */
    readonly stop_recording: {
      readonly params: {
        /** 10 if absent. */
        readonly fps?: number | null
      }
      readonly result: {
        readonly gif_base64: string
        readonly frames: number
        readonly duration_ms: number
        readonly width: number
        readonly height: number
        /** Why the recording ended before it was stopped, if it did. */
        readonly ended_early?: string
      }
    }
  }
  readonly events: {
  }
}

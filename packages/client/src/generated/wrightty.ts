/** The methods and events of wrightty: agents, scripts and events: JSON-RPC over WebSocket and HTTP. Made by `npm run gen` from its declarations. */

export interface Wrightty {
  readonly methods: {
    /** What this server is and what it can do. Needs no authentication. */
    readonly 'Wrightty.getInfo': {
      readonly params: Record<string, never>
      readonly result: {
        readonly version: string
        readonly implementation: string
        readonly name?: string
        readonly authentication: 'none' | 'password'
        readonly capabilities: {
          readonly screenshot: readonly ('text' | 'ansi' | 'json' | 'svg' | 'png')[]
          readonly maxSessions: number
          readonly supportsResize: boolean
          readonly supportsScrollback: boolean
          readonly supportsMouse: boolean
          readonly supportsSessionCreate: boolean
          readonly supportsColorPalette: boolean
          readonly supportsRawOutput: boolean
          readonly supportsShellIntegration: boolean
          readonly recording: readonly ('session' | 'video' | 'actions')[]
          readonly events: readonly string[]
          /** Domains of methods that the document does not have. */
          readonly extensions: readonly string[]
          /** Terminals whose panes are sessions of this server. */
          readonly bridges: readonly ({
            /** The other terminal, such as tmux. */
            readonly kind: string
            /** Whether its output is read, of which the screen is made here, or only its screen. */
            readonly grade: 'bytes' | 'screens'
            /** It reports no changes: it is looked at again and again, after input and while watched. */
            readonly polled: boolean
            /** What its panes cannot do; that is answered by an error. */
            readonly unsupported: readonly ('raw-output' | 'styles' | 'cursor' | 'scrollback' | 'mouse' | 'exit-status' | 'write' | 'resize' | 'close' | 'create' | 'signal')[]
          })[]
        }
      }
    }
    /** Give the password for this connection. */
    readonly 'Wrightty.authenticate': {
      readonly params: {
        readonly password: string
      }
      readonly result: {
        readonly authenticated: true
      }
    }
    /** Spawn a program on a new terminal. The session takes input as soon as this returns. */
    readonly 'Session.create': {
      readonly params: {
        /** Program to run; the user's shell if absent. */
        readonly shell?: string | null
        readonly args?: readonly string[] | null
        /** 80 if absent. */
        readonly cols?: number | null
        /** 24 if absent. */
        readonly rows?: number | null
        /** Merged onto the server's environment; null unsets a variable. */
        readonly env?: { readonly [name: string]: string | null } | null
        /** The home folder if absent. */
        readonly cwd?: string | null
        /** A name that any dialect can use for this session. */
        readonly name?: string | null
        /** Keep it in a host of its own, where the server has a host: what befalls other sessions spares it. */
        readonly isolate?: boolean
        /** Where in the fleet to run it: a node, or the best of those that fit; this server if absent. */
        readonly place?: {
          readonly node?: string
          /** This server's own if absent. */
          readonly pool?: string
          /** What the node must have. */
          readonly labels?: { readonly [name: string]: string }
        } | null
        /** What the terminal allows or assumes, for tests that need it. */
        readonly terminal?: {
          /** Lines of history; 10,000 if absent. */
          readonly scrollback?: number
          /** Answer DECRQCRA, with which a program reads the screen. */
          readonly allowChecksum?: boolean
          /** Answer OSC 52 queries with what was last set. */
          readonly allowClipboardRead?: boolean
          /** Pixels of a cell; 8 if absent. */
          readonly cellWidth?: number
          /** 16 if absent. */
          readonly cellHeight?: number
        } | null
      }
      readonly result: {
        readonly sessionId: string
      }
    }
    /** End the program and forget the session. SIGTERM first, SIGKILL after five seconds, unless a signal is given. */
    readonly 'Session.destroy': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly signal?: string | null
        /** How long before SIGKILL; 5000 if absent. */
        readonly graceMs?: number | null
      }
      readonly result: {
        readonly exitCode: number | null
      }
    }
    /** The running sessions, whichever dialect made them. */
    readonly 'Session.list': {
      readonly params: {
        /** Those whose program has ended as well, after the others. */
        readonly includeEnded?: boolean | null
      }
      readonly result: {
        readonly sessions: readonly ({
          readonly sessionId: string
          readonly name: string
          readonly title: string
          readonly cwd: string | null
          readonly cols: number
          readonly rows: number
          readonly pid: number | null
          readonly running: boolean
          readonly alternateScreen: boolean
          /** Whose pane it is; absent for a program of this server. */
          readonly bridge?: {
            /** The other terminal, such as tmux. */
            readonly kind: string
            /** Whether its output is read, of which the screen is made here, or only its screen. */
            readonly grade: 'bytes' | 'screens'
            /** It reports no changes: it is looked at again and again, after input and while watched. */
            readonly polled: boolean
            /** What its panes cannot do; that is answered by an error. */
            readonly unsupported: readonly ('raw-output' | 'styles' | 'cursor' | 'scrollback' | 'mouse' | 'exit-status' | 'write' | 'resize' | 'close' | 'create' | 'signal')[]
          }
        })[]
      }
    }
    /** One session as Session.list shows it. */
    readonly 'Session.getInfo': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: {
        readonly sessionId: string
        readonly name: string
        readonly title: string
        readonly cwd: string | null
        readonly cols: number
        readonly rows: number
        readonly pid: number | null
        readonly running: boolean
        readonly alternateScreen: boolean
        /** Whose pane it is; absent for a program of this server. */
        readonly bridge?: {
          /** The other terminal, such as tmux. */
          readonly kind: string
          /** Whether its output is read, of which the screen is made here, or only its screen. */
          readonly grade: 'bytes' | 'screens'
          /** It reports no changes: it is looked at again and again, after input and while watched. */
          readonly polled: boolean
          /** What its panes cannot do; that is answered by an error. */
          readonly unsupported: readonly ('raw-output' | 'styles' | 'cursor' | 'scrollback' | 'mouse' | 'exit-status' | 'write' | 'resize' | 'close' | 'create' | 'signal')[]
        }
      }
    }
    /** Whether the program waits for its user now, and for what, with the facts that say so. */
    readonly 'Session.getReadiness': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: {
        readonly readiness: {
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
          readonly exitCode: number | null
        }
        /** The revision of the screen, for `freshSince`. */
        readonly revision: number
      }
    }
    /** Wait until the program has answered all that was typed and waits for more, or has ended. */
    readonly 'Session.waitForReady': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** Only these states count; any in which the program waits for its user, or has ended, if absent. */
        readonly states?: readonly ('exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet')[] | null
        readonly timeout?: number | null
      }
      readonly result: {
        /** False at the timeout: then `readiness` says what the program does instead. */
        readonly ready: boolean
        readonly readiness: {
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
          readonly exitCode: number | null
        }
        /** The revision of the screen, for `freshSince`. */
        readonly revision: number
        readonly elapsed: number
      }
    }
    /** Press keys one after another, encoded as the program asked for them (cursor mode, kitty keyboard …). */
    readonly 'Input.sendKeys': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly keys: readonly (string | {
          readonly key: 'Char'
          readonly char: string
          readonly modifiers?: readonly ('Ctrl' | 'Alt' | 'Shift' | 'Meta')[] | null
        } | {
          readonly key: 'F'
          readonly n: number
          readonly modifiers?: readonly ('Ctrl' | 'Alt' | 'Shift' | 'Meta')[] | null
        } | {
          readonly key: 'Enter' | 'Tab' | 'Backspace' | 'Delete' | 'Escape' | 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'PageUp' | 'PageDown' | 'Insert'
          readonly modifiers?: readonly ('Ctrl' | 'Alt' | 'Shift' | 'Meta')[] | null
        })[]
        /** Names this input: sent again under the same key, after a connection was lost, it is not typed again. */
        readonly key?: string
      }
      readonly result: Record<string, never>
    }
    /** Write text to the program as it is, without interpreting it. */
    readonly 'Input.sendText': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly text: string
        /** Names this input: sent again under the same key, after a connection was lost, it is not typed again. */
        readonly key?: string
      }
      readonly result: Record<string, never>
    }
    /** Send a mouse event in the tracking mode and encoding that the program asked for. */
    readonly 'Input.sendMouse': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly event: 'press' | 'release' | 'move' | 'scroll'
        /** none for a move without a button; scrollUp or scrollDown for a scroll. */
        readonly button?: 'left' | 'right' | 'middle' | 'none' | 'scrollUp' | 'scrollDown' | 'scrollLeft' | 'scrollRight'
        readonly row: number
        readonly col: number
        readonly modifiers?: readonly ('Ctrl' | 'Alt' | 'Shift' | 'Meta')[] | null
      }
      readonly result: Record<string, never>
    }
    /** The cells of the screen with their attributes; colours resolved to RGB by the active palette. */
    readonly 'Screen.getContents': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** The whole screen if absent. */
        readonly region?: {
          /** First row, 0-based. */
          readonly top: number
          /** First column, 0-based. */
          readonly left: number
          /** Last row, inclusive. */
          readonly bottom: number
          /** Last column, inclusive. */
          readonly right: number
        } | null
      }
      readonly result: {
        readonly rows: number
        readonly cols: number
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
          readonly shape: 'block' | 'underline' | 'bar'
        }
        readonly cells: readonly (readonly ({
          readonly char: string
          readonly width: 0 | 1 | 2
          readonly fg: {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly bg: {
            readonly r: number
            readonly g: number
            readonly b: number
          }
          readonly attrs: {
            readonly bold: boolean
            readonly italic: boolean
            readonly underline: 'none' | 'single' | 'double' | 'curly' | 'dotted' | 'dashed'
            readonly underlineColor: {
              readonly r: number
              readonly g: number
              readonly b: number
            } | null
            readonly strikethrough: boolean
            readonly dim: boolean
            readonly blink: boolean
            readonly reverse: boolean
            readonly hidden: boolean
          }
          readonly hyperlink: string | null
        })[])[]
        readonly alternateScreen: boolean
      }
    }
    /** The visible screen as plain text, rows separated by newlines. */
    readonly 'Screen.getText': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** Inclusive rectangle; the whole screen if absent. */
        readonly region?: {
          /** First row, 0-based. */
          readonly top: number
          /** First column, 0-based. */
          readonly left: number
          /** Last row, inclusive. */
          readonly bottom: number
          /** Last column, inclusive. */
          readonly right: number
        } | null
        /** Trim blanks at the end of each row; true if absent. */
        readonly trimTrailingWhitespace?: boolean | null
      }
      readonly result: {
        readonly text: string
      }
    }
    /** Lines that have scrolled off the top, oldest first. */
    readonly 'Screen.getScrollback': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** How many; 100 if absent. */
        readonly lines?: number | null
        /** How many of the newest to leave out; 0 if absent. */
        readonly offset?: number | null
      }
      readonly result: {
        readonly lines: readonly ({
          readonly text: string
          readonly lineNumber: number
        })[]
        readonly totalScrollback: number
      }
    }
    /** Wait until text or a pattern is on the screen. A timeout is an answer (`found: false`), not an error. */
    readonly 'Screen.waitForText': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly pattern: string
        /** Rust regex syntax, matched row by row; plain text if absent. */
        readonly isRegex?: boolean | null
        readonly region?: {
          /** First row, 0-based. */
          readonly top: number
          /** First column, 0-based. */
          readonly left: number
          /** Last row, inclusive. */
          readonly bottom: number
          /** Last column, inclusive. */
          readonly right: number
        } | null
        /** Milliseconds; 30000 if absent, 0 looks once. */
        readonly timeout?: number | null
        /** Only what contains something written after this revision (of Session.getReadiness). */
        readonly freshSince?: number | null
        /** Accepted and not needed: the wait is driven by output. */
        readonly interval?: number | null
      }
      readonly result: {
        readonly found: boolean
        readonly matches: readonly ({
          readonly text: string
          readonly row: number
          readonly col: number
          readonly length: number
        })[]
        readonly elapsed: number
        /** With `freshSince`: it is there, but since this revision. */
        readonly staleSince?: number
      }
    }
    /** Wait until the cursor is at a row, a column, or both. */
    readonly 'Screen.waitForCursor': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** Any row if absent. */
        readonly row?: number | null
        /** Any column if absent. */
        readonly col?: number | null
        readonly timeout?: number | null
      }
      readonly result: {
        readonly cursor: {
          readonly row: number
          readonly col: number
          readonly visible: boolean
          readonly shape: 'block' | 'underline' | 'bar'
        }
        readonly elapsed: number
      }
    }
    /** The screen as text, ANSI, JSON, SVG or PNG. */
    readonly 'Screen.screenshot': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly format: 'png' | 'svg' | 'html' | 'ansi' | 'text' | 'json'
        /** A theme by name, or one of your own; the default dark theme if absent. */
        readonly theme?: string | { readonly [name: string]: unknown } | null
        /** For svg and png. */
        readonly font?: {
          readonly family?: string | null
          readonly size?: number | null
        } | null
        /** Pixels per unit, for png; 1 if absent. */
        readonly scale?: number | null
        /** Empty pixels around the text; 10 if absent. */
        readonly padding?: number | null
        /** A window frame with a title. */
        readonly frame?: boolean | null
        /** The title in the frame; the screen's own if absent. */
        readonly title?: string | null
      }
      readonly result: {
        readonly format: 'png' | 'svg' | 'html' | 'ansi' | 'text' | 'json'
        /** Base64 for png, plain text otherwise. */
        readonly data: string
        readonly width?: number
        readonly height?: number
      }
    }
    /** Change the size; the program is notified by SIGWINCH. */
    readonly 'Terminal.resize': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly cols: number
        readonly rows: number
      }
      readonly result: Record<string, never>
    }
    /** The current size in cells. */
    readonly 'Terminal.getSize': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: {
        readonly cols: number
        readonly rows: number
      }
    }
    /** Override colours of the palette; what is not named keeps its colour. */
    readonly 'Terminal.setColorPalette': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        readonly palette: { readonly [name: string]: {
            readonly r: number
            readonly g: number
            readonly b: number
          } }
      }
      readonly result: Record<string, never>
    }
    /** All 256 colours, foreground, background and cursor as they are now. */
    readonly 'Terminal.getColorPalette': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: {
        readonly palette: { readonly [name: string]: {
            readonly r: number
            readonly g: number
            readonly b: number
          } }
      }
    }
    /** What the program has configured. */
    readonly 'Terminal.getModes': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: {
        readonly cursorKeyMode: 'normal' | 'application'
        readonly keypadMode: 'numeric' | 'application'
        readonly alternateScreen: boolean
        readonly bracketedPaste: boolean
        readonly mouseTracking: 'none' | 'x10' | 'normal' | 'cellMotion' | 'allMotion'
        readonly mouseEncoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgrPixel'
        readonly focusReporting: boolean
        readonly cursorVisible: boolean
        readonly cursorStyle: string
        readonly autoWrap: boolean
        readonly reverseVideo: boolean
        readonly originMode: boolean
        readonly synchronizedOutput: boolean
      }
    }
    /** Record what the program writes, with times, as asciicast. */
    readonly 'Recording.startSession': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** Record what is typed as well. */
        readonly includeInput?: boolean | null
        /** Version of asciicast; 2 if absent. Only 3 has the exit. */
        readonly version?: 2 | 3 | null
      }
      readonly result: {
        readonly recordingId: string
      }
    }
    /** End a session recording and give the cast. */
    readonly 'Recording.stopSession': {
      readonly params: {
        readonly recordingId: string
      }
      readonly result: {
        readonly format: 'asciicast-v2' | 'asciicast-v3'
        readonly data: string
        /** Seconds. */
        readonly duration: number
        readonly events: number
        /** Why the recording ended before it was stopped, if it did. */
        readonly endedEarly?: string
      }
    }
    /** Record the calls made to a session, as a script that makes them again. */
    readonly 'Recording.startActions': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** python if absent. */
        readonly format?: 'python' | 'json' | 'cli' | null
      }
      readonly result: {
        readonly recordingId: string
      }
    }
    /** End an action recording and give the script. */
    readonly 'Recording.stopActions': {
      readonly params: {
        readonly recordingId: string
      }
      readonly result: {
        readonly format: 'python' | 'json' | 'cli'
        readonly data: string | readonly ({
          readonly time: number
          readonly method: string
          readonly params: { readonly [name: string]: unknown }
          /** Why it failed; absent where it did not. */
          readonly error?: string
        })[]
        readonly actions: number
        /** Seconds. */
        readonly duration: number
        /** Why the recording ended before it was stopped, if it did. */
        readonly endedEarly?: string
      }
    }
    /** One frame of the screen, now. */
    readonly 'Recording.captureScreen': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** svg if absent. */
        readonly format?: 'svg' | 'text' | 'png' | null
      }
      readonly result: {
        readonly frameId: number
        readonly timestamp: number
        readonly format: 'svg' | 'text' | 'png'
        readonly data: string
      }
    }
    /** Take frames of the screen at an interval. */
    readonly 'Recording.startScreenCapture': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** 1000 if absent. */
        readonly intervalMs?: number | null
        /** svg if absent. */
        readonly format?: 'svg' | 'text' | 'png' | null
      }
      readonly result: {
        readonly recordingId: string
      }
    }
    /** End a series of frames and give them. */
    readonly 'Recording.stopScreenCapture': {
      readonly params: {
        readonly recordingId: string
      }
      readonly result: {
        readonly frames: readonly ({
          readonly frameId: number
          readonly timestamp: number
          readonly format: 'svg' | 'text' | 'png'
          readonly data: string
        })[]
        /** Seconds. */
        readonly duration: number
        readonly frameCount: number
        readonly format: 'svg' | 'text' | 'png'
        /** Why the recording ended before it was stopped, if it did. */
        readonly endedEarly?: string
      }
    }
    /** Record the screen as a video. mp4 and webm need ffmpeg on the PATH; gif needs nothing. */
    readonly 'Recording.startVideo': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** 30 if absent. */
        readonly fps?: number | null
        /** Time between frames, instead of fps. */
        readonly intervalMs?: number | null
        /** mp4 if absent. */
        readonly format?: 'mp4' | 'webm' | 'gif' | null
      }
      readonly result: {
        readonly recordingId: string
      }
    }
    /** End a video recording and write the file. The caller owns it and removes it. */
    readonly 'Recording.stopVideo': {
      readonly params: {
        readonly recordingId: string
      }
      readonly result: {
        readonly format: 'mp4' | 'webm' | 'gif'
        readonly path: string
        /** Seconds. */
        readonly duration: number
        readonly frames: number
        readonly width: number
        readonly height: number
        /** Bytes. */
        readonly size: number
        /** Why the recording ended before it was stopped, if it did. */
        readonly endedEarly?: string
      }
    }
    /** Subscribe to the events of a session on this connection. Unknown events are left out of `subscribedEvents`. Where the program has ended, `Session.exited` comes at once. */
    readonly 'Events.subscribe': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
        /** Event names, or "*" for all of the document’s. */
        readonly events: readonly string[]
        readonly options?: {
          /** For Screen.updated; 16 if absent. */
          readonly screenDebounceMs?: number | null
        } | null
      }
      readonly result: {
        readonly subscriptionId: string
        readonly subscribedEvents: readonly string[]
      }
    }
    /** End a subscription of this connection. */
    readonly 'Events.unsubscribe': {
      readonly params: {
        readonly subscriptionId: string
      }
      readonly result: Record<string, never>
    }
    /** Every session, running and ended, with its age, its size and who uses it. */
    readonly 'Polytty.listSessions': {
      readonly params: Record<string, never>
      readonly result: {
        readonly sessions: readonly ({
          readonly id: string
          readonly name: string
          readonly command: readonly string[]
          readonly pid: number
          readonly title: string
          readonly cols: number
          readonly rows: number
          readonly ageMs: number
          /** Since the last input or output. */
          readonly idleMs: number
          /** null while it runs. */
          readonly exit: {
            readonly code: number | null
            readonly signal: string | null
            /** Where neither is known: why. */
            readonly reason?: string
          } | null
          /** Whether it waits for its user, and for what. */
          readonly readiness: {
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
            readonly exitCode: number | null
          }
          /** Whose pane it is; absent for a program of this server. */
          readonly bridge?: {
            /** The other terminal, such as tmux. */
            readonly kind: string
            /** Whether its output is read, of which the screen is made here, or only its screen. */
            readonly grade: 'bytes' | 'screens'
            /** It reports no changes: it is looked at again and again, after input and while watched. */
            readonly polled: boolean
            /** What its panes cannot do; that is answered by an error. */
            readonly unsupported: readonly ('raw-output' | 'styles' | 'cursor' | 'scrollback' | 'mouse' | 'exit-status' | 'write' | 'resize' | 'close' | 'create' | 'signal')[]
          }
          /** Connected clients that have named the session, by protocol. */
          readonly clients: { readonly [name: string]: number }
          /** An agent has handed it to a person. */
          readonly handedOver?: boolean
          /** The node of the fleet that has it, where that is another than this. */
          readonly node: string | null
        })[]
      }
    }
    /** The server process: what it is, how long it has run, and what it holds. */
    readonly 'Polytty.getStatus': {
      readonly params: Record<string, never>
      readonly result: {
        readonly version: string
        readonly name: string | null
        readonly pid: number
        readonly uptimeMs: number
        readonly sessions: {
          readonly running: number
          readonly ended: number
          readonly most: number
        }
        /** Resident memory of the server. */
        readonly memoryBytes: number
        /** Whether it stays when its last session has ended. */
        readonly persistent: boolean
      }
    }
    /** End every session, and the server. */
    readonly 'Polytty.stop': {
      readonly params: Record<string, never>
      readonly result: Record<string, never>
    }
    /** Replace the server by a new one, of a newer version if that was installed; sessions go on. */
    readonly 'Polytty.restart': {
      readonly params: Record<string, never>
      readonly result: {
        /** The process that is replaced. */
        readonly pid: number
      }
    }
    /** Start the command of a revived session again, where it was, in a session of the same name. */
    readonly 'Polytty.revive': {
      readonly params: {
        readonly sessionId: string
      }
      readonly result: {
        readonly sessionId: string
      }
    }
    /** The nodes of the fleet that this server is one of; none where it stands alone. */
    readonly 'Polytty.listNodes': {
      readonly params: Record<string, never>
      readonly result: {
        /** This one; null where it stands alone. */
        readonly node: string | null
        /** Whether NATS is there: without it, what is listed may be old. */
        readonly connected: boolean
        readonly nodes: readonly ({
          readonly node: string
          readonly machine: string
          readonly pool: string
          readonly labels: { readonly [name: string]: string }
          readonly state: 'joining' | 'ready'
          readonly draining: boolean
          readonly running: number
          readonly most: number
          readonly version: string
        })[]
      }
    }
    /** Start no more sessions on a node, or do so again. Those that run go on. */
    readonly 'Polytty.drain': {
      readonly params: {
        /** A node of the fleet; this server if absent. */
        readonly node?: string | null
        /** false to start sessions there again. */
        readonly draining: boolean
      }
      readonly result: Record<string, never>
    }
    /** Type keys and text, wait for the answer, and say which rows changed. */
    readonly 'Agent.act': {
      readonly params: {
        /** Name, id or beginning of the id; the only one that runs if absent. */
        readonly session?: string
        /** Typed as they are; <Enter>, <C-c>, <Click "OK">, <secret:NAME> …; <lt> is <. */
        readonly keys?: string
        /** Pasted before the keys. */
        readonly text?: string
        /** ready, exit, change, /regex/, a text, or gone: and a text. */
        readonly until?: string
        /** In seconds. */
        readonly timeout?: number
        readonly see?: 'changes' | 'screen' | 'none'
      }
      readonly result: {
        /** A head line, and what there is to see. */
        readonly text: string
        readonly isError: boolean
        /** Of a command that has ended. */
        readonly exitCode: number | null
        /** What was waited for did not come. */
        readonly missed: boolean
      }
    }
    /** Run a command in a shell to its end: its exit code, and its output within about `max` tokens. */
    readonly 'Agent.run': {
      readonly params: {
        readonly command: string
        /** Name, id or beginning of the id; the only one that runs if absent. */
        readonly session?: string
        /** In seconds. */
        readonly timeout?: number
        readonly max?: number
        /** What a shell inherits that is started for it. */
        readonly surroundings?: {
          readonly cwd: string
          readonly env: { readonly [name: string]: string }
        }
      }
      readonly result: {
        /** A head line, and what there is to see. */
        readonly text: string
        readonly isError: boolean
        /** Of a command that has ended. */
        readonly exitCode: number | null
        /** What was waited for did not come. */
        readonly missed: boolean
      }
    }
    /** The screen in few words, its elements, lines of its history, or its colours. */
    readonly 'Agent.look': {
      readonly params: {
        /** Name, id or beginning of the id; the only one that runs if absent. */
        readonly session?: string
        readonly at?: 'screen' | 'outline' | 'history' | 'styles'
        /** Text or /regex/, in the screen and the history. */
        readonly find?: string
        /** Lines of the history: 10-20. */
        readonly lines?: string
      }
      readonly result: {
        /** A head line, and what there is to see. */
        readonly text: string
        readonly isError: boolean
        /** Of a command that has ended. */
        readonly exitCode: number | null
        /** What was waited for did not come. */
        readonly missed: boolean
      }
    }
    /** Give a session back to the agent that handed it over; nothing where it was not. */
    readonly 'Agent.giveBack': {
      readonly params: {
        /** Id or name of the session. */
        readonly sessionId: string
      }
      readonly result: Record<string, never>
    }
    /** Inputs that wait until someone agrees to them. */
    readonly 'Agent.listPending': {
      readonly params: Record<string, never>
      readonly result: {
        readonly pending: readonly ({
          readonly id: string
          readonly session: string
          readonly input: string
        })[]
      }
    }
    /** Agree to an input that waits, or refuse it. */
    readonly 'Agent.decide': {
      readonly params: {
        readonly id: string
        readonly decision: 'approved' | 'denied'
      }
      readonly result: Record<string, never>
    }
    /** The panes of another terminal, and which sessions they are. */
    readonly 'Bridge.listPanes': {
      readonly params: {
        /** The other terminal. */
        readonly kind: 'tmux' | 'kitty' | 'wezterm' | 'zellij' | 'screen' | 'ghostty' | 'command'
        /** Where it is, if not at the usual place: for tmux the label or the path of its socket. */
        readonly where?: string
      }
      readonly result: {
        /** The other terminal, such as tmux. */
        readonly kind: string
        /** Whether its output is read, of which the screen is made here, or only its screen. */
        readonly grade: 'bytes' | 'screens'
        /** It reports no changes: it is looked at again and again, after input and while watched. */
        readonly polled: boolean
        /** What its panes cannot do; that is answered by an error. */
        readonly unsupported: readonly ('raw-output' | 'styles' | 'cursor' | 'scrollback' | 'mouse' | 'exit-status' | 'write' | 'resize' | 'close' | 'create' | 'signal')[]
        readonly address: string
        readonly panes: readonly ({
          /** As that terminal has it. */
          readonly id: string
          readonly name: string
          readonly title: string
          readonly cols: number
          readonly rows: number
          readonly pid: number | null
          readonly command: string
          readonly cwd: string | null
          /** The session that it is; null where it is none. */
          readonly sessionId: string | null
        })[]
      }
    }
    /** Make a session of a pane of another terminal. What runs in it goes on when the session is released. */
    readonly 'Bridge.adopt': {
      readonly params: {
        /** The other terminal. */
        readonly kind: 'tmux' | 'kitty' | 'wezterm' | 'zellij' | 'screen' | 'ghostty' | 'command'
        /** Where it is, if not at the usual place: for tmux the label or the path of its socket. */
        readonly where?: string
        /** Its id there, or its name. */
        readonly pane: string
      }
      readonly result: {
        readonly sessionId: string
        readonly name: string
      }
    }
    /** Make sessions of all panes of another terminal, and of those that come. */
    readonly 'Bridge.follow': {
      readonly params: {
        /** The other terminal. */
        readonly kind: 'tmux' | 'kitty' | 'wezterm' | 'zellij' | 'screen' | 'ghostty' | 'command'
        /** Where it is, if not at the usual place: for tmux the label or the path of its socket. */
        readonly where?: string
      }
      readonly result: Record<string, never>
    }
    /** Forget the session of a pane, which goes on as it is. */
    readonly 'Bridge.release': {
      readonly params: {
        readonly sessionId: string
      }
      readonly result: Record<string, never>
    }
  }
  readonly events: {
    /** The screen changed; debounced. */
    readonly 'Screen.updated': {
      readonly dirtyRegion: {
        /** First row, 0-based. */
        readonly top: number
        /** First column, 0-based. */
        readonly left: number
        /** Last row, inclusive. */
        readonly bottom: number
        /** Last column, inclusive. */
        readonly right: number
      } | null
    }
    /** The program ended. */
    readonly 'Session.exited': {
      readonly exitCode: number | null
      readonly signal: string | null
    }
    /** The program began or ceased to wait for its user. The first one says what is so now. */
    readonly 'Session.readinessChanged': {
      readonly readiness: {
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
        readonly exitCode: number | null
      }
    }
    /** What the program wrote, as bytes in base64. */
    readonly 'Session.output': {
      readonly data: string
    }
    /** BEL was received. */
    readonly 'Terminal.bell': Record<string, never>
    /** The title was set (OSC 0, 2). */
    readonly 'Terminal.titleChanged': {
      readonly title: string
      readonly iconName: string | null
    }
    /** The working folder was reported (OSC 7, 9;9, 1337). */
    readonly 'Terminal.cwdChanged': {
      readonly cwd: string
      readonly uri: string | null
    }
    /** The alternate screen was entered or left. */
    readonly 'Terminal.alternateScreen': {
      readonly active: boolean
    }
    /** The cursor's visibility or style changed. */
    readonly 'Terminal.cursorChanged': {
      readonly visible: boolean
      readonly shape: 'block' | 'underline' | 'bar'
      readonly blinking: boolean
    }
    /** The prompt begins (OSC 133;A). */
    readonly 'Shell.promptStart': Record<string, never>
    /** The prompt has ended, typing begins (OSC 133;B). */
    readonly 'Shell.commandStart': Record<string, never>
    /** The command runs (OSC 133;C). */
    readonly 'Shell.outputStart': {
      readonly command: string | null
    }
    /** The command is done (OSC 133;D). */
    readonly 'Shell.commandFinished': {
      readonly exitCode: number | null
    }
    /** The program asked for a desktop notification (OSC 9, 99, 777). */
    readonly 'Terminal.notification': {
      readonly title: string | null
      readonly body: string
      readonly urgency: 'low' | 'normal' | 'critical'
      readonly source: 'osc9' | 'osc99' | 'osc777'
    }
    /** The program set the clipboard (OSC 52). The machine's own is never touched. */
    readonly 'Terminal.clipboardSet': {
      readonly selection: string
      readonly text: string
      readonly base64: string
    }
    /** Progress was reported (OSC 9;4). */
    readonly 'Terminal.progressChanged': {
      readonly state: 'none' | 'value' | 'error' | 'indeterminate' | 'warning'
      readonly percent?: number
    }
    /** A mode was set or reset. */
    readonly 'Terminal.modeChanged': {
      readonly mode: string
      readonly enabled: boolean
    }
    /** A client notified the program that it gained or lost focus. */
    readonly 'Terminal.focusChanged': {
      readonly focused: boolean
    }
    /** An image was shown (sixel, kitty, iTerm2). */
    readonly 'Terminal.imageDisplayed': {
      readonly protocol: 'sixel' | 'kitty' | 'iterm2'
      readonly row: number
      readonly col: number
      readonly widthCells: number
      readonly heightCells: number
      readonly widthPixels: number
      readonly heightPixels: number
      readonly imageId: number | null
    }
    /** The program changed colours (OSC 4, 10–19, push and pop). null is back to the default. */
    readonly 'Terminal.colorPaletteChanged': {
      readonly changes: { readonly [name: string]: {
          readonly r: number
          readonly g: number
          readonly b: number
        } | null }
      readonly source: 'osc4' | 'osc10' | 'push' | 'pop'
    }
    /** The remote host was reported (OSC 1337). */
    readonly 'Terminal.remoteHostChanged': {
      readonly user: string
      readonly host: string
    }
    /** A user variable was set (OSC 1337). */
    readonly 'Terminal.userVariableSet': {
      readonly key: string
      readonly value: string
    }
    /** A file transfer step (OSC 5113). */
    readonly 'Terminal.fileTransfer': {
      readonly action: 'send' | 'receive' | 'progress' | 'complete' | 'error'
      readonly filename: string | null
      readonly progress: number | null
      readonly error: string | null
    }
  }
}

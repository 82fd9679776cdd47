/** The methods and events of tuispec: selectors, snapshots and replay: JSON-RPC on stdio. Made by `npm run gen` from its declarations. */

export type Selector = {
  readonly type: 'exact'
  readonly text: string
} | {
  readonly type: 'regex'
  readonly pattern: string
} | {
  readonly type: 'at'
  readonly col: number
  readonly row: number
} | {
  readonly type: 'within'
  readonly rect: {
    readonly col: number
    readonly row: number
    readonly width: number
    readonly height: number
  }
  readonly selector: Selector
} | {
  readonly type: 'nth'
  readonly index: number
  readonly selector: Selector
}

export interface Tuispec {
  readonly methods: {
    /** Start the session: its settings, its folder, and an empty screen. */
    readonly initialize: {
      readonly params: {
        /** "session" if absent. */
        readonly name?: string | null
        readonly timeoutSeconds?: number | null
        readonly terminalCols?: number | null
        readonly terminalRows?: number | null
        readonly ambiguityMode?: 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible' | null
        /** "auto" if absent. */
        readonly snapshotTheme?: string | null
        /** Overwrite baselines instead of comparing. */
        readonly updateSnapshots?: boolean | null
      }
      readonly result: {
        readonly sessionName: string
        readonly artifactRoot: string
        readonly rows: number
        readonly cols: number
        readonly version: string
      }
    }
    /** Start an app on an empty screen, ending the one before. With `readySelector`, wait until that is visible. */
    readonly launch: {
      readonly params: {
        readonly command: string
        readonly args?: readonly string[] | null
        /** Added to what is inherited; null removes a variable. */
        readonly env?: { readonly [name: string]: string | null } | null
        readonly cwd?: string | null
        readonly readySelector?: Selector | null
        readonly readyTimeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly readyPollIntervalMs?: number | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Press a key: a name such as Enter or F5, one character, or either with modifiers ("Ctrl+C"). */
    readonly sendKey: {
      readonly params: {
        readonly key: string
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Type text as it is. */
    readonly sendText: {
      readonly params: {
        readonly text: string
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Type text and press Enter. With `expectAfter`, wait until that is visible. */
    readonly sendLine: {
      readonly params: {
        readonly text: string
        readonly expectAfter?: Selector | null
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
        readonly ambiguityMode?: 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible' | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Press and release a mouse button on a cell, or on the first cell of what a selector finds. */
    readonly click: {
      readonly params: {
        readonly col?: number | null
        readonly row?: number | null
        readonly selector?: Selector | null
        readonly button?: 'left' | 'middle' | 'right' | null
        /** If absent what the app asked for, else sgr. */
        readonly encoding?: 'sgr' | 'x10' | null
        readonly ambiguityMode?: 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible' | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Wait until a selector finds something. */
    readonly waitForText: {
      readonly params: {
        readonly selector: Selector
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
        readonly ambiguityMode?: 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible' | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Wait until a regular expression matches in the text of the screen. */
    readonly waitUntil: {
      readonly params: {
        readonly pattern: string
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Wait until the text of the screen has not changed for a while, counted from the call at the earliest. */
    readonly waitForStable: {
      readonly params: {
        readonly debounceMs: number
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Wait until the app has answered all that was typed and waits for more, or has ended. */
    readonly waitForReady: {
      readonly params: {
        /** Only these states count; any in which the program waits for its user, or has ended, if absent. */
        readonly states?: readonly ('exited' | 'stopped' | 'prompt' | 'continuation' | 'secret-input' | 'line-input' | 'key-input' | 'animating' | 'busy' | 'blocked-output' | 'stuck' | 'quiet')[] | null
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
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
        readonly exitCode: number | null
      }
    }
    /** Fail unless a selector finds something within the timeout of the session. */
    readonly expectVisible: {
      readonly params: {
        readonly selector: Selector
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** Fail unless a selector finds nothing within the timeout of the session. */
    readonly expectNotVisible: {
      readonly params: {
        readonly selector: Selector
        /** The session's timeout if absent. */
        readonly timeoutMs?: number | null
        /** Accepted and not needed: waits are notified of every change at once. */
        readonly pollIntervalMs?: number | null
      }
      readonly result: {
        readonly ok: true
      }
    }
    /** The text of the screen or of a part of it, every row padded to its full width. */
    readonly currentView: {
      readonly params: {
        /** From row to row, inclusive; 0 stands for the first. */
        readonly rows?: {
          readonly start: number
          readonly end: number
        } | null
        /** A rectangle; col 0 stands for all columns, row 0 for all rows. */
        readonly region?: {
          readonly col: number
          readonly row: number
          readonly width: number
          readonly height: number
        } | null
        /** One row; 0 stands for all. */
        readonly entireRow?: number | null
        /** One column; 0 stands for all. */
        readonly entireCol?: number | null
      }
      readonly result: {
        readonly text: string
        readonly rows: number
        readonly cols: number
      }
    }
    /** Write the screen to snapshots/ in the session folder: as text with escape sequences, as a picture, or both. */
    readonly dumpView: {
      readonly params: {
        readonly name: string
        /** ansi if absent. The text is written in any case. */
        readonly format?: 'ansi' | 'png' | 'both' | null
        /** auto, dark, light or any theme's name; the session's if absent. */
        readonly theme?: string | null
        /** A family, or the path of a TrueType file. */
        readonly font?: string | null
        readonly rows?: number | null
        readonly cols?: number | null
      }
      readonly result: {
        readonly snapshotPath: string
        readonly metaPath: string
        readonly artifactRoot: string
        readonly pngPath?: string
      }
    }
    /** Write the screen to snapshots/ in the session folder, as text and as a picture. */
    readonly renderView: {
      readonly params: {
        readonly name: string
        /** auto, dark, light or any theme's name; the session's if absent. */
        readonly theme?: string | null
        /** A family, or the path of a TrueType file. */
        readonly font?: string | null
        readonly rows?: number | null
        readonly cols?: number | null
      }
      readonly result: {
        readonly snapshotPath: string
        readonly metaPath: string
        readonly artifactRoot: string
        readonly pngPath: string
      }
    }
    /** Compare two snapshot files by their text, or by how they look. */
    readonly diffView: {
      readonly params: {
        readonly leftPath: string
        readonly rightPath: string
        /** text if absent. */
        readonly mode?: 'text' | 'styled' | null
        /** Cells that may differ: clocks, ids and the like. */
        readonly masks?: readonly ({
          readonly region: {
            readonly col: number
            readonly row: number
            readonly width: number
            readonly height: number
          }
        } | {
          /** Whatever this regular expression matches. */
          readonly pattern: string
        })[] | null
      }
      readonly result: {
        readonly changed: boolean
        readonly changedLines: number
        readonly summary: string
        /** The changed lines for a person to read; empty if there are none. */
        readonly diff: string
      }
    }
    /** Fail unless the screen looks like its baseline. A baseline that is missing, or to be updated, is written. */
    readonly expectSnapshot: {
      readonly params: {
        readonly name: string
        /** Cells that may differ: clocks, ids and the like. */
        readonly masks?: readonly ({
          readonly region: {
            readonly col: number
            readonly row: number
            readonly width: number
            readonly height: number
          }
        } | {
          /** Whatever this regular expression matches. */
          readonly pattern: string
        })[] | null
      }
      readonly result: {
        readonly ok: true
        readonly actualPath: string
        readonly baselinePath: string
        readonly baselineExists: boolean
        /** Whether this call wrote it, so that nothing was compared. */
        readonly baselineWritten: boolean
      }
    }
    /** Be notified by view.changed whenever the view changes, and once before the response. Replaces an earlier subscription. */
    readonly viewSubscribe: {
      readonly params: {
        readonly debounceMs?: number
        readonly includeText?: boolean
      }
      readonly result: {
        readonly ok: true
        readonly debounceMs: number
        readonly includeText: boolean
      }
    }
    /** Stop the notifications. */
    readonly viewUnsubscribe: {
      readonly params: Record<string, never>
      readonly result: {
        readonly ok: true
      }
    }
    /** Run methods one after another up to the first that fails. What was done stays done. */
    readonly batch: {
      readonly params: {
        readonly steps?: readonly ({
          readonly method: string
          readonly params?: unknown
        })[]
      }
      readonly result: {
        readonly ok: boolean
        readonly completed: number
        readonly results: readonly unknown[]
        /** Which step failed, counted from 1. */
        readonly errorStep?: number
        readonly error?: {
          readonly code: number
          readonly message: string
          readonly data: unknown
        }
      }
    }
    /** Write every message and the changes of the screen to a file, after what it holds already. Ends a recording that runs. */
    readonly 'recording.start': {
      readonly params: {
        readonly path: string
        /** How often the screen is written at most; 0 leaves it out. */
        readonly frameIntervalMs?: number
      }
      readonly result: {
        readonly ok: true
        readonly path: string
        readonly frameIntervalMs: number
      }
    }
    /** End the recording. */
    readonly 'recording.stop': {
      readonly params: Record<string, never>
      readonly result: {
        readonly ok: true
        /** Why nothing more is written, if that is so. */
        readonly endedEarly?: string
      }
    }
    /** Whether a recording runs, and where to. */
    readonly 'recording.status': {
      readonly params: Record<string, never>
      readonly result: {
        readonly active: boolean
        readonly path: string | null
        /** Why nothing more is written, if that is so. */
        readonly endedEarly?: string
      }
    }
    /** Do again what the requests of a recording did. Requests about recordings and the end of the server are passed over. */
    readonly replay: {
      readonly params: {
        readonly path: string
        readonly speed?: 'as-fast-as-possible' | 'real-time'
      }
      readonly result: {
        readonly ok: true
        readonly replayedRequests: number
        readonly path: string
        readonly speed: string
      }
    }
    /** Whether the server is there. */
    readonly 'server.ping': {
      readonly params: Record<string, never>
      readonly result: {
        readonly pong: true
        readonly version: string
      }
    }
    /** Kill the app with its whole process group, close the recording and end the server. */
    readonly 'server.shutdown': {
      readonly params: Record<string, never>
      readonly result: {
        readonly shuttingDown: true
      }
    }
  }
  readonly events: {
    /** The visible screen has changed; sent at most once per `debounceMs`, and always after the last change. */
    readonly 'view.changed': {
      readonly rows: number
      readonly cols: number
      readonly text?: string
    }
  }
}

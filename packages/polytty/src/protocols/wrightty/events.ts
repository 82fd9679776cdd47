/**
 * Every event this server can see, as the document shapes it, and how events of the core become one. Events that
 * only a graphical emulator could see (hovering a link) are left out, as the document allows.
 */

import type { TerminalModes } from '@polytty/terminal'
import { z } from 'zod'
import type { SessionEvent } from '../../session/index.js'
import type { EventParams, EventSpec } from '../define.js'
import { readiness } from '../readiness.js'
import { region, rgb } from './params.js'

const nothing = z.object({})
const text = z.string()

export const events = [
  {
    name: 'Screen.updated',
    summary: 'The screen changed; debounced.',
    params: z.object({ dirtyRegion: region.nullable() }),
  },
  {
    name: 'Session.exited',
    summary: 'The program ended.',
    params: z.object({ exitCode: z.number().int().nullable(), signal: text.nullable() }),
  },
  {
    name: 'Session.readinessChanged',
    summary: 'The program began or ceased to wait for its user. The first one says what is so now.',
    params: z.object({ readiness }),
    deviation: 'An addition.',
  },
  { name: 'Session.output', summary: 'What the program wrote, as bytes in base64.', params: z.object({ data: text }) },
  { name: 'Terminal.bell', summary: 'BEL was received.', params: nothing },
  {
    name: 'Terminal.titleChanged',
    summary: 'The title was set (OSC 0, 2).',
    params: z.object({ title: text, iconName: text.nullable() }),
  },
  {
    name: 'Terminal.cwdChanged',
    summary: 'The working folder was reported (OSC 7, 9;9, 1337).',
    params: z.object({ cwd: text, uri: text.nullable() }),
  },
  {
    name: 'Terminal.alternateScreen',
    summary: 'The alternate screen was entered or left.',
    params: z.object({ active: z.boolean() }),
  },
  {
    name: 'Terminal.cursorChanged',
    summary: "The cursor's visibility or style changed.",
    params: z.object({ visible: z.boolean(), shape: z.enum(['block', 'underline', 'bar']), blinking: z.boolean() }),
  },
  { name: 'Shell.promptStart', summary: 'The prompt begins (OSC 133;A).', params: nothing },
  { name: 'Shell.commandStart', summary: 'The prompt has ended, typing begins (OSC 133;B).', params: nothing },
  {
    name: 'Shell.outputStart',
    summary: 'The command runs (OSC 133;C).',
    params: z.object({ command: text.nullable() }),
  },
  {
    name: 'Shell.commandFinished',
    summary: 'The command is done (OSC 133;D).',
    params: z.object({ exitCode: z.number().int().nullable() }),
  },
  {
    name: 'Terminal.notification',
    summary: 'The program asked for a desktop notification (OSC 9, 99, 777).',
    params: z.object({
      title: text.nullable(),
      body: text,
      urgency: z.enum(['low', 'normal', 'critical']),
      source: z.enum(['osc9', 'osc99', 'osc777']),
    }),
  },
  {
    name: 'Terminal.clipboardSet',
    summary: "The program set the clipboard (OSC 52). The machine's own is never touched.",
    params: z.object({ selection: text, text, base64: text }),
  },
  {
    name: 'Terminal.progressChanged',
    summary: 'Progress was reported (OSC 9;4).',
    params: z.object({
      state: z.enum(['none', 'value', 'error', 'indeterminate', 'warning']),
      percent: z.number().optional(),
    }),
  },
  {
    name: 'Terminal.modeChanged',
    summary: 'A mode was set or reset.',
    params: z.object({ mode: text, enabled: z.boolean() }),
  },
  {
    name: 'Terminal.focusChanged',
    summary: 'A client notified the program that it gained or lost focus.',
    params: z.object({ focused: z.boolean() }),
  },
  {
    name: 'Terminal.imageDisplayed',
    summary: 'An image was shown (sixel, kitty, iTerm2).',
    params: z.object({
      protocol: z.enum(['sixel', 'kitty', 'iterm2']),
      row: z.number().int(),
      col: z.number().int(),
      widthCells: z.number().int(),
      heightCells: z.number().int(),
      widthPixels: z.number().int(),
      heightPixels: z.number().int(),
      imageId: z.number().int().nullable(),
    }),
  },
  {
    name: 'Terminal.colorPaletteChanged',
    summary: 'The program changed colours (OSC 4, 10–19, push and pop). null is back to the default.',
    params: z.object({ changes: z.record(text, rgb.nullable()), source: z.enum(['osc4', 'osc10', 'push', 'pop']) }),
  },
  {
    name: 'Terminal.remoteHostChanged',
    summary: 'The remote host was reported (OSC 1337).',
    params: z.object({ user: text, host: text }),
  },
  {
    name: 'Terminal.userVariableSet',
    summary: 'A user variable was set (OSC 1337).',
    params: z.object({ key: text, value: text }),
  },
  {
    name: 'Terminal.fileTransfer',
    summary: 'A file transfer step (OSC 5113).',
    params: z.object({
      action: z.enum(['send', 'receive', 'progress', 'complete', 'error']),
      filename: text.nullable(),
      progress: z.number().nullable(),
      error: text.nullable(),
    }),
  },
] as const satisfies readonly EventSpec[]

type Declared = (typeof events)[number]
export type EventName = Declared['name']

export const eventNames: readonly EventName[] = events.map(({ name }) => name)

/** Events that the document does not have: only who names them gets them. */
export const additions: ReadonlySet<string> = new Set(
  (events as readonly EventSpec[]).filter(({ deviation }) => deviation !== undefined).map(({ name }) => name),
)

type EventOf<N extends EventName> = Extract<Declared, { name: N }>

const byName = new Map<string, EventSpec>(events.map((event) => [event.name, event]))

/** A declared event with its payload. */
export function happened<N extends EventName>(name: N, data: EventParams<EventOf<N>>): WrighttyEvent {
  return { name, event: byName.get(name)!, data }
}

/** A named event with its payload, ready for the envelope. */
export interface WrighttyEvent {
  readonly name: EventName
  readonly event: EventSpec
  readonly data: object
}

const modeNames: Readonly<Record<string, string>> = {
  cursorKeys: 'cursorKeyMode',
  alternateScreen: 'alternateScreen',
  bracketedPaste: 'bracketedPaste',
  focusReporting: 'focusReporting',
  cursorVisible: 'cursorVisible',
  autoWrap: 'autoWrap',
  reverseVideo: 'reverseVideo',
  synchronizedOutput: 'synchronizedOutput',
}

/** OSC 52 names selections by a letter. */
const selections: Readonly<Record<string, string>> = { c: 'clipboard', p: 'primary', q: 'secondary', s: 'select' }

/** A core event in this dialect's words; null where the document has no event for it. */
export function translateEvent(event: SessionEvent, modes: TerminalModes): WrighttyEvent | null {
  switch (event.type) {
    case 'bell':
      return happened('Terminal.bell', {})
    case 'title':
      return happened('Terminal.titleChanged', { title: event.title, iconName: event.iconName })
    case 'cwd':
      return happened('Terminal.cwdChanged', { cwd: event.cwd, uri: event.uri })
    case 'alternateScreen':
      return happened('Terminal.alternateScreen', { active: event.active })
    case 'cursorStyle':
      return happened('Terminal.cursorChanged', {
        visible: event.visible,
        shape: event.shape,
        blinking: event.blinking,
      })
    case 'promptMark':
      return translateMark(event)
    case 'notification': {
      const { title, body, urgency, source } = event
      return happened('Terminal.notification', { title, body, urgency, source })
    }
    case 'clipboard':
      return happened('Terminal.clipboardSet', {
        selection: selections[event.selection[0] ?? 'c'] ?? 'clipboard',
        text: event.text,
        base64: event.base64,
      })
    case 'progress':
      return happened('Terminal.progressChanged', {
        state: event.state,
        ...(event.percent === null ? {} : { percent: event.percent }),
      })
    case 'mode':
      return translateMode(event.mode, event.enabled, modes)
    case 'focus':
      return happened('Terminal.focusChanged', { focused: event.focused })
    case 'image': {
      const { type: _, line: _line, ...data } = event
      return happened('Terminal.imageDisplayed', data)
    }
    case 'palette':
      return happened('Terminal.colorPaletteChanged', { changes: event.changes, source: event.source })
    case 'remoteHost':
      return happened('Terminal.remoteHostChanged', { user: event.user, host: event.host })
    case 'userVariable':
      return happened('Terminal.userVariableSet', { key: event.key, value: event.value })
    case 'fileTransfer': {
      const { type: _, ...data } = event
      return happened('Terminal.fileTransfer', data)
    }
    default:
      return null
  }
}

function translateMark({ mark, command, exitCode }: Extract<SessionEvent, { type: 'promptMark' }>): WrighttyEvent {
  switch (mark) {
    case 'promptStart':
      return happened('Shell.promptStart', {})
    case 'commandStart':
      return happened('Shell.commandStart', {})
    case 'outputStart':
      return happened('Shell.outputStart', { command })
    case 'commandFinished':
      return happened('Shell.commandFinished', { exitCode })
  }
}

/** All tracking modes are one mode here, on while any of them is. */
function translateMode(mode: string, enabled: boolean, modes: TerminalModes): WrighttyEvent | null {
  if (/^mouse(X10|Normal|Button|Any|Tracking)/i.test(mode))
    return happened('Terminal.modeChanged', { mode: 'mouseTracking', enabled: modes.mouseTracking !== 'none' })
  const name = modeNames[mode]
  return name === undefined ? null : happened('Terminal.modeChanged', { mode: name, enabled })
}

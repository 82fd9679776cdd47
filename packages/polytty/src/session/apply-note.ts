/** What a session did in another process at this place of its output, done again. */
import type { PtyNote } from './pty/port.js'
import type { ReportedState } from './reported-state.js'
import type { SessionScreen } from './screen.js'

interface Target {
  readonly screen: SessionScreen
  readonly reported: ReportedState
  resize(size: Extract<PtyNote, { type: 'resize' }>): void
}

export function applyNote(note: PtyNote, { screen, reported, resize }: Target): void {
  switch (note.type) {
    case 'resize':
      return resize(note)
    case 'palette':
      return screen.setPalette(note.overrides)
    case 'colorScheme':
      return screen.setColorScheme(note.scheme)
    case 'input':
      return reported.noteInput(note.entered)
  }
}

/** A saved session as bytes: a description, and the long parts of it as they are. What a host keeps of a session. */
import type { SavedSession } from '../../session/index.js'
import { BlockReader, blockParts } from '../frame.js'

/** In parts, one behind the other. */
export function encodeKeyframe(session: SavedSession): Uint8Array[] {
  const { terminal, transcript, ...screen } = session.screen
  const { text, ...cursors } = transcript
  const about = { ...session, screen: { ...screen, terminal: { state: terminal.state }, transcript: cursors } }
  return [JSON.stringify(about), terminal.dump, terminal.rows, text].flatMap(blockParts)
}

export function decodeKeyframe(bytes: Buffer): SavedSession {
  const blocks = new BlockReader(bytes)
  const about = JSON.parse(blocks.next().toString()) as SavedSession
  const [dump, rows, text] = [blocks.next(), blocks.next(), blocks.next().toString()]
  const { terminal, transcript, ...screen } = about.screen
  return {
    ...about,
    screen: {
      ...screen,
      terminal: { ...terminal, dump, rows },
      transcript: { ...transcript, text },
    },
  }
}

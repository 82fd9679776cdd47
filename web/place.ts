/** Where the page is: the session it shows and how, kept in the address so that a reload comes back to it. */
import { signal } from '@preact/signals'

export interface Place {
  readonly session: string
  /** Only watching: nothing is typed, and the window's size does not count. */
  readonly watch: boolean
}

interface Visit extends Place {
  /** Another number for each time that something was chosen, and the same after a rename. */
  readonly visit: number
}

let visits = 0

export const place = signal<Visit | null>(read())

addEventListener('hashchange', () => {
  place.value = read()
})

export function linkTo({ session, watch }: Place): string {
  return `#/${watch ? 'watch' : 'attach'}/${encodeURIComponent(session)}`
}

export function go(to: Place | null): void {
  location.hash = to ? linkTo(to) : '#/'
}

/** The same session under another name: nothing is attached again. */
export function followRename(from: string, to: string): void {
  if (place.value?.session !== from) return
  place.value = { ...place.value, session: to }
  history.replaceState(null, '', linkTo(place.value))
}

function read(): Visit | null {
  const [, mode, session] = /^#\/(attach|watch)\/(.+)$/.exec(location.hash) ?? []
  return session === undefined
    ? null
    : { session: decodeURIComponent(session), watch: mode === 'watch', visit: ++visits }
}

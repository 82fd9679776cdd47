/** What xterm.js is given besides itself: widths of clusters, links that open, finding, the clipboard of the program. */
import { ClipboardAddon } from '@xterm/addon-clipboard'
import { SearchAddon } from '@xterm/addon-search'
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes'
import { WebLinksAddon } from '@xterm/addon-web-links'
import type { Terminal } from '@xterm/xterm'

/** Gives them to a terminal in `host`, and returns what searches it. */
export function loadAddons(terminal: Terminal, host: HTMLElement): SearchAddon {
  const search = new SearchAddon()
  const showAddress = (_: MouseEvent, address: string): void => {
    host.title = address
  }
  const hideAddress = (): void => host.removeAttribute('title')
  // A link's text may say anything: where it leads is shown before it is followed.
  terminal.options.linkHandler = { activate: openLink, hover: showAddress, leave: hideAddress }
  terminal.loadAddon(new WebLinksAddon(openLink, { hover: showAddress, leave: hideAddress }))
  terminal.loadAddon(new UnicodeGraphemesAddon())
  terminal.loadAddon(search)
  // Programs may fill the clipboard, as in other terminals, but never read it.
  terminal.loadAddon(
    new ClipboardAddon(undefined, {
      readText: () => '',
      writeText: async (_, text) => navigator.clipboard?.writeText(text),
    }),
  )
  return search
}

/** The page that opens knows nothing of this one. Only the web is opened: other schemes start programs. */
function openLink(_: MouseEvent, address: string): void {
  if (/^https?:\/\//i.test(address)) open(address, '_blank', 'noopener,noreferrer')
}

/** Finding text in a terminal, its history included. */
import { useSignal } from '@preact/signals'
import type { SearchAddon } from '@xterm/addon-search'
import { useEffect, useRef } from 'preact/hooks'

/** All finds are marked, the one that was gone to stands out. */
const decorations = {
  matchBackground: '#6b5a1e',
  matchOverviewRuler: '#c9a227',
  activeMatchBackground: '#a8571a',
  activeMatchBorder: '#ff9b45',
  activeMatchColorOverviewRuler: '#ff9b45',
}

interface FindProps {
  readonly search: SearchAddon
  close(): void
}

export function Find({ search, close }: FindProps) {
  const field = useRef<HTMLInputElement>(null)
  const found = useSignal('')
  useEffect(() => {
    field.current?.focus()
    const results = search.onDidChangeResults(({ resultIndex, resultCount }) => {
      const wanted = field.current?.value !== ''
      if (resultCount > 0) found.value = `${resultIndex < 0 ? 'many' : resultIndex + 1} of ${resultCount}`
      else found.value = wanted ? 'Not found' : ''
    })
    return () => {
      results.dispose()
      search.clearDecorations()
    }
  }, [search])
  const next = (incremental = false): void => void search.findNext(field.current!.value, { incremental, decorations })
  const previous = (): void => void search.findPrevious(field.current!.value, { decorations })
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    else if (event.key !== 'Enter') return
    else if (event.shiftKey) previous()
    else next()
    event.preventDefault()
  }
  return (
    <search class="find">
      <label>
        Find <input ref={field} type="search" spellcheck={false} onKeyDown={handleKey} onInput={() => next(true)} />
      </label>
      <button type="button" onClick={previous}>
        Previous
      </button>
      <button type="button" onClick={() => next()}>
        Next
      </button>
      <span role="status">{found.value}</span>
      <span class="grow" />
      <button type="button" onClick={close}>
        Close
      </button>
    </search>
  )
}

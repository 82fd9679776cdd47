/** The part of the page with a terminal in it, and what there is to say about its connection. */
import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Attachment, type AttachmentState } from './attachment.js'
import { Find } from './find.js'
import { go, linkTo, place } from './place.js'
import { sessions } from './sessions.js'

const STORED = 'polytty-screen-reader'

/** Shows the current place; made again for each visit. */
export function TerminalView() {
  const host = useRef<HTMLDivElement>(null)
  const attachment = useSignal<Attachment | null>(null)
  const screenReader = useSignal(localStorage.getItem(STORED) === 'on')
  const here = place.value!
  const { watch, session } = here
  const finding = useSignal(false)

  useEffect(() => {
    const made = new Attachment(() => place.peek() ?? here, host.current!, screenReader.peek())
    attachment.value = made
    if (!watch) made.focus()
    return () => made.dispose()
  }, [])

  // What was not there when it was asked for may come yet. Once for each list: it may be older than the answer.
  const tried = useRef<unknown>(null)
  useSignalEffect(() => {
    const isMissing = attachment.value?.state.value.kind === 'missing'
    if (!isMissing || tried.current === sessions.value || !isRunning(place.value?.session)) return
    tried.current = sessions.value
    attachment.peek()?.reconnect()
  })

  // In the terminal Ctrl+F is the program's.
  const handleKey = (event: KeyboardEvent): void => {
    const inTerminal = host.current?.contains(event.target as Node) && !watch
    const isFind = event.key.toLowerCase() === 'f' && event.ctrlKey && (event.shiftKey || !inTerminal)
    if (!isFind) return
    event.preventDefault()
    finding.value = true
  }
  const closeFind = (): void => {
    finding.value = false
    attachment.value?.focus()
  }

  useSignalEffect(() => {
    const title = attachment.value?.title.value
    document.title = title ? `${title} – polytty` : `${place.value?.session} – polytty`
  })

  const state = attachment.value?.state.value ?? { kind: 'connecting' }
  const isLive = state.kind === 'attached' || state.kind === 'connecting'
  const canReturn = state.kind === 'detached' || (state.kind === 'ended' && isRunning(session))
  const attachAgain = (): void => {
    attachment.value?.reconnect()
    attachment.value?.focus()
  }
  const size = attachment.value?.size.value
  const setScreenReader = (on: boolean): void => {
    screenReader.value = on
    localStorage.setItem(STORED, on ? 'on' : 'off')
    attachment.value?.setScreenReader(on)
  }
  return (
    <section class="terminal" aria-label={`Terminal ${session}`} onKeyDownCapture={handleKey}>
      <header>
        <h2>{session}</h2>
        <span class="size">{size && `${size.cols}×${size.rows}`}</span>
        <span role="status" class={isLive ? '' : 'notice'}>
          {describe(state, watch)}
        </span>
        {state.kind === 'attached' && attachment.value?.captured.value && <strong>Keyboard captured</strong>}
        {canReturn && (
          <button type="button" ref={focusOn} onClick={attachAgain}>
            Attach again
          </button>
        )}
        <span class="grow" />
        <label>
          <input
            type="checkbox"
            checked={screenReader.value}
            onChange={({ currentTarget }) => setScreenReader(currentTarget.checked)}
          />{' '}
          Screen reader
        </label>
        <button type="button" title="Ctrl+Shift+F" onClick={() => (finding.value = true)}>
          Find
        </button>
        <a href={linkTo({ session, watch: !watch })}>{watch ? 'Type' : 'Watch only'}</a>
        <button type="button" onClick={() => go(null)}>
          Leave
        </button>
      </header>
      <div class={isLive ? 'screen' : 'screen last'} ref={host} />
      {finding.value && attachment.value && <Find search={attachment.value.search} close={closeFind} />}
      {!watch && isLive && <p class="hint">Ctrl+\ captures the keyboard; twice, it leaves the terminal.</p>}
    </section>
  )
}

function isRunning(session: string | undefined): boolean {
  return sessions.value?.some(({ name, pid }) => name === session && pid !== null) ?? false
}

/** The terminal has let go of the keyboard: it goes on here. */
function focusOn(element: HTMLElement | null): void {
  element?.focus()
}

function describe(state: AttachmentState, watch: boolean): string {
  switch (state.kind) {
    case 'connecting':
      return 'Connecting…'
    case 'attached':
      return watch ? 'Watching' : 'Attached'
    case 'reconnecting':
      return 'Connection lost, trying again…'
    case 'detached':
      return 'Detached'
    case 'ended':
      return state.status === null ? 'The session has ended' : `exited ${state.status}`
    case 'missing':
      return state.reason
  }
}

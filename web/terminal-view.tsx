/** The part of the page with a terminal in it, and what there is to say about its connection. */
import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Attachment, type AttachmentState } from './attachment.js'
import { go, linkTo, place } from './place.js'
import { sessions } from './sessions.js'

const STORED = 'polytty-screen-reader'

/** Shows the current place; made anew for each visit. */
export function TerminalView() {
  const host = useRef<HTMLDivElement>(null)
  const attachment = useSignal<Attachment | null>(null)
  const attempt = useSignal(0)
  const screenReader = useSignal(localStorage.getItem(STORED) === 'on')
  const { value: count } = attempt
  const here = place.value!
  const { watch, session } = here

  useEffect(() => {
    const made = new Attachment(() => place.peek() ?? here, host.current!, screenReader.peek())
    attachment.value = made
    if (!watch) made.focus()
    return () => made.dispose()
  }, [count])

  // What was not there when it was asked for may come yet.
  useSignalEffect(() => {
    const isMissing = attachment.value?.state.value.kind === 'missing'
    if (isMissing && sessions.value?.some(({ name }) => name === place.value?.session))
      attempt.value = attempt.peek() + 1
  })

  useSignalEffect(() => {
    const title = attachment.value?.title.value
    document.title = title ? `${title} – polytty` : `${place.value?.session} – polytty`
  })

  const state = attachment.value?.state.value ?? { kind: 'connecting' }
  const size = attachment.value?.size.value
  const setScreenReader = (on: boolean): void => {
    screenReader.value = on
    localStorage.setItem(STORED, on ? 'on' : 'off')
    attachment.value?.setScreenReader(on)
  }
  return (
    <section class="terminal" aria-label={`Terminal ${session}`}>
      <header>
        <h2>{session}</h2>
        <span class="size">{size && `${size.cols}×${size.rows}`}</span>
        <span role="status">{describe(state, watch)}</span>
        {state.kind === 'attached' && attachment.value?.captured.value && <strong>Keyboard captured</strong>}
        {state.kind === 'detached' && (
          <button type="button" ref={focusOn} onClick={() => attempt.value++}>
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
        <a href={linkTo({ session, watch: !watch })}>{watch ? 'Type' : 'Watch only'}</a>
        <button type="button" onClick={() => go(null)}>
          Leave
        </button>
      </header>
      <div class="screen" ref={host} />
      {!watch && <p class="hint">Ctrl+\ captures the keyboard; twice, it leaves the terminal.</p>}
    </section>
  )
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
      return 'The session has ended'
    case 'missing':
      return state.reason
  }
}

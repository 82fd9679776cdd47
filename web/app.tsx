/** The page: the sessions at the side, the one that was chosen beside them; or the question for a token. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { followRename, place } from './place.js'
import { needsToken, useToken } from './server.js'
import { SessionList } from './session-list.js'
import { connected, followSessions, sessions } from './sessions.js'
import { TerminalView } from './terminal-view.js'

export function App() {
  useEffect(() => followSessions(followRename), [])
  // Who was connected before keeps the last screen while the server asks.
  if (needsToken.value && !sessions.value) return <TokenForm />
  return (
    <>
      {needsToken.value && <TokenForm />}
      <Sessions />
    </>
  )
}

function Sessions() {
  const { value: shown } = place
  const trouble = sessions.value ? 'Server lost, trying again…' : 'Connecting…'
  useEffect(() => {
    if (!shown) document.title = 'polytty'
  }, [shown])
  return (
    <>
      <header class="page">
        <h1>polytty</h1>
        <span role="status">{connected.value ? '' : trouble}</span>
        <span class="grow" />
        <a href="/docs">API</a>
      </header>
      <SessionList />
      <main>{shown ? <TerminalView key={shown.visit} /> : <p class="hint">Choose a session, or start one.</p>}</main>
    </>
  )
}

function TokenForm() {
  const failure = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  // It is all there is on the page.
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget as HTMLFormElement).get('token') ?? '').trim()
    failure.value = await tryToken(token)
  }
  return (
    <main class="token">
      <h1>polytty</h1>
      <form onSubmit={submit}>
        <label>
          This server asks for its token
          <input type="password" name="token" ref={field} required autoComplete="current-password" />
        </label>
        <button type="submit">Connect</button>
        <p role="alert">{failure.value}</p>
        <p class="hint">
          <code>polytty wsh token</code> prints it where the server runs.
        </p>
      </form>
    </main>
  )
}

async function tryToken(token: string): Promise<string> {
  try {
    await useToken(token)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The list of sessions, and the forms to make, rename and end one. */
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { go, linkTo, place } from './place.js'
import {
  createSession,
  giveBack,
  HANDED_OVER,
  removeSession,
  renameSession,
  type SessionInfo,
  sessions,
} from './sessions.js'

export function SessionList() {
  const list = sessions.value
  return (
    <nav aria-label="Sessions">
      <NewSession />
      {list?.length === 0 && <p class="hint">No sessions yet.</p>}
      <ul>
        {list?.map((session) => (
          <Entry key={session.name} session={session} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ session }: { readonly session: SessionInfo }) {
  const { name, command, cols, rows, clients, tags, pid, exit_code } = session
  const ended = pid === null
  const current = place.value?.session === name
  return (
    <li class={current ? 'current' : ''}>
      <a href={linkTo({ session: name, watch: false })} aria-current={current ? 'page' : undefined}>
        <strong>{name}</strong>
        <span class="command" title={command}>
          {command}
        </span>
        <small>
          {ended ? `exited ${exit_code}` : `${cols}×${rows}, ${clients} attached`}
          {tags.length > 0 && ` · ${tags.join(', ')}`}
        </small>
      </a>
      <div class="actions">
        {!ended && (
          <a href={linkTo({ session: name, watch: true })} aria-label={`Watch ${name}`}>
            Watch
          </a>
        )}
        {tags.includes(HANDED_OVER) && (
          <button type="button" aria-label={`Give ${name} back`} onClick={() => void giveBack(name)}>
            Give back
          </button>
        )}
        <Ask
          label="Rename"
          about={name}
          question={`A new name for ${name}`}
          field={{ label: 'Name', initial: name }}
          act={(newName) => renameSession(name, newName)}
        />
        <Ask
          label={ended ? 'Forget' : 'Kill'}
          about={name}
          question={ended ? `Forget ${name} and its last screen?` : `End ${name} and everything it started?`}
          act={() => removeSession(name)}
        />
      </div>
    </li>
  )
}

interface AskProps {
  readonly label: string
  readonly about: string
  readonly question: string
  readonly field?: { readonly label: string; readonly initial: string }
  act(value: string): Promise<unknown>
}

/** A button, the question it asks, and what comes of the answer. */
function Ask({ label, about, question, field, act }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const failure = useSignal('')
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget as HTMLFormElement).get('value') ?? '')
    failure.value = await failureOf(act(value))
    if (failure.value === '') dialog.current?.close()
  }
  return (
    <>
      <button type="button" aria-label={`${label} ${about}`} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} aria-label={question}>
        <form onSubmit={submit}>
          <p>{question}</p>
          {field && (
            <label>
              {field.label} <input name="value" defaultValue={field.initial} required autoComplete="off" />
            </label>
          )}
          <p role="alert">{failure.value}</p>
          <button type="submit">{label}</button>{' '}
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </form>
      </dialog>
    </>
  )
}

function NewSession() {
  const failure = useSignal('')
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = (field: string): string | undefined => String(new FormData(form).get(field) ?? '') || undefined
    const making = createSession({ name: given('name'), command: given('command') })
    failure.value = await failureOf(making)
    if (failure.value !== '') return
    form.reset()
    go({ session: (await making).name, watch: false })
  }
  return (
    <form class="new" onSubmit={submit} aria-label="New session">
      <label>
        Command <input name="command" placeholder="your shell" autoComplete="off" spellcheck={false} />
      </label>
      <label>
        Name <input name="name" placeholder="chosen for you" autoComplete="off" spellcheck={false} />
      </label>
      <button type="submit">New session</button>
      <p role="alert">{failure.value}</p>
    </form>
  )
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

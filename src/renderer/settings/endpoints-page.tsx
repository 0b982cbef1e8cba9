import { type FormEvent, useEffect, useState } from 'react'

import { type EndpointEntry, endpointFieldsSchema } from '../../shared/endpoints/endpoint-entry.ts'
import type { EndpointState, EndpointTrial } from '../../shared/endpoints/endpoint-trial.ts'
import { KIND_LABELS } from '../../shared/endpoints/endpoint-kinds.ts'
import type { Result } from '../../shared/result.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryView, useRemoveEntry } from './entry-view.tsx'
import fieldStyles from './entry-form.module.css'
import styles from './entry.module.css'
import { useConfiguration } from './use-configuration.ts'

const words = texts.endpoints

/** Endpoints: servers whose models are named NAME/MODEL, as in config.json. */
export function EndpointsPage() {
  const config = useConfiguration()
  const {
    config: { endpoints },
  } = useActions()
  const [states, setStates] = useState<readonly EndpointState[]>([])
  const [adding, setAdding] = useState(false)
  /** Counts the saved keys, after which the states are loaded anew. */
  const [changes, setChanges] = useState(0)
  const entries = config?.endpoints
  useEffect(() => {
    let isShown = true
    void endpoints.states().then((loaded) => {
      if (isShown && loaded !== null) setStates(loaded)
    })
    return () => {
      isShown = false
    }
  }, [endpoints, entries, changes])
  if (entries === undefined) return <p className={formStyles.lead}>{texts.settingsDialog.loading}</p>
  return (
    <div className={formStyles.settings}>
      {states.length === 0 ? <p className={formStyles.none}>{words.none}</p> : null}
      {states.map((state) => (
        <EndpointRow key={state.name} state={state} onKey={() => setChanges(changes + 1)} />
      ))}
      {adding ? (
        <EndpointEditor name={null} entry={{}} onDone={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>{words.add}</Button>
      )}
    </div>
  )
}

function EndpointRow({ state, onKey }: { state: EndpointState; onKey(): void }) {
  const { name, label, baseUrl, kind, key, entry, isConfigured } = state
  const {
    config: { endpoints, update },
  } = useActions()
  const remove = useRemoveEntry()
  const [trial, setTrial] = useState<Result<EndpointTrial> | 'running' | null>(null)

  async function tryIt(): Promise<void> {
    setTrial('running')
    setTrial(await endpoints.try(name))
  }

  return (
    <EntryView
      label={label}
      name={`${name}/`}
      spoken={name}
      state={<span className={styles.entryState}>{words.keys[key]}</span>}
      buttons={
        <Button
          tone="quiet"
          disabled={trial === 'running'}
          aria-label={words.tryEndpoint({ name })}
          onClick={() => void tryIt()}
        >
          {trial === 'running' ? words.trying : words.tryIt}
        </Button>
      }
      content={
        <p className={styles.entryText}>
          {[label, KIND_LABELS[kind], baseUrl ?? words.noAddress, ...(isConfigured ? [] : [words.implied])].join(' · ')}
        </p>
      }
      editor={isConfigured ? (onDone) => <EndpointEditor name={name} entry={entry} onDone={onDone} /> : null}
      onRemove={() => {
        const removed = key === 'stored' ? words.removedWithKey({ name }) : words.removed({ name })
        void remove(entry, removed, (next) => update({ endpoints: { [name]: next } }))
      }}
    >
      {key === 'none' || key === 'stored' ? <KeyField name={name} onSaved={onKey} /> : null}
      {trial === null || trial === 'running' ? null : <TrialView trial={trial} />}
    </EntryView>
  )
}

function KeyField({ name, onSaved }: { name: string; onSaved(): void }) {
  const {
    config: { endpoints },
  } = useActions()
  const [key, setKey] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  async function save(submit: FormEvent): Promise<void> {
    submit.preventDefault()
    const refusal = await endpoints.setKey(name, key)
    setFailure(refusal)
    if (refusal !== null) return
    setKey('')
    onSaved()
  }
  return (
    <form className={fieldStyles.row} onSubmit={(submit) => void save(submit)}>
      <input
        type="password"
        className={formStyles.field}
        aria-label={words.keyOf({ name })}
        placeholder={words.keyPlaceholder}
        autoComplete="off"
        required
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <Button type="submit" aria-label={words.saveKeyOf({ name })}>
        {words.saveKey}
      </Button>
      <FailureNote failure={failure} />
    </form>
  )
}

/** What was sent and what came, without secrets. */
function TrialView({ trial }: { trial: Result<EndpointTrial> }) {
  if (!trial.ok) return <FailureNote failure={trial.error} />
  const { model, text, error, request, answer } = trial.value
  const headers = Object.entries(request?.headers ?? {}).map(([header, value]) => `${header}: ${value}`)
  return (
    <>
      {error === null ? (
        <p className={styles.entryText} role="status">
          {words.answered({ model, text })}
        </p>
      ) : (
        <FailureNote failure={error} />
      )}
      {request === null ? null : (
        <details>
          <summary>{words.request}</summary>
          <pre className={styles.entryWire}>{[`POST ${request.url}`, ...headers, '', request.body].join('\n')}</pre>
        </details>
      )}
      {answer === null ? null : (
        <details>
          <summary>{words.answer({ status: answer.status })}</summary>
          <pre className={styles.entryWire}>{answer.body}</pre>
        </details>
      )}
    </>
  )
}

interface EndpointEditorProps {
  /** Null: a new one. */
  readonly name: string | null
  readonly entry: EndpointEntry
  onDone(): void
}

function EndpointEditor({ name, entry, onDone }: EndpointEditorProps) {
  const {
    config: { update },
  } = useActions()
  return (
    <EntryForm
      form={words.form}
      name={name}
      entry={entry}
      schema={endpointFieldsSchema}
      jsonHint={words.jsonHint}
      Fields={EndpointFields}
      onDone={onDone}
      onSave={(chosen, next) =>
        update({ endpoints: { [chosen]: next.preset === chosen ? next : { ...next, name: chosen } } })
      }
    />
  )
}

import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { providerOfKey } from '../../shared/key-prefix.ts'
import { isProviderName, PROVIDER_NAMES, API_PROVIDERS, type ApiProviderName } from '../../shared/providers.ts'
import { useActions } from '../hooks/app-context.ts'
import { useCredentials } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { planText } from '../store/credential-store.ts'
import { texts } from '../text/texts.ts'
import styles from './first-start.module.css'

const words = texts.start.key

const WITH_KEYS = PROVIDER_NAMES.filter((name) => API_PROVIDERS[name].keyPage !== null)

/** A field for the first key. It has the focus, so that a key can be pasted at once. Its provider is recognised by how it begins; the user can choose another. */
export function KeyCard() {
  const { agents, settings } = useActions()
  const plan = useCredentials((state) => state.plan)
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<ApiProviderName | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const provider = chosen ?? providerOfKey(key)
  useEffect(() => void settings.loadKeyPlan(), [settings])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [])

  async function save(): Promise<void> {
    if (provider === null) return setFailure(words.chooseProvider)
    setBusy(true)
    const refusal = await settings.setKey(provider, key.trim())
    setBusy(false)
    setFailure(refusal)
    if (refusal === null) await agents.createRoot()
  }

  return (
    <li className={styles.way}>
      <KeyRound className={styles.icon} aria-hidden />
      <h3>{words.title}</h3>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          void save()
        }}
      >
        <input
          ref={field}
          type="password"
          className={styles.field}
          aria-label={words.label}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(change) => {
            setKey(change.target.value)
            setFailure(null)
          }}
        />
        <select
          className={styles.field}
          aria-label={words.provider}
          value={provider ?? ''}
          onChange={({ target }) => setChosen(isProviderName(target.value) ? target.value : null)}
        >
          <option value="">{words.noProvider}</option>
          {WITH_KEYS.map((name) => (
            <option key={name} value={name}>
              {API_PROVIDERS[name].label}
            </option>
          ))}
        </select>
        <p className={styles.note}>{planText(plan)}</p>
        <FailureNote failure={failure} />
        <Button tone="primary" type="submit" disabled={busy || key.trim() === ''}>
          {words.save}
        </Button>
      </form>
    </li>
  )
}

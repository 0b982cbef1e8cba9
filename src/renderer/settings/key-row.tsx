import { useEffect, useState } from 'react'
import type { AppError } from '../../shared/app-error.ts'

import type { CredentialState } from '../../shared/credential-state.ts'
import { useActions } from '../hooks/app-context.ts'
import { providerOfKey } from '../../shared/key-prefix.ts'
import { type ApiProviderName, API_PROVIDERS, PROVIDERS } from '../../shared/providers.ts'
import { useCredentials } from '../hooks/use-stores.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import { planText } from '../store/credential-store.ts'
import { Button } from '../parts/button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { SafeLink } from '../parts/safe-link.tsx'
import { texts } from '../text/texts.ts'
import formStyles from '../parts/form.module.css'
import styles from './key-row.module.css'
import { TestResult } from './test-result.tsx'

const common = texts.settingsDialog
const words = texts.providerKeys

/** A provider's key: its source, and buttons to test, replace and remove it. */
export function KeyRow({ credential }: { credential: CredentialState }) {
  const { settings } = useActions()
  const [editing, setEditing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { provider, source } = credential
  const label = API_PROVIDERS[provider].label
  return (
    <li className={styles.key} aria-label={label}>
      <div className={styles.keyLine}>
        <span className={styles.provider}>{label}</span>
        <span className={styles.state} data-set={source !== null}>
          {stateText(credential)}
        </span>
        <span className={styles.keyButtons}>
          {source === null ? null : (
            <Button
              tone="quiet"
              aria-label={words.testFor({ provider: label })}
              onClick={() => void settings.testKey(provider)}
            >
              {words.test}
            </Button>
          )}
          {source === 'keychain' || source === 'file' ? (
            <Button
              tone="quiet"
              aria-label={words.removeFor({ provider: label })}
              onClick={() => void settings.removeKey(provider).then(setFailure)}
            >
              {common.remove}
            </Button>
          ) : null}
          <Button
            aria-label={source === null ? words.addFor({ provider: label }) : words.replaceFor({ provider: label })}
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            {source === null ? words.add : words.replace}
          </Button>
        </span>
      </div>
      <KeyTestResult provider={provider} />
      {editing ? <KeyForm credential={credential} label={label} onDone={() => setEditing(false)} /> : null}
      <FailureNote className={formStyles.failure} failure={failure} />
    </li>
  )
}

interface KeyFormProps {
  readonly credential: CredentialState
  readonly label: string
  onDone(): void
}

function KeyForm({ credential, label, onDone }: KeyFormProps) {
  const { settings } = useActions()
  const plan = useCredentials((state) => state.plan)
  const [key, setKey] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const likely = providerOfKey(key)
  const other = likely === null || likely === credential.provider ? null : likely
  useEffect(() => void settings.loadKeyPlan(), [settings])

  async function keep(provider: ApiProviderName): Promise<void> {
    if (key.trim() === '') return
    setBusy(true)
    const refusal = await settings.setKey(provider, key.trim())
    setBusy(false)
    setFailure(refusal)
    if (refusal === null) onDone()
  }

  return (
    <form
      className={styles.keyForm}
      onSubmit={(form) => {
        form.preventDefault()
        void keep(credential.provider)
      }}
    >
      <input
        type="password"
        className={styles.keyField}
        aria-label={words.keyFor({ provider: label })}
        placeholder={words.placeholder({ variable: credential.environmentName })}
        autoComplete="off"
        spellCheck={false}
        ref={focusOnMount}
        value={key}
        onChange={(change) => setKey(change.target.value)}
      />
      {other === null ? null : (
        <Button disabled={busy} onClick={() => void keep(other)}>
          {words.saveFor({ provider: API_PROVIDERS[other].label })}
        </Button>
      )}
      <Button tone="primary" type="submit" disabled={busy}>
        {common.save}
      </Button>
      <span className={styles.keyHelp}>
        {other === null ? '' : `${words.looksLike({ provider: API_PROVIDERS[other].label })} `}
        {planText(plan)}
        {credential.keyUrl === '' ? null : (
          <>
            {' '}
            {words.getAt} <SafeLink href={credential.keyUrl}>{hostOf(credential.keyUrl)}</SafeLink>
          </>
        )}
      </span>
      <FailureNote className={formStyles.failure} failure={failure} />
    </form>
  )
}

function stateText({ provider, source, endsIn, environmentName }: CredentialState): string {
  if (source === null) return API_PROVIDERS[provider].keyPage === null ? words.states.notNeeded : words.states.missing
  const end = endsIn === null ? [] : [words.states.endsIn({ end: endsIn })]
  return [words.states.set, ...end, sourceText(source, environmentName)].join(' · ')
}

function sourceText(source: NonNullable<CredentialState['source']>, environmentName: string): string {
  if (source === 'keychain') return words.states.fromKeychain
  return words.states.from({ source: source === 'environment' ? environmentName : 'credentials.json' })
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/** The result of the last test of a provider's key. */
function KeyTestResult({ provider }: { provider: ApiProviderName }) {
  const test = useCredentials(({ tests }) => tests.get(provider)) ?? null
  return (
    <TestResult
      test={test}
      testing={words.testing}
      works={(models) => words.works({ models })}
      failure={(error) => failureText(provider, error)}
    />
  )
}

function failureText(name: ApiProviderName, { category, httpStatus: status, message: reason }: AppError): string {
  const provider = PROVIDERS[name].label
  if (category === 'AUTH') {
    return status === undefined
      ? words.refused({ provider, reason })
      : words.refusedWithStatus({ provider, status, reason })
  }
  // Without a status, there was no answer.
  return status === undefined ? words.notTested({ reason }) : reason
}

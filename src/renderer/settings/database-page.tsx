import { useState } from 'react'
import type { HealthStatus } from '../../shared/database-health.ts'

import { hostBridge } from '../connection/window-host.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import type { EntryTest } from '../store/credential-store.ts'
import { dateAndTime } from '../text/calendar-day.ts'
import { engineSentence } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './database-page.module.css'
import { BackupSettings } from './backup-settings.tsx'
import { RoomSettings } from './room-settings.tsx'
import { TestResult } from './test-result.tsx'
import { WorktreeSettings } from './worktree-settings.tsx'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.database

/** Shows the current database, tests another one, and switches to it, which needs a restart; the backups, its damage, the signed head, and the room on the disk. */
export function DatabasePage() {
  const { config: configActions } = useActions()
  const config = useConfiguration()
  const inUse = useTree(({ status }) => engineSentence(status?.database.message ?? ''))
  const [url, setUrl] = useState('')
  const [test, setTest] = useState<EntryTest<string> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  const ownUrl = config.databaseUrl

  async function runTest(): Promise<void> {
    setTest({ type: 'running' })
    setTest({ type: 'finished', result: await configActions.testDatabase(url.trim()) })
  }

  async function use(databaseUrl: string | null): Promise<void> {
    const refusal = await configActions.update({ databaseUrl })
    setFailure(refusal)
    if (refusal === null) setUrl('')
  }

  return (
    <div className={formStyles.settings}>
      <p className={formStyles.effect}>{words.inUse({ database: inUse })}</p>
      {config.databaseFromEnvironment ? <p className={formStyles.hint}>{words.fromEnvironment}</p> : null}
      <div className={formStyles.setting}>
        <label htmlFor="database-url" className={formStyles.settingLabel}>
          {words.connection}
        </label>
        <span className={formStyles.settingField}>
          <input
            id="database-url"
            type="text"
            className={formStyles.field}
            value={url}
            placeholder={ownUrl ?? 'postgres://user:password@host:5432/database'}
            spellCheck={false}
            autoComplete="off"
            onChange={(change) => setUrl(change.target.value)}
          />
          <Button disabled={url.trim() === '' || test?.type === 'running'} onClick={() => void runTest()}>
            {words.test}
          </Button>
          <Button tone="primary" disabled={url.trim() === ''} onClick={() => void use(url.trim())}>
            {common.save}
          </Button>
        </span>
        <p className={formStyles.hint}>{words.connectionHint}</p>
        <TestResult
          test={test}
          testing={words.testing}
          works={(version) => words.works({ version })}
          failure={({ message }) => message}
        />
        <FailureNote className={formStyles.failure} failure={failure} />
      </div>
      {ownUrl === null || config.databaseFromEnvironment ? null : (
        <Button onClick={() => void use(null)}>{words.useEmbedded}</Button>
      )}
      {config.needsRestart.includes('databaseUrl') ? (
        <p className={styles.restart} role="status">
          {words.afterRestart({ database: ownUrl ?? words.embedded })}
        </p>
      ) : null}
      <BackupSettings />
      <HealthFacts />
      <SigningFacts />
      <RoomSettings />
      <WorktreeSettings />
    </div>
  )
}

const healthWords = texts.database.health

/** When the files of the database were checked last and what was found, with a button that checks them now. */
function HealthFacts() {
  const { config: actions } = useActions()
  const health = useTree(({ status }) => status?.health ?? null)
  if (health === null) return null
  const { isRunning, checkedAt } = health
  return (
    <>
      <h4 className={formStyles.subheading}>{healthWords.title}</h4>
      <div className={formStyles.setting}>
        <span className={formStyles.settingLabel}>{healthWords.last}</span>
        <span className={formStyles.settingField}>
          <span>{checkedAt === null ? healthWords.noneYet : dateAndTime(checkedAt)}</span>
          <Button disabled={isRunning} onClick={() => void actions.checkHealth()}>
            {isRunning ? healthWords.checking : healthWords.check}
          </Button>
        </span>
        <Findings health={health} />
      </div>
    </>
  )
}

function Findings({ health: { checkedAt, damages, problem } }: { health: HealthStatus }) {
  if (problem !== null)
    return (
      <p className={formStyles.failure} role="alert">
        {problem}
      </p>
    )
  if (checkedAt === null || damages.length === 0)
    return <p className={formStyles.hint}>{checkedAt === null ? healthWords.hint : healthWords.intact}</p>
  return (
    <div className={`${formStyles.failure} ${styles.damages}`} role="alert">
      <ul>
        {damages.map((damage) => (
          <li key={damage.name} title={damage.problem}>
            {healthWords.what(damage)}
          </li>
        ))}
      </ul>
      <p>{hostBridge() === null ? healthWords.wayBack : healthWords.wayBackInApp}</p>
    </div>
  )
}

const signingWords = texts.database.signing

/** When the head of the log was signed last, or why it is not. */
function SigningFacts() {
  const signing = useTree(({ status }) => status?.signing ?? null)
  if (signing === null || !signing.isOn) return null
  return (
    <>
      <h4 className={formStyles.subheading}>{signingWords.title}</h4>
      <div className={formStyles.setting}>
        <span className={formStyles.settingLabel}>{signingWords.last}</span>
        <span className={formStyles.settingField}>
          <span>{signing.signedAt === null ? signingWords.noneYet : dateAndTime(signing.signedAt)}</span>
        </span>
        {signing.problem === null ? (
          <p className={formStyles.hint}>
            {hostBridge() === null ? `${signingWords.hint} ${signingWords.compare}` : signingWords.hint}
          </p>
        ) : (
          <p className={formStyles.failure} role="alert">
            {signing.problem}
          </p>
        )}
      </div>
    </>
  )
}

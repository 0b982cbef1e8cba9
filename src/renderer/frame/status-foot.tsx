import { useState } from 'react'
import type { BackupStatus } from '../../shared/backup-status.ts'
import type { TableDamage } from '../../shared/database-health.ts'
import type { ComponentState } from '../../shared/engine-state.ts'
import type { SettingsPage } from '../../shared/settings-pages.ts'
import { useStores } from '../hooks/app-context.ts'
import { useRenewalQuestion } from '../hooks/renewal-question.tsx'
import { isRunning } from '../store/agent-state.ts'
import { dateAndTime } from '../text/calendar-day.ts'
import { engineSentence } from '../text/table-texts.ts'
import { TodayCost } from '../usage/today-cost.tsx'
import { useConfig, useConnection, useLayout, useNotices, useTree } from '../hooks/use-stores.ts'
import { StateShape } from '../parts/state-shape.tsx'
import { texts } from '../text/texts.ts'
import styles from './status-foot.module.css'

const words = texts.frame.status

/** The foot of the tree: how many agents run, what today's answers cost, and above them what is not as it should be. */
export function StatusFoot() {
  const isOffline = useConnection((state) => state.connection === 'lost')
  const ready = useConnection((state) => state.ready)
  const running = useTree((state) => [...state.agents.values()].filter(isRunning).length)
  return (
    <section className={styles.foot} aria-label={words.label} data-landmark>
      <Deviations />
      <div className={styles.counts}>
        <StateShape state={running === 0 || isOffline ? 'idle' : 'running'} />
        <span>{isOffline ? words.unknown : words.running({ agents: running })}</span>
        <span className={styles.cost}>{ready && !isOffline ? <TodayCost /> : null}</span>
      </div>
    </section>
  )
}

/** The same where no tree is shown: only what is not as it should be, and nothing while all is well. */
export function StatusLine() {
  return (
    <section className={styles.foot} aria-label={words.label}>
      <Deviations />
    </section>
  )
}

/** What is not as it should be, one line each. While the engine cannot be reached, the rest is unknown and not shown. */
function Deviations() {
  const status = useTree((state) => state.status)
  const connection = useConnection((state) => state.connection)
  return (
    <>
      <div role="status" aria-live="polite">
        {connection === 'lost' ? <p className={styles.notice}>{texts.frame.offline}</p> : null}
      </div>
      <Failure />
      <InternalError />
      {status === null || connection === 'lost' ? null : (
        <>
          {status.health.damages.length === 0 ? (
            <Component text={null} page="database" component={status.database} />
          ) : (
            <DamageNotice damages={status.health.damages} />
          )}
          <BackupNotice backup={status.backup} />
          <UpdateNotice />
          <RenewalNotice />
          {/* The demo has placeholder keys and stores none. */}
          {status.demo ? null : <Component text={words.noKeychain} page="keys" component={status.keychain} />}
        </>
      )}
    </>
  )
}

interface ComponentProps {
  /** A short text in place of the engine's sentence; null: the sentence. */
  readonly text: string | null
  readonly page: SettingsPage
  readonly component: ComponentState
}

/** A part of the engine that does not work as it should. Opens the page of Settings about it. */
function Component({ text, page, component: { state, message } }: ComponentProps) {
  if (state === 'ok') return null
  return (
    <SettingsNotice
      isBad={state === 'error'}
      page={page}
      reason={engineSentence(message)}
      text={text ?? engineSentence(message)}
    />
  )
}

/** Says that a backup failed or is overdue. */
function BackupNotice({ backup: { problem, isLate, madeAt } }: { backup: BackupStatus }) {
  const overdue = isLate && madeAt !== null ? words.lastBackup({ date: dateAndTime(madeAt) }) : null
  const reason = problem ?? overdue
  if (reason === null) return null
  const text = problem === null ? words.backupOverdue : words.backupFailed
  return <SettingsNotice isBad page="database" reason={reason} text={text} />
}

/** Says that there is a newer version. */
function UpdateNotice() {
  const newest = useConfig(({ update }) => update?.newest ?? null)
  if (newest === null) return null
  return <SettingsNotice isBad={false} page="about" reason={words.newerAbout} text={words.newer({ version: newest })} />
}

/** Asks once about renewals of the catalogue of models, where no page with the whole question is open. */
function RenewalNotice() {
  const { title } = texts.connections.renewalQuestion
  const hasPanes = useLayout(({ columns }) => columns.length > 0)
  return useRenewalQuestion() && hasPanes ? (
    <SettingsNotice isBad={false} page="connections" reason={undefined} text={title} />
  ) : null
}

/** Says that a check of the database found damage. */
function DamageNotice({ damages }: { damages: readonly TableDamage[] }) {
  const names = damages.map(texts.database.health.what).join(', ')
  return <SettingsNotice isBad page="database" reason={words.damaged({ names })} text={words.databaseDamaged} />
}

interface SettingsNoticeProps {
  /** It broke, or only deviates. */
  readonly isBad: boolean
  readonly page: SettingsPage
  readonly reason: string | undefined
  readonly text: string
}

function SettingsNotice({ isBad, page, reason, text }: SettingsNoticeProps) {
  const { dialogs } = useStores()
  return (
    <button
      type="button"
      className={styles.notice}
      data-bad={isBad}
      title={reason}
      onClick={() => dialogs.setState({ dialog: { type: 'settings', page } })}
    >
      {text}
    </button>
  )
}

/** The last failure that belongs to no pane. */
function Failure() {
  const { notices } = useStores()
  const failure = useNotices((state) => state.failure)
  if (failure === null) return null
  return (
    <button type="button" className={styles.notice} data-bad title={words.dismiss} onClick={() => notices.fail(null)}>
      {failure}
    </button>
  )
}

/** Says that an exception was caught, until it is dismissed. */
function InternalError() {
  const error = useTree((state) => state.status?.strayError ?? null)
  const name = useTree(({ agents }) => agents.get(error?.agentId ?? '')?.name ?? null)
  const [dismissedAt, dismiss] = useState(0)
  if (error === null || error.at <= dismissedAt) return null
  const about = error.reopened ? words.reopenedAbout(error) : words.internalErrorAbout({ ...error, agent: name })
  return (
    <span role="alert">
      <button type="button" className={styles.notice} data-bad title={about} onClick={() => dismiss(error.at)}>
        {error.reopened ? words.reopened : words.internalError}
      </button>
    </span>
  )
}

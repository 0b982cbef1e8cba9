import { useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { BackupStatus } from '../../shared/backup-status.ts'
import type { TableDamage } from '../../shared/database-health.ts'
import type { ComponentState } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import { isRunning, isWaiting } from '../store/agent-state.ts'
import { dateAndTime } from '../store/calendar-day.ts'
import { inboxItems, NO_DISMISSALS } from '../store/inbox-items.ts'
import { TodayCost } from '../usage/today-cost.tsx'
import styles from './status-bar.module.css'
import { useStores } from '../hooks/app-context.ts'
import { useConnection, useNotices, useTree } from '../hooks/use-stores.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.statusBar

/** The status bar at the bottom of the window: the state of the engine in one line. */
export function StatusBar() {
  const status = useTree((state) => state.status)
  const ready = useConnection((state) => state.ready)
  return (
    <footer className={styles.bar} aria-label={words.label} data-landmark>
      <AgentCounts />
      {ready ? <TodayCost /> : null}
      <span className={styles.space} />
      <Failure />
      <InternalError />
      {status === null ? null : (
        <>
          {status.health.damages.length === 0 ? (
            <Component okText={words.databaseOk} component={status.database} />
          ) : (
            <DamageNotice damages={status.health.damages} />
          )}
          <BackupNotice backup={status.backup} />
          {/* The demo has placeholder keys and stores none. */}
          {status.demo ? null : <Component okText={words.keychainOk} component={status.keychain} />}
        </>
      )}
      <ConnectionLight />
    </footer>
  )
}

function AgentCounts() {
  const running = useAgents(countRunning)
  const waiting = useAgents(countWaiting) + useAgents(countInterrupted)
  const { dialogs } = useStores()
  return (
    <>
      <span>{words.running({ agents: running })}</span>
      {waiting === 0 ? null : (
        <button
          type="button"
          className={styles.waiting}
          onClick={() => dialogs.setState({ dialog: { type: 'inbox' } })}
        >
          {words.waiting({ agents: waiting })}
        </button>
      )}
    </>
  )
}

function Component({ okText, component }: { okText: string; component: ComponentState }) {
  return (
    <span className={styles.component} data-state={component.state} title={component.message}>
      {component.state === 'ok' ? okText : component.message}
    </span>
  )
}

/** Says that a backup failed or is overdue. */
function BackupNotice({ backup: { problem, isLate, madeAt } }: { backup: BackupStatus }) {
  const overdue = isLate && madeAt !== null ? words.lastBackup({ date: dateAndTime(madeAt) }) : null
  const reason = problem ?? overdue
  if (reason === null) return null
  return <DatabaseNotice reason={reason} text={problem === null ? words.backupOverdue : words.backupFailed} />
}

/** Says that a check of the database found damage. */
function DamageNotice({ damages }: { damages: readonly TableDamage[] }) {
  const names = damages.map(texts.database.health.what).join(', ')
  return <DatabaseNotice reason={words.damaged({ names })} text={words.databaseDamaged} />
}

/** Opens the settings of the database. */
function DatabaseNotice({ reason, text }: { reason: string; text: string }) {
  const { dialogs } = useStores()
  return (
    <button
      type="button"
      className={styles.failure}
      title={reason}
      onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'database' } })}
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
    <button type="button" className={styles.failure} title={words.dismiss} onClick={() => notices.fail(null)}>
      {failure}
    </button>
  )
}

/** Says that an exception was caught, until it is dismissed. */
function InternalError() {
  const error = useTree((state) => state.status?.strayError ?? null)
  const name = useAgents((agents) => agents.get(error?.agentId ?? '')?.name ?? null)
  const [dismissedAt, dismiss] = useState(0)
  if (error === null || error.at <= dismissedAt) return null
  const about = error.reopened ? words.reopenedAbout(error) : words.internalErrorAbout({ ...error, agent: name })
  return (
    <span role="alert">
      <button type="button" className={styles.failure} title={about} onClick={() => dismiss(error.at)}>
        {error.reopened ? words.reopened : words.internalError}
      </button>
    </span>
  )
}

function ConnectionLight() {
  const connection = useConnection((state) => state.connection)
  return (
    <span className={styles.component} data-state={connection === 'open' ? 'ok' : 'warning'}>
      {words.connection[connection]}
    </span>
  )
}

type Agents = ReadonlyMap<AgentId, AgentSummary>

function useAgents<Part>(select: (agents: Agents) => Part): Part {
  return useTree((state) => select(state.agents))
}

function countRunning(agents: Agents): number {
  return [...agents.values()].filter(isRunning).length
}

function countWaiting(agents: Agents): number {
  return [...agents.values()].filter(isWaiting).length
}

function countInterrupted(agents: Agents): number {
  return inboxItems(agents.values(), [], NO_DISMISSALS).interrupted.length
}

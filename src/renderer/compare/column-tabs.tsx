import type { KeyboardEvent } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { texts } from '../text/texts.ts'
import type { ColumnIdentity } from './column-identity.ts'
import styles from './column-tabs.module.css'
import type { ColumnVerdict } from './verdicts.ts'

interface ColumnTabsProps {
  readonly columns: readonly ColumnIdentity[]
  /** By the places of the agents. Null: nobody ranked the answer. */
  readonly verdicts: readonly (ColumnVerdict | null)[]
}

/** The columns as tabs, where only one fits. */
export function ColumnTabs({ columns, verdicts }: ColumnTabsProps) {
  const { layout } = useStores()
  const focused = useLayout((state) => state.focused)
  const found = columns.findIndex(({ agentId }) => agentId === focused)
  const current = Math.max(0, found)
  const choose = (index: number) => {
    const column = columns[(index + columns.length) % columns.length]
    if (column !== undefined) layout.dispatch({ type: 'focus', agentId: column.agentId })
  }

  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    const step = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    key.preventDefault()
    const tabs = key.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')
    const next = (current + step + columns.length) % columns.length
    choose(next)
    tabs[next]?.focus()
  }

  return (
    <div
      className={styles.tabs}
      role="tablist"
      tabIndex={-1}
      aria-label={texts.compare.tabs.answers}
      data-count={Math.min(columns.length, MOST_BESIDE)}
      onKeyDown={onKeyDown}
    >
      {columns.map((column, index) => (
        <ColumnTab
          key={column.agentId}
          column={column}
          rank={column.isHidden ? null : (verdicts[column.index]?.rank ?? null)}
          isCurrent={index === current}
          onChoose={() => choose(index)}
        />
      ))}
    </div>
  )
}

/** Three columns have to fit beside each other; where there are more, the view scrolls sideways. */
const MOST_BESIDE = 3

interface ColumnTabProps {
  readonly column: ColumnIdentity
  /** Null: its answer has none that may be shown. */
  readonly rank: string | null
  readonly isCurrent: boolean
  onChoose(): void
}

/** The tab of a column: its letter, and the rank of its answer or else the state of its agent. */
function ColumnTab({ column: { agentId, letter, name }, rank, isCurrent, onChoose }: ColumnTabProps) {
  const agent = useAgent(agentId)
  if (agent === undefined) return null
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isCurrent}
      aria-label={[`${letter}: ${name}`, ...(rank === null ? [] : [rank])].join(', ')}
      title={name}
      tabIndex={isCurrent ? 0 : -1}
      className={styles.tab}
      onClick={onChoose}
    >
      <span className={styles.letter}>{letter}</span>
      {rank === null || agent.activity.type !== 'idle' ? (
        <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
      ) : (
        rank
      )}
    </button>
  )
}

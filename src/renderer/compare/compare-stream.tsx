import { Layers } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { FindBar } from '../history/find-bar.tsx'
import { runStreamKey } from '../history/message-keys.ts'
import type { StreamItem } from '../history/stream-items.ts'
import { useActions } from '../hooks/app-context.ts'
import { useReruns } from '../hooks/use-reruns.ts'
import { useLayout, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { ColumnStream, RecordedItems } from './column-answer.tsx'
import { useColumns } from './column-identity.ts'
import { columnReruns } from './column-rerun.ts'
import { columnsStyle } from './columns-style.ts'
import { CompareRow } from './compare-row.tsx'
import { type ComparedRow, messageCount } from './compared-rows.ts'
import styles from './compare-stream.module.css'
import { rowOf } from './row-judgement.ts'
import { useComparedHistory, useLogs } from './use-compared-turns.ts'
import type { ComparedTurns } from './align-turns.ts'

const words = texts.compare

/** Rows that are open as long as the user has not folded them, counted from the newest. */
const OPEN_ROWS = 3

interface CompareStreamProps {
  readonly comparison: Comparison
  readonly turns: ComparedTurns
}

/** All prompts of a comparison with their answers, below what its agents have in common. They scroll as one page. */
export function CompareStream({ comparison, turns }: CompareStreamProps) {
  const { agents, judges, merges } = comparison
  const columns = useColumns(comparison)
  const { earlier, rows } = useComparedHistory(agents, turns)
  const logs = useLogs(agents)
  const reruns = columnReruns(agents, useReruns(agents))
  const asked = useAskedRow(agents, rows)
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const content = useRef<HTMLDivElement>(null)
  const focused = useLayout((state) => state.focused) ?? ''
  const scroller = useNewestRow(rows.at(-1)?.key ?? '')
  const placed = (ids: readonly AgentId[], index: number) =>
    ids.filter((id) => rowOf(id, logs, rowsOfCells(rows)) === index)

  function onKeyDown(key: KeyboardEvent<HTMLElement>): void {
    const view = scroller.current
    runStreamKey(key, {
      toStart: () => view?.scrollTo({ top: 0 }),
      toEnd: () => view?.scrollTo({ top: view.scrollHeight }),
    })
  }

  return (
    <div className={styles.frame}>
      {agents.map((agentId) => (
        <FindBar key={agentId} agentId={agentId} log={content} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the focused message */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={words.answers.log}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div ref={content} className={styles.content} style={columnsStyle(columns.length)} data-focused={focused}>
          <EarlierMessages agents={agents} items={earlier} />
          {rows.map((row, index) => (
            <CompareRow
              key={row.key}
              comparison={comparison}
              columns={columns}
              row={row}
              judges={placed(judges, index)}
              merges={placed(merges, index)}
              reruns={reruns}
              isNewest={index === rows.length - 1}
              isOpen={folds.get(row.key) ?? (index >= rows.length - OPEN_ROWS || index === asked)}
              onFold={(open) => setFolds(new Map(folds).set(row.key, open))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function rowsOfCells(rows: readonly ComparedRow[]) {
  return rows.map(({ cells }) => ({ turns: cells.map(({ turn }) => turn) }))
}

/** Returns the row of the event to which the user navigated last, as an index; -1: none. */
function useAskedRow(agents: readonly AgentId[], rows: readonly ComparedRow[]): number {
  const wanted = useViews(({ shown }) => agents.map((id) => shown.get(id)?.asked ?? '').join(' '))
  const ids = new Set(wanted.split(' ').map(Number))
  return rows.findLastIndex(({ cells }) =>
    cells.some(({ turn }) => turn !== null && [turn.promptId, ...turn.answerIds].some((id) => ids.has(id))),
  )
}

/** Scrolls to the newest prompt when the comparison is opened and when a prompt is sent. Answers do not move the view. */
function useNewestRow(key: string) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(key)}"]`)
    row?.scrollIntoView({ block: 'start', inline: 'nearest' })
  }, [key])
  return scroller
}

interface EarlierMessagesProps {
  readonly agents: readonly AgentId[]
  readonly items: readonly StreamItem[]
}

/** What all agents inherited, once and folded. */
function EarlierMessages({ agents, items }: EarlierMessagesProps) {
  const { log } = useActions()
  const [isOpen, setOpen] = useState(false)
  const hasOlder = useViews(({ views }) => agents.some((id) => views.get(id)?.hasOlder === true))
  const [first = ''] = agents
  if (items.length === 0 && !hasOlder) return null
  const count = messageCount(items)
  return (
    <details className={styles.earlier} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>{hasOlder ? words.earlier.some : words.earlier.all({ messages: count })}</summary>
      {isOpen ? (
        <div className={styles.earlierItems} data-agent-stream={first}>
          {hasOlder ? (
            <Button tone="quiet" onClick={() => void Promise.all(agents.map((id) => log.loadOlder(id)))}>
              <Layers size={14} aria-hidden /> {words.earlier.load}
            </Button>
          ) : null}
          <ColumnStream agentId={first}>
            <RecordedItems items={items} />
          </ColumnStream>
        </div>
      ) : null}
    </details>
  )
}

import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useMemo, useRef } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import { useReruns } from '../hooks/use-reruns.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { persistedSizes, SplitPanels } from '../parts/split-panels.tsx'
import { columnLetter } from '../store/column-letter.ts'
import type { Comparison } from '../store/comparison.ts'
import { NARROW_WINDOW } from '../store/narrow-window.ts'
import { texts } from '../text/texts.ts'
import { columnFigures, FIGURE_NAMES, leastOf } from './column-figures.ts'
import { columnReruns, NO_RERUN } from './column-rerun.ts'
import { CompareColumn } from './compare-column.tsx'
import styles from './compare-view.module.css'
import { useJudgedColumns } from './use-judged-columns.ts'
import type { ComparedTurns } from './use-compared-turns.ts'
import { useSyncedScroll } from './use-synced-scroll.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { agentName } from '../store/agent-name.ts'

const words = texts.compare.columns

/** Minimum width of a column. If they do not fit, the view scrolls. */
const MIN_COLUMN_REM = 18

interface CompareColumnsProps {
  readonly comparison: Comparison
  readonly turns: ComparedTurns
}

interface ColumnItem {
  readonly id: AgentId
  readonly label: string
  readonly content: ReactNode
}

/** One column per agent, then those of the judges and of the merges; in a narrow window one at a time. */
export function CompareColumns({ comparison, turns }: CompareColumnsProps) {
  const { agents, judges, merges } = comparison
  const figures = turns.columns.map((column) => columnFigures(column))
  const least = FIGURE_NAMES.map((name) => [name, leastOf(figures, name)] as const)
  const judged = useJudgedColumns(comparison, turns)
  const reruns = columnReruns(agents, useReruns(agents))
  const narrow = useMediaQuery(NARROW_WINDOW)
  const own = agents.map((agentId, index) => ({
    id: agentId,
    label: columnLetter(index),
    content: (
      <CompareColumn
        agentId={agentId}
        label={columnLetter(index)}
        part="answer"
        figures={figures[index] ?? null}
        best={least.flatMap(([name, column]) => (column === index ? [name] : []))}
        verdict={judged.verdicts[index] ?? ''}
        vote={judged.votes[index] ?? null}
        comparison={comparison}
        rerun={reruns[index] ?? NO_RERUN}
      />
    ),
  }))
  const others = [
    ...judges.map((id) => ({ id, label: words.judge, part: 'judge' as const })),
    ...merges.map((id) => ({ id, label: words.merged, part: 'merge' as const })),
  ].map(({ id, label, part }) => ({
    id,
    label,
    content: (
      <CompareColumn
        agentId={id}
        label={label}
        part={part}
        figures={null}
        best={[]}
        verdict=""
        vote={null}
        comparison={comparison}
        rerun={NO_RERUN}
      />
    ),
  }))
  const items = [...own, ...others]
  return narrow ? <ColumnTabs items={items} /> : <WideColumns comparison={comparison} turns={turns} items={items} />
}

/** The columns of a narrow window as tabs. */
function ColumnTabs({ items }: { items: readonly ColumnItem[] }) {
  const { layout } = useStores()
  const focused = useLayout((state) => state.focused)
  const current = items.find(({ id }) => id === focused) ?? items[0]
  if (current === undefined) return null
  return (
    <Tabs.Root
      className={styles.columnTabs}
      value={current.id}
      onValueChange={(agentId: AgentId) => layout.dispatch({ type: 'focus', agentId })}
    >
      <Tabs.List className={styles.columnTabList} aria-label={texts.compare.tabs.answers} activateOnFocus>
        {items.map(({ id, label }) => (
          <ColumnTab key={id} agentId={id} label={label} />
        ))}
      </Tabs.List>
      <Tabs.Panel key={current.id} value={current.id} className={styles.panel} tabIndex={-1}>
        {current.content}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function WideColumns({ comparison, turns: { rows }, items }: CompareColumnsProps & { items: readonly ColumnItem[] }) {
  const { id, agents, linked } = comparison
  const area = useRef<HTMLDivElement>(null)
  const realign = useSyncedScroll(area, { agents, rows, linked })
  return (
    <div ref={area} className={styles.columns}>
      <div className={styles.row} style={{ minWidth: `${items.length * MIN_COLUMN_REM}rem` }}>
        <Columns id={id} items={items} onResized={realign} />
      </div>
    </div>
  )
}

interface ColumnsProps {
  readonly id: string
  readonly items: readonly { readonly id: AgentId; readonly content: ReactNode }[]
  /** Called after a resize has changed the line breaks. */
  onResized(): void
}

/** Columns with the widths that were saved for exactly this set of agents. */
function Columns({ id, items, onResized }: ColumnsProps) {
  const { comparisons } = useStores()
  const names = items.map((item) => item.id).join(' ')
  const kept = useMemo(() => {
    const sizes = comparisons.getState().list.find((each) => each.id === id)?.sizes ?? {}
    return persistedSizes(sizes, names.split(' '))
  }, [comparisons, id, names])
  return (
    <SplitPanels
      orientation="horizontal"
      minSize={`${MIN_COLUMN_REM}rem`}
      label={words.resize}
      items={items}
      kept={kept}
      onResize={(sizes) => {
        comparisons.dispatch({ type: 'resize', id, sizes })
        onResized()
      }}
    />
  )
}

/** The tab of a column: its letter and the state of its agent. */
function ColumnTab({ agentId, label }: { agentId: AgentId; label: string }) {
  const agent = useAgent(agentId)
  if (agent === undefined) return null
  return (
    <Tabs.Tab value={agentId} className={styles.tab} title={agentName(agent)}>
      {label} <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
    </Tabs.Tab>
  )
}

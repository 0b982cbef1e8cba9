import { useMemo, useRef, type ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { persistedSizes, SplitPanels } from '../parts/split-panels.tsx'
import { columnLetter } from '../store/column-letter.ts'
import { columnFigures, FIGURE_NAMES, leastOf } from './column-figures.ts'
import { CompareColumn } from './compare-column.tsx'
import styles from './compare-view.module.css'
import type { Comparison } from '../store/comparison.ts'
import type { ComparedTurns } from './use-compared-turns.ts'
import { useSyncedScroll } from './use-synced-scroll.ts'

/** Minimum width of a column. If they do not fit, the view scrolls. */
const MIN_COLUMN_REM = 18

interface CompareColumnsProps {
  readonly comparison: Comparison
  readonly turns: ComparedTurns
}

/** One resizable column per agent, then those of the judges. */
export function CompareColumns({ comparison, turns: { columns, rows } }: CompareColumnsProps) {
  const { id, agents, judges, linked } = comparison
  const area = useRef<HTMLDivElement>(null)
  const realign = useSyncedScroll(area, { agents, rows, linked })
  const figures = columns.map((turns) => columnFigures(turns))
  const least = FIGURE_NAMES.map((name) => [name, leastOf(figures, name)] as const)
  const own = agents.map((agentId, index) => ({
    id: agentId,
    content: (
      <CompareColumn
        agentId={agentId}
        label={columnLetter(index)}
        figures={figures[index] ?? null}
        best={least.flatMap(([name, column]) => (column === index ? [name] : []))}
        comparison={comparison}
      />
    ),
  }))
  const judging = judges.map((agentId) => ({
    id: agentId,
    content: <CompareColumn agentId={agentId} label="Judge" figures={null} best={[]} comparison={comparison} />,
  }))
  return (
    <div ref={area} className={styles.columns}>
      <div className={styles.row} style={{ minWidth: `${(agents.length + judges.length) * MIN_COLUMN_REM}rem` }}>
        <Columns id={id} items={[...own, ...judging]} onResized={realign} />
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
      label="Resize columns"
      items={items}
      kept={kept}
      onResize={(sizes) => {
        comparisons.dispatch({ type: 'resize', id, sizes })
        onResized()
      }}
    />
  )
}

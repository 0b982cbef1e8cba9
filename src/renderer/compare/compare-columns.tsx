import { useRef } from 'react'

import { useWindowStore } from '../frame/window-context.ts'
import { blindLabel } from './judge-prompt.ts'
import { columnFigures, FIGURE_NAMES, leastOf } from './column-figures.ts'
import { CompareColumn } from './compare-column.tsx'
import styles from './compare-view.module.css'
import type { Comparison } from './comparison.ts'
import type { ComparedTurns } from './use-compared-turns.ts'
import { useLinkedScroll } from './use-linked-scroll.ts'

interface CompareColumnsProps {
  readonly comparison: Comparison
  readonly turns: ComparedTurns
}

/** One column per agent, then those of the judges. */
export function CompareColumns({ comparison, turns: { columns, rows } }: CompareColumnsProps) {
  const { agents, judges, linked } = comparison
  const area = useRef<HTMLDivElement>(null)
  const models = useWindowStore(
    (window) => window.models,
    (state) => state.list,
  )
  useLinkedScroll(area, { agents, rows, linked })
  const figures = columns.map((turns) => columnFigures(turns, models))
  const least = FIGURE_NAMES.map((name) => [name, leastOf(figures, name)] as const)
  return (
    <div ref={area} className={styles.columns}>
      {agents.map((agentId, index) => (
        <CompareColumn
          key={agentId}
          agentId={agentId}
          label={blindLabel(index)}
          figures={figures[index] ?? null}
          best={least.flatMap(([name, column]) => (column === index ? [name] : []))}
          comparison={comparison}
        />
      ))}
      {judges.map((agentId) => (
        <CompareColumn key={agentId} agentId={agentId} label="Judge" figures={null} best={[]} comparison={comparison} />
      ))}
    </div>
  )
}

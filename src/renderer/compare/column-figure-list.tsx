import type { TurnView } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useViews } from '../hooks/use-stores.ts'
import { formatDuration } from '../parts/format-figures.ts'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import { FIGURE_NAMES, FIGURES, type ColumnFigures, type FigureName } from './column-figures.ts'
import styles from './compare-column.module.css'

const words = texts.compare.figures

interface ColumnFigureListProps {
  readonly agentId: AgentId
  readonly figures: ColumnFigures
  readonly best: readonly FigureName[]
}

/** The figures of the newest answer. The lowest value of each figure is highlighted; unknown values are dashes. */
export function ColumnFigureList({ agentId, figures, best }: ColumnFigureListProps) {
  const turn = useViews(({ views }) => views.get(agentId)?.turn?.startedAt ?? null)
  if (turn !== null) return <RunningFigures startedAt={turn} />
  return (
    <dl className={styles.figures}>
      {FIGURE_NAMES.map((name) => {
        const value = figures[name]
        const { short, exact } = FIGURES[name]
        return (
          <div key={name} className={styles.figure} data-best={best.includes(name)}>
            <dt>{words[name]}</dt>
            <dd title={value === null ? words.notKnown : exact(value)}>
              {value === null ? '–' : short(value)}
              {best.includes(name) ? <span className={styles.best}> {words.best}</span> : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const TENTH_MS = 100

function RunningFigures({ startedAt }: Pick<TurnView, 'startedAt'>) {
  const elapsed = Math.max(0, useNow(TENTH_MS) - startedAt)
  return (
    <dl className={styles.figures}>
      <div className={styles.figure}>
        <dt>{words.answering}</dt>
        <dd>{formatDuration(elapsed)}</dd>
      </div>
    </dl>
  )
}

import type { TurnView } from '../../shared/agent-view.ts'
import { FigureBar } from '../parts/figure-bar.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import { FIGURES, type RelativeFigure } from './column-figures.ts'
import styles from './column-figures.module.css'

const words = texts.compare.figures

/** The figures of an answer in one line, each over a bar whose length is relative to the largest of the row. */
export function ColumnFigureList({ figures }: { figures: readonly RelativeFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, share, isBest }) => {
        const { short, exact } = FIGURES[name]
        return (
          <div key={name} className={styles.figure} data-figure={name} data-best={isBest}>
            <dt className={name === 'cost' ? 'visually-hidden' : undefined}>
              {name === 'cost' ? words.titles.cost : words[name]}
            </dt>
            <dd title={`${words.titles[name]}: ${value === null ? words.notKnown : exact(value)}`}>
              {value === null ? '–' : short(value)}
              {isBest ? <span className={styles.best}> {words.best}</span> : null}
            </dd>
            {value === null ? null : <FigureBar share={share} isMarked={isBest} className={styles.bar} />}
          </div>
        )
      })}
    </dl>
  )
}

const TENTH_MS = 100

/** The time since the beginning of a turn that runs. */
export function RunningFigures({ startedAt }: Pick<TurnView, 'startedAt'>) {
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

import { ALL_LEVELS, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { texts } from '../text/texts.ts'
import styles from './level-word.module.css'

/** The bars that a level fills; levels above `high` fill all of them. */
const BARS = [1, 2, 3, 4] as const

interface LevelWordProps {
  readonly level: ThinkingLevel
  /** Whether bars are drawn in place of the word; screen readers get neither. */
  readonly isBars?: boolean
}

/** A thinking level in one word, or as bars beside it. */
export function LevelWord({ level, isBars = false }: LevelWordProps) {
  if (!isBars) return <span>{texts.models.level.words[level]}</span>
  const filled = ALL_LEVELS.indexOf(level)
  return (
    <span className={styles.bars} aria-hidden>
      {BARS.map((bar) => (
        <span key={bar} data-filled={bar <= filled} />
      ))}
    </span>
  )
}

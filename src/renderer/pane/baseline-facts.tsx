import { type BaselineRun, baselineText } from '../../shared/baseline.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './board.module.css'

const words = texts.baseline

interface BaselineFactsProps {
  readonly baseline: BaselineRun
  /** Whether to go on; null: that is not asked. */
  readonly answer: ((goOn: boolean) => void) | null
}

/** What a test has shown before any request, what it printed last where it could not start, and the question about it. */
export function BaselineFacts({ baseline, answer }: BaselineFactsProps) {
  const printed = baseline.outcome === 'cannot_start' ? (baseline.last_lines ?? '') : ''
  return (
    <div className={styles.baseline} role={answer === null ? undefined : 'group'} aria-label={words.label}>
      <p>{baselineText(baseline, words)}</p>
      {printed === '' ? null : <pre aria-label={words.lastLines}>{printed}</pre>}
      {answer === null ? null : (
        <div className={styles.buttons}>
          <span>{words.question}</span>
          <Button onClick={() => answer(true)}>{words.goOn}</Button>
          <Button onClick={() => answer(false)}>{words.stop}</Button>
        </div>
      )}
    </div>
  )
}

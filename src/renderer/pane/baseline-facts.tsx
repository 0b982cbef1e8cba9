import { type BaselineRun, baselineText } from '../../shared/baseline.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './board.module.css'

const words = texts.baseline

interface BaselineFactsProps {
  /** `name`: what the test is of; null: of all. */
  readonly baselines: readonly { readonly name: string | null; readonly baseline: BaselineRun }[]
  /** Whether to go on; null: that is not asked. */
  readonly answer: ((goOn: boolean) => void) | null
}

/** What tests have shown before any request, what one that could not start printed last, and the question about them. */
export function BaselineFacts({ baselines, answer }: BaselineFactsProps) {
  return (
    <div className={styles.baseline} role="group" aria-label={words.label}>
      {baselines.map(({ name, baseline }) => (
        <OneBaseline key={name} name={name} baseline={baseline} />
      ))}
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

function OneBaseline({ name, baseline }: BaselineFactsProps['baselines'][number]) {
  const printed = baseline.outcome === 'cannot_start' ? (baseline.last_lines ?? '') : ''
  return (
    <>
      <p>
        {name === null ? null : <strong>{name}: </strong>}
        {baselineText(baseline, words)}
      </p>
      {printed === '' ? null : <pre aria-label={words.lastLines}>{printed}</pre>}
    </>
  )
}

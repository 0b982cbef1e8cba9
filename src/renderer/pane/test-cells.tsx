import type { TestRun } from '../../shared/test-run.ts'
import { runText } from '../../shared/race.ts'
import { texts } from '../text/texts.ts'
import { FigureBar } from '../parts/figure-bar.tsx'
import styles from './test-cells.module.css'

const words = texts.raceBoard

/** From this number of tests on they are one bar: cells would be too narrow. */
const BAR_FROM = 40

/** The tests of an attempt: a figure in words, then one cell for each. Null: they were not run yet. */
export function TestCells({ test, most }: { test: TestRun | null; most: number }) {
  if (test === null) {
    return (
      <span className={styles.tests}>
        <span className={styles.muted}>{words.notRun}</span>
        <Cells passed={0} failed={0} open={most} />
      </span>
    )
  }
  const { counts } = test
  if (counts === null) return <span>{runText(test, words.attempts)}</span>
  const all = counts.passed + counts.failed
  return (
    <span className={styles.tests}>
      <span>
        <strong>{counts.passed}</strong> {words.ofTests({ tests: all })}
      </span>
      <Cells passed={counts.passed} failed={counts.failed} open={0} />
    </span>
  )
}

function Cells({ passed, failed, open }: { passed: number; failed: number; open: number }) {
  const all = passed + failed + open
  if (all === 0) return null
  if (all >= BAR_FROM) {
    return <FigureBar share={passed / all} isMarked className={styles.bar} />
  }
  const kinds = [
    ...Array<string>(passed).fill('passed'),
    ...Array<string>(failed).fill('failed'),
    ...Array<string>(open).fill('open'),
  ]
  return (
    <span className={styles.cells} aria-hidden>
      {kinds.map((kind, index) => (
        <i key={index} data-cell={kind} />
      ))}
    </span>
  )
}

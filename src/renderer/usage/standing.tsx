import { useState } from 'react'

import { formatDollars } from '../parts/money-text.ts'
import { STANDING_KINDS, type StandingRow } from '../../shared/standing.ts'
import { isThinkingLevel } from '../../shared/thinking-level.ts'
import { useActions } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { modelTitle, withLevel } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import scrollerStyles from '../parts/table-scroller.module.css'
import styles from './usage-table.module.css'

const words = texts.usage.standing
const UNKNOWN = '—'

/** Which model wins at which kind of work, as a table for each kind. Read when it is unfolded. */
export function Standing() {
  const { rows, failure, read } = useStanding()
  return (
    <Disclosure summary={words.title} onOpen={read}>
      <FailureNote failure={failure} />
      {rows?.length === 0 ? <p>{words.none}</p> : null}
      {STANDING_KINDS.map((kind) => {
        const own = (rows ?? []).filter((row) => row.kind === kind)
        return own.length === 0 ? null : <StandingTable key={kind} title={words.kinds[kind]} rows={own} />
      })}
    </Disclosure>
  )
}

/** `rows` null: they have not arrived. */
interface StandingState {
  readonly rows: readonly StandingRow[] | null
  readonly failure: string | null
}

function useStanding() {
  const { usage } = useActions()
  const [state, setState] = useState<StandingState>({ rows: null, failure: null })
  const read = (): void => {
    void usage
      .standing()
      .then((answer) =>
        setState(answer.ok ? { rows: answer.value, failure: null } : { rows: null, failure: answer.error.message }),
      )
  }
  return { ...state, read }
}

function StandingTable({ title, rows }: { readonly title: string; readonly rows: readonly StandingRow[] }) {
  return (
    <div className={scrollerStyles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.caption({ kind: title })}</caption>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{words.model}</th>
            {[words.won, words.rate, words.interval, words.cost, words.time].map((heading) => (
              <th key={heading} scope="col" className={styles.number}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StandingLine key={`${row.value} ${row.provider} ${row.model} ${row.thinkingLevel}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function StandingLine({ row }: { readonly row: StandingRow }) {
  const { kind, value, provider, model, thinkingLevel, cases, won, rate, low, high, meanCostUsd, medianResponseMs } =
    row
  const title = useModels(({ list }) => modelTitle(list, provider, model))
  const cells = [
    words.wonOf({ won, cases }),
    words.percent({ percent: percentOf(rate) }),
    words.range({ low: percentOf(low), high: percentOf(high) }),
    meanCostUsd === null ? UNKNOWN : formatDollars(meanCostUsd),
    medianResponseMs === null ? UNKNOWN : formatDuration(medianResponseMs),
  ]
  return (
    <tr>
      <th scope="row">{kind === 'all' ? words.all : value}</th>
      <td>{isThinkingLevel(thinkingLevel) ? withLevel(title, thinkingLevel) : title}</td>
      {cells.map((cell, index) => (
        <td key={index} className={styles.number}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function percentOf(rate: number): number {
  return Math.round(rate * 100)
}

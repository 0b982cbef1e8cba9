import { Check, CircleDashed, TriangleAlert, X } from 'lucide-react'

import type { CaseView, EvaluationView, ModelResult } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import { formatCost } from '../parts/money-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { saveFile } from '../parts/save-file.ts'
import { texts } from '../text/texts.ts'
import { EvaluationPairs } from './evaluation-pairs.tsx'
import styles from './race-board.module.css'
import { useEvaluation } from './use-evaluation.ts'

const words = texts.evaluationBoard
const NONE = '–'
const SHORT_ID = 8

/** The results of an evaluation, above its log; nothing for an agent that is none. */
export function EvaluationBoard({ agentId }: { agentId: AgentId }) {
  const view = useEvaluation(agentId)
  if (view === null) return null
  const { checked, planned, failed, cost, models } = view
  return (
    <section className={styles.board} aria-label={words.label}>
      <div className={styles.head}>
        <span>{words.facts({ checked, planned, failed, cost: formatCost(cost) })}</span>
        <Button onClick={() => saveResults(view)}>{words.save}</Button>
      </div>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <caption className="visually-hidden">{words.models}</caption>
          <thead>
            <tr>
              {Object.values(words.columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {models.map((result) => (
              <ModelRow key={result.model} result={result} />
            ))}
          </tbody>
        </table>
      </div>
      <Disclosure summary={words.cases}>
        <CaseTable view={view} />
      </Disclosure>
      <Disclosure summary={words.compare}>
        <EvaluationPairs view={view} />
      </Disclosure>
    </section>
  )
}

/** Saves the results as JSON, as `ikigai eval --json` prints them. */
function saveResults(view: EvaluationView): void {
  const file = new Blob([JSON.stringify(view, null, 2)], { type: 'application/json' })
  saveFile(file, `evaluation-${view.agentId.slice(0, SHORT_ID)}.json`)
}

function ModelRow({ result }: { readonly result: ModelResult }) {
  const { model, checked, passed, rate, interval, cost, medianLatencyMs } = result
  const cells = [
    words.passedOf({ passed, checked }),
    rate === null ? NONE : words.percent({ percent: percentOf(rate) }),
    interval === null ? NONE : words.range({ low: percentOf(interval.low), high: percentOf(interval.high) }),
    formatCost(cost),
    medianLatencyMs === null ? NONE : formatDuration(medianLatencyMs),
  ]
  return (
    <tr>
      <th scope="row">{model}</th>
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

/** A row for each task, a column for each model, and in each cell a button for each repetition. */
function CaseTable({ view: { agentId, cases, models } }: { readonly view: EvaluationView }) {
  const tasks = [...new Set(cases.map(({ task }) => task))]
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{words.cases}</caption>
        <thead>
          <tr>
            <th scope="col">{words.task}</th>
            {models.map(({ model }) => (
              <th key={model} scope="col">
                {model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task}>
              <th scope="row">{task}</th>
              {models.map(({ model }) => (
                <td key={model}>
                  {cases
                    .filter((each) => each.task === task && each.model === model)
                    .map((each) => (
                      <CaseButton key={each.agentId} evaluationId={agentId} shown={each} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ICONS = { passed: Check, not_passed: X, failed: TriangleAlert, open: CircleDashed } as const

function CaseButton({ evaluationId, shown }: { readonly evaluationId: AgentId; readonly shown: CaseView }) {
  const { layout } = useStores()
  const { agentId, task, model, repeat, state, checks, message } = shown
  const label = words.openCase({ task, model, repeat, state: words.states[state] })
  const wrong = checks.find(({ passed }) => !passed)
  const Icon = ICONS[state]
  return (
    <button
      type="button"
      className={styles.name}
      aria-label={label}
      title={[label, message ?? wrong?.note ?? ''].join('\n').trim()}
      onClick={() => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: evaluationId })}
    >
      <Icon aria-hidden size={14} />
    </button>
  )
}

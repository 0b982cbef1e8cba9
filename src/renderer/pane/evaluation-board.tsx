import { useEffect, useMemo, useState } from 'react'
import type { EvaluationView, ModelResult, TaskBaseline } from '../../shared/evaluation.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useModels, useTree, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatDuration } from '../parts/format-figures.ts'
import { formatCost } from '../parts/money-text.ts'
import { saveFile } from '../parts/save-file.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import { BaselineFacts } from './baseline-facts.tsx'
import { CaseTable } from './case-table.tsx'
import { EvaluationPairs } from './evaluation-pairs.tsx'
import { FigureTable } from './figure-table.tsx'
import styles from './board.module.css'

const words = texts.evaluationBoard
const NONE = '–'

/** The results of an evaluation, above its log; nothing for an agent that is none. */
export function EvaluationBoard({ agentId }: { agentId: AgentId }) {
  const view = useEvaluation(agentId)
  const list = useModels((state) => state.list)
  if (view === null) return null
  return (
    <section className={styles.board} aria-label={words.label}>
      <BoardHead view={view} />
      <TaskBaselines view={view} />
      <FigureTable
        caption={words.models}
        isCaptionShown={false}
        columns={Object.values(words.columns)}
        rows={view.models.map((result) => ({
          key: result.model,
          name: specTitle(list, result.model),
          cells: cellsOf(result),
        }))}
      />
      <Disclosure summary={words.cases}>
        <CaseTable view={view} />
      </Disclosure>
      <Disclosure summary={words.compare}>
        <EvaluationPairs view={view} />
      </Disclosure>
    </section>
  )
}

/** What test commands have shown before any request, where it is not that they fail, and the question about it. */
function TaskBaselines({ view: { agentId, status, baselines } }: { readonly view: EvaluationView }) {
  const { evaluations } = useActions()
  const shown = baselines.filter(({ outcome }) => outcome !== 'fails')
  if (shown.length === 0) return null
  const name = ({ tasks, command }: TaskBaseline) => texts.baseline.ofTasks({ tasks: tasks.join(', '), command })
  return (
    <BaselineFacts
      baselines={shown.map((baseline) => ({ name: name(baseline), baseline }))}
      answer={status === 'asks' ? (goOn) => void evaluations.answer(agentId, goOn) : null}
    />
  )
}

/** How far the evaluation is, and what can be done with it. */
function BoardHead({ view }: { readonly view: EvaluationView }) {
  const { evaluations } = useActions()
  const { toasts } = useStores()
  const { agentId, status, checked, planned, failed, notJudged, cost } = view

  async function savePage(): Promise<void> {
    const page = await evaluations.page(agentId)
    if (page.ok) save(page.value, 'text/html', `${fileName(agentId)}.html`)
    else toasts.show(page.error.message)
  }

  return (
    <div className={styles.head}>
      <span className={styles.facts}>
        <strong role="status">{words.statuses[status]}</strong>
        <span>{words.facts({ checked, planned, failed, notJudged, cost: formatCost(cost) })}</span>
      </span>
      <span className={styles.buttons}>
        {status === 'running' ? <Button onClick={() => void evaluations.stop(agentId)}>{words.stop}</Button> : null}
        {status === 'stopped' ? (
          <Button tone="primary" onClick={() => void evaluations.resume(agentId)}>
            {words.resume}
          </Button>
        ) : null}
        <Button onClick={() => saveResults(view)}>{words.save}</Button>
        <Button onClick={() => void savePage()}>{words.savePage}</Button>
      </span>
    </div>
  )
}

/** Saves the results as JSON, as `ikigai eval --json` prints them. */
function saveResults(view: EvaluationView): void {
  save(JSON.stringify(view, null, 2), 'application/json', `${fileName(view.agentId)}.json`)
}

function save(text: string, type: string, name: string): void {
  saveFile(new Blob([text], { type }), name)
}

/** Without an ending. */
function fileName(agentId: AgentId): string {
  return `evaluation-${shortAgentId(agentId)}`
}

function cellsOf({ planned, checked, passed, rate, interval, cost, medianLatencyMs }: ModelResult): readonly string[] {
  return [
    words.of({ part: checked, whole: planned }),
    words.of({ part: passed, whole: checked }),
    rate === null ? NONE : words.percent({ percent: percentOf(rate) }),
    interval === null ? NONE : words.range({ low: percentOf(interval.low), high: percentOf(interval.high) }),
    formatCost(cost),
    medianLatencyMs === null ? NONE : formatDuration(medianLatencyMs),
  ]
}

function percentOf(rate: number): number {
  return Math.round(rate * 100)
}

/**
 * The results of an evaluation, as they are now; null: the agent is none, or they have not arrived. While many cases end
 * one after the other, the results are asked for again only when those before have arrived.
 */
function useEvaluation(agentId: AgentId): EvaluationView | null {
  const { evaluations } = useActions()
  const [view, setView] = useState<EvaluationView | null>(null)
  // The newest step (0: the agent is no evaluation), and whether it runs.
  const step = useViews(
    ({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'evaluation')?.id ?? 0,
  )
  const activity = useTree(({ agents }) => agents.get(agentId)?.activity.type)
  // One loader for each agent, because it knows whether the results are under way.
  const load = useMemo(
    () =>
      coalesced(async () => {
        const read = await evaluations.view(agentId)
        if (read.ok) setView(read.value)
      }),
    [evaluations, agentId],
  )
  useEffect(() => {
    if (step !== 0) load()
  }, [load, step, activity])
  return step === 0 || view?.agentId !== agentId ? null : view
}

/** Returns a function that carries out the task, and once more if it was called while the task was under way. */
function coalesced(task: () => Promise<void>): () => void {
  let isRunning = false
  let isOutdated = false
  async function run(): Promise<void> {
    isRunning = true
    do {
      isOutdated = false
      await task()
    } while (isOutdated)
    isRunning = false
  }
  return () => {
    if (isRunning) isOutdated = true
    else void run()
  }
}

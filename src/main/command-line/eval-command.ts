import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { AgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { needsAnswer } from '../../shared/baseline.ts'
import type { EvaluationView, PairResult, TaskBaseline } from '../../shared/evaluation.ts'
import { DONE, errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { answerToGoOn, baselineLines, type GoOnAnswers } from './ask-to-go-on.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import {
  bestFirst,
  MODEL_COLUMNS,
  modelCells,
  OTHER_RUN,
  PAIR_COLUMNS,
  pairCells,
  runCells,
} from '../../shared/evaluation-figures.ts'
import { type Column, textTable } from './text-table.ts'

type Evaluations = Engine['local']['evaluations']
type Plan = Parameters<Evaluations['run']>[1]
type EndedCase = Parameters<NonNullable<NonNullable<Parameters<Evaluations['run']>[2]>['onCase']>>[0]

export interface EvalOptions extends Omit<Parameters<Evaluations['open']>[0], 'file'> {
  readonly ask: GoOnAnswers['ask']
  readonly json: boolean
  /** A file that the results are written to as a page; null: none is. */
  readonly html: string | null
  /** A unique prefix of the id of another evaluation; null: none is compared. */
  readonly compare: string | null
  /** Aborted by Ctrl+C: the evaluation stops and can be continued. */
  readonly signal: AbortSignal
}

/** `ikigai eval FILE`: asks what was not asked yet, and prints the results. */
export async function evalCommand(
  engine: Engine,
  path: string,
  options: EvalOptions,
  output: Output,
): Promise<ExitCode> {
  const other = options.compare === null ? ok(null) : await findAgent(engine, options.compare)
  if (!other.ok) return failed(other, output)
  const opened = await engine.local.evaluations.open({ ...options, file: resolve(path) })
  if (!opened.ok) return failed(opened, output)
  const { evaluationId: agentId, plan, isNew } = opened.value
  output.error(`${isNew ? 'Evaluation' : 'Continuing evaluation'} ${agentId.slice(0, 8)}\n`)
  const ran = await runToEnd(engine, agentId, plan, options, output)
  const printed = await print(engine, agentId, other.value?.id ?? null, options, output)
  if (!printed.ok) return failed(printed, output)
  if (options.signal.aborted) {
    output.error('Stopped. The same command goes on.\n')
    return EXIT.cancelled
  }
  if (!ran.ok) return failed(ran, output, EXIT.turnFailed)
  if (printed.value === 'asks') {
    output.error('No model was asked. The same command with `--go-on always` goes on all the same.\n')
    return EXIT.asks
  }
  return printed.value === 'ended' ? EXIT.done : EXIT.turnFailed
}

/** Runs the evaluation, and asks whether to go on where that is needed. */
async function runToEnd(
  engine: Engine,
  agentId: AgentId,
  plan: Plan,
  { signal, goOn, ask }: EvalOptions,
  output: Output,
): Promise<Result<null>> {
  const { evaluations } = engine.local
  const ran = await follow(engine, agentId, { plan, signal }, output)
  const view = await evaluations.view(agentId)
  if (!ran.ok || !view.ok || view.value.status !== 'asks' || signal.aborted) return ran
  const asked = view.value.baselines.find((baseline) => needsAnswer(baseline, goOn))
  const goesOn = asked === undefined ? null : await answerToGoOn(asked, { goOn, ask })
  if (goesOn === null) return ran
  const answered = await evaluations.answer(agentId, goesOn)
  if (!answered.ok || !goesOn) return answered
  return follow(engine, agentId, { plan, signal }, output)
}

/** Runs the evaluation, with a line on stderr for each case that has ended. */
async function follow(
  engine: Engine,
  agentId: AgentId,
  { plan, signal }: { readonly plan: Plan; readonly signal: AbortSignal },
  output: Output,
): Promise<Result<null>> {
  const cancel = (): void => void engine.agents.cancel({ agentId })
  signal.addEventListener('abort', cancel, { once: true })
  const onCase = (ended: EndedCase): void => output.error(`${caseLine(ended)}\n`)
  const onBaseline = (baseline: TaskBaseline): void => {
    for (const line of baselineLines(baseline)) output.error(`${baseline.tasks.join(', ')}: ${line}\n`)
  }
  const listeners = { onCase, onBaseline }
  const ran = signal.aborted ? ok(null) : await engine.local.evaluations.run(agentId, plan, listeners)
  signal.removeEventListener('abort', cancel)
  return ran
}

function caseLine({ task, model, repeat, checks, message, isNotJudged }: EndedCase): string {
  const name = `${task} · ${model} · ${repeat}`
  if (checks === null) return `${name}: ${isNotJudged ? 'not judged' : 'failed'}: ${message ?? ''}`
  const wrong = checks.checks.find(({ passed }) => !passed)
  return wrong === undefined ? `${name}: passed` : `${name}: ${wrong.check}: ${wrong.note ?? 'not passed'}`
}

/** Prints the results. Returns how far the evaluation is. */
async function print(
  engine: Engine,
  agentId: AgentId,
  other: AgentId | null,
  { json, html }: EvalOptions,
  output: Output,
): Promise<Result<EvaluationView['status']>> {
  const { evaluations } = engine.local
  const view = await evaluations.view(agentId)
  if (!view.ok) return view
  const compared: Result<readonly PairResult[]> = other === null ? ok([]) : await evaluations.compare(agentId, other)
  if (!compared.ok) return compared
  if (json) {
    const comparison = other === null ? {} : { compared: { agentId: other, models: compared.value } }
    output.out(`${jsonText({ ...view.value, ...comparison })}\n`)
  } else {
    const lines = evaluationTable(view.value)
    const more = other === null ? [] : ['', ...runTable(compared.value)]
    for (const line of [...lines, ...more]) output.out(`${line}\n`)
  }
  const written = html === null ? DONE : await writePage(engine, agentId, other, html)
  if (!written.ok) return written
  const { checked, planned, notJudged, status } = view.value
  const more =
    notJudged === 0
      ? ''
      : ` ${notJudged} ${notJudged === 1 ? 'is' : 'are'} not judged: the environment made the test fail.`
  output.error(`${checked} of ${planned} cases have a result.${more}\n`)
  return ok(status)
}

async function writePage(engine: Engine, agentId: AgentId, other: AgentId | null, path: string): Promise<Result<null>> {
  const page = await engine.local.evaluations.page(agentId, other)
  if (!page.ok) return page
  try {
    await writeFile(path, page.value)
    return DONE
  } catch (error) {
    return refuse(`${path} cannot be written: ${errorMessage(error)}`)
  }
}

/** The results as a table, the best rate first, and how the models compare. */
function evaluationTable(view: EvaluationView): readonly string[] {
  const models = textTable(columnsOf(MODEL_COLUMNS), bestFirst(view).map(modelCells))
  if (view.pairs.length === 0) return models
  return [...models, '', ...textTable(columnsOf(PAIR_COLUMNS), view.pairs.map(pairCells))]
}

/** The models of this run against those of another one. */
function runTable(pairs: readonly PairResult[]): readonly string[] {
  return textTable(columnsOf(PAIR_COLUMNS.with(0, OTHER_RUN)), pairs.map(runCells))
}

/** All columns but the first one have figures. */
function columnsOf(headings: readonly string[]): readonly Column[] {
  return headings.map((heading, index) => ({ heading, align: index === 0 ? 'left' : 'right' }))
}

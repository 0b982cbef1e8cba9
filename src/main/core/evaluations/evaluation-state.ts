import type { AgentEvent } from '../../../shared/agent-event.ts'
import { needsAnswer } from '../../../shared/baseline.ts'
import type { CaseKey, CheckResult, EvaluationData, RunSettings, TaskBaseline } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'

/** What the log says of a case. */
export interface CaseState extends CaseKey {
  readonly agentId: AgentId
  /** Null: it was not checked. */
  readonly checked: { readonly passed: boolean; readonly checks: readonly CheckResult[] } | null
  /** Why its newest attempt failed; null: it did not. */
  readonly failure: string | null
  /** Whether its environment made its newest attempt fail. */
  readonly isNotJudged: boolean
  /** ms; null: not known. */
  readonly latencyMs: number | null
}

/** What the log says of an evaluation. */
export interface EvaluationState {
  readonly name: string
  /** Its path. */
  readonly file: string
  readonly sha256: string
  /** Names of the tasks, in the order of the file. */
  readonly tasks: readonly string[]
  /** How often each task is wanted, by model. */
  readonly repeats: ReadonlyMap<string, number>
  /** Those of the newest run; null: it has none, or they are not known. */
  readonly settings: RunSettings | null
  /** The agents that cases are below, by task; null: that of the judges. */
  readonly groups: ReadonlyMap<string | null, AgentId>
  /** The newest ones, by `baselineId`. */
  readonly baselines: ReadonlyMap<string, TaskBaseline>
  /** Whether the user wants to go on after the baselines before; null: there is no answer since the newest one. */
  readonly goesOn: boolean | null
  /** By `caseId`. */
  readonly cases: ReadonlyMap<string, CaseState>
  /** The newest judge, by `judgeId`. */
  readonly judges: ReadonlyMap<string, AgentId>
}

/** What identifies a case in its evaluation. */
export function caseId({ task, model, repeat }: CaseKey): string {
  return JSON.stringify([task, model, repeat])
}

/** What identifies the judgement of a case by its check with this index. */
export function judgeId(of: AgentId, index: number): string {
  return `${of}/${index}`
}

/** What identifies a test command that is run before any request. */
export function baselineId({ tasks, command }: Pick<TaskBaseline, 'tasks' | 'command'>): string {
  return JSON.stringify([tasks, command])
}

/**
 * Returns what the user is asked about before any request is paid: the baselines of tasks that are wanted and that are to be
 * answered. Empty: nothing, also after an answer, whatever it was.
 */
export function askedBaselines({ tasks, baselines, goesOn, settings }: EvaluationState): readonly TaskBaseline[] {
  if (goesOn !== null) return []
  const wanted = [...baselines.values()].filter((each) => each.tasks.some((task) => tasks.includes(task)))
  return wanted.filter((each) => needsAnswer(each, settings?.goOn))
}

/** Returns the state by the events of the evaluation's agent; null: the agent is no evaluation. */
export function evaluationState(events: readonly AgentEvent[]): EvaluationState | null {
  const steps = events.flatMap((event) => (event.kind === 'evaluation' ? [event.data] : []))
  const begun = steps.find((step) => step.step === 'begun')
  if (begun === undefined) return null
  const parts: OpenState = {
    tasks: [],
    repeats: new Map(),
    settings: null,
    groups: new Map(),
    cases: new Map(),
    judges: new Map(),
    baselines: new Map(),
    goesOn: null,
    idOf: new Map(),
  }
  for (const step of steps) add(parts, step)
  const { idOf: _unused, ...state } = parts
  const { name, file, sha256 } = begun
  return { name, file, sha256, ...state }
}

interface OpenState {
  tasks: readonly string[]
  readonly repeats: Map<string, number>
  settings: RunSettings | null
  readonly groups: Map<string | null, AgentId>
  readonly cases: Map<string, CaseState>
  readonly judges: Map<string, AgentId>
  readonly baselines: Map<string, TaskBaseline>
  goesOn: boolean | null
  /** The id of the case that an agent answers. */
  readonly idOf: Map<AgentId, string>
}

const NEW_CASE = { checked: null, failure: null, isNotJudged: false, latencyMs: null }

function add(state: OpenState, data: EvaluationData): void {
  switch (data.step) {
    case 'begun':
      return
    case 'run':
      state.tasks = data.tasks
      state.settings = settingsOf(data)
      for (const model of data.models) state.repeats.set(model, Math.max(data.repeat, state.repeats.get(model) ?? 0))
      return
    case 'baseline': {
      const { step: _step, ...baseline } = data
      state.baselines.set(baselineId(data), baseline)
      state.goesOn = null
      return
    }
    case 'answered':
      state.goesOn = data.go_on
      return
    case 'group':
      state.groups.set(data.task, data.agent)
      return
    case 'judge':
      state.judges.set(judgeId(data.of, data.index), data.agent)
      return
    case 'case': {
      const { task, model, repeat, agent: agentId } = data
      state.idOf.set(agentId, caseId(data))
      state.cases.set(caseId(data), { task, model, repeat, agentId, ...NEW_CASE })
      return
    }
    case 'failed':
      changeCase(state, data.agent, { failure: data.message, isNotJudged: data.not_judged === true })
      return
    case 'checked': {
      const { passed, checks, latency_ms: latencyMs } = data
      changeCase(state, data.agent, { checked: { passed, checks }, failure: null, isNotJudged: false, latencyMs })
    }
  }
}

function settingsOf(run: Extract<EvaluationData, { step: 'run' }>): RunSettings | null {
  const {
    at_once: atOnce,
    max_usd: maxUsd,
    max_tool_turns: maxToolTurns = null,
    unconfined,
    baseline,
    go_on: goOn,
  } = run
  return atOnce === undefined || maxUsd === undefined || unconfined === undefined
    ? null
    : { atOnce, maxUsd, maxToolTurns, unconfined, baseline, goOn }
}

function changeCase({ cases, idOf }: OpenState, agentId: AgentId, change: Partial<CaseState>): void {
  const id = idOf.get(agentId)
  const known = id === undefined ? undefined : cases.get(id)
  if (id !== undefined && known !== undefined) cases.set(id, { ...known, ...change })
}

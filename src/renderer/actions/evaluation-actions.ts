import type { EvaluationView, PairResult } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Toasts } from '../store/toast-store.ts'
import { callEngine } from './call-engine.ts'

/** What a user does with an evaluation. A failure to resume or to stop is shown in a toast. */
export interface EvaluationActions {
  /** Runs the tasks of a file and shows the evaluation; returns why that was refused, or null. */
  start(request: Parameters<EngineClient['evaluations']['start']>[0]): Promise<string | null>
  resume(evaluationId: AgentId): Promise<void>
  /** Whether an evaluation that asks goes on after what its tests have shown; false leaves it stopped. */
  answer(evaluationId: AgentId, goOn: boolean): Promise<void>
  /** Its cases end without a result; what has been answered is kept. */
  stop(evaluationId: AgentId): Promise<void>
  /** The results with the answers as one HTML file. Refused if the agent is no evaluation. */
  page(evaluationId: AgentId): Promise<Result<string>>
  /** Refused if the agent is no evaluation. */
  view(evaluationId: AgentId): Promise<Result<EvaluationView>>
  /** Refused if one of the agents is no evaluation. */
  compare(evaluationId: AgentId, otherId: AgentId): Promise<Result<readonly PairResult[]>>
}

export function createEvaluationActions({
  client,
  toasts,
  layout,
}: {
  readonly client: EngineClient
  readonly toasts: Toasts
  readonly layout: LayoutStore
}): EvaluationActions {
  async function isDone(call: Promise<Result<unknown>>): Promise<void> {
    const done = await callEngine(call)
    if (!done.ok) toasts.show(done.error.message)
  }

  return {
    async start(request) {
      const started = await callEngine(client.evaluations.start(request))
      if (!started.ok) return started.error.message
      layout.dispatch({ type: 'open', agents: [started.value], focus: true })
      return null
    },
    resume: (evaluationId) => isDone(client.evaluations.resume({ evaluationId })),
    answer: (evaluationId, goOn) => isDone(client.evaluations.answer({ evaluationId, goOn })),
    stop: (evaluationId) => isDone(client.agents.cancel({ agentId: evaluationId })),
    page: (evaluationId) => callEngine(client.evaluations.page({ evaluationId, otherId: null })),
    view: (evaluationId) => callEngine(client.evaluations.view({ evaluationId })),
    compare: (evaluationId, otherId) => callEngine(client.evaluations.compare({ evaluationId, otherId })),
  }
}

import type { EvaluationView, PairResult } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

export interface EvaluationActions {
  /** Refused if the agent is no evaluation. */
  view(evaluationId: AgentId): Promise<Result<EvaluationView>>
  /** Refused if one of the agents is no evaluation. */
  compare(evaluationId: AgentId, otherId: AgentId): Promise<Result<readonly PairResult[]>>
}

export function createEvaluationActions({ client }: { readonly client: EngineClient }): EvaluationActions {
  return {
    view: (evaluationId) => callEngine(client.evaluations.view({ evaluationId })),
    compare: (evaluationId, otherId) => callEngine(client.evaluations.compare({ evaluationId, otherId })),
  }
}

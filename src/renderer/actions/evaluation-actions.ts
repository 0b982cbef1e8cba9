import type { EvaluationView } from '../../shared/evaluation.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

export interface EvaluationActions {
  /** Refused if the agent is no evaluation. */
  view(evaluationId: AgentId): Promise<Result<EvaluationView>>
}

export function createEvaluationActions({ client }: { readonly client: EngineClient }): EvaluationActions {
  return { view: (evaluationId) => callEngine(client.evaluations.view({ evaluationId })) }
}

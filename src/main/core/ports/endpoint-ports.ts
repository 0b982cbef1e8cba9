import type { EndpointState, EndpointTrial } from '../../../shared/endpoints/endpoint-trial.ts'
import type { Result } from '../../../shared/result.ts'

/** What is asked of endpoints beside answers of their models. */
export interface EndpointProbe {
  states(): Promise<readonly EndpointState[]>
  /** Sends one request. `model`: without the name of the endpoint; null: the first of its list. */
  try(name: string, model: string | null, signal: AbortSignal): Promise<Result<EndpointTrial>>
}

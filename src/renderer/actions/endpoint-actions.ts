import type { EndpointState, EndpointTrial } from '../../shared/endpoints/endpoint-trial.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ModelStore } from '../store/model-store.ts'
import { callEngine } from './call-engine.ts'

/** User operations on endpoints. Their entries are changed like the rest of config.json. */
export interface EndpointActions {
  /** Returns the endpoints and whether they have keys; null: the engine cannot be reached. */
  states(): Promise<readonly EndpointState[] | null>
  /** Saves a key; null removes it. Returns why not, or null. */
  setKey(name: string, key: string | null): Promise<string | null>
  /** Sends one request. */
  try(name: string): Promise<Result<EndpointTrial>>
}

export function createEndpointActions(client: EngineClient, models: ModelStore): EndpointActions {
  return {
    states: () => client.endpoints.list().catch(() => null),
    async setKey(name, key) {
      const outcome = await callEngine(client.endpoints.setKey({ name, key }))
      if (!outcome.ok) return outcome.error.message
      const list = await client.models.list({ endpoint: name }).catch(() => null)
      if (list !== null) models.setState({ list })
      return null
    },
    try: (name) => callEngine(client.endpoints.try({ name })),
  }
}

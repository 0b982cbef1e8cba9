import type { AppError } from '../../../../shared/app-error.ts'
import { shownEndpoint } from '../../../../shared/endpoints/endpoint-change.ts'
import type { EndpointState, EndpointTrial } from '../../../../shared/endpoints/endpoint-trial.ts'
import { type Endpoint, unknownEndpoint } from '../../../../shared/endpoints/endpoint.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { Config } from '../../../core/ports/config-ports.ts'
import type { EndpointProbe } from '../../../core/ports/endpoint-ports.ts'
import { type EndpointFactory, keyInEnvironment, type KeyPlaces } from './endpoint-factory.ts'
import { TrialRecorder, tryModel } from './try-endpoint.ts'

/** What is asked of the endpoints of the configuration beside answers of their models. */
export function endpointProbe(
  factory: EndpointFactory,
  { config, ...places }: KeyPlaces & { readonly config: Config },
): EndpointProbe {
  return {
    states: () => endpointStates(config, places),
    async try(name, model, signal) {
      const endpoint = config.endpoints.find((each) => each.name === name)
      if (endpoint !== undefined) return tryEndpoint(factory, endpoint, model, signal)
      return err({ category: 'NOT_FOUND', message: unknownEndpoint(name, config.endpoints), retryable: false })
    },
  }
}

/** Returns the endpoints of the configuration, and where their keys are. */
export function endpointStates({ endpoints }: Config, places: KeyPlaces): Promise<readonly EndpointState[]> {
  return Promise.all(endpoints.map((endpoint) => stateOf(endpoint, places)))
}

async function stateOf(endpoint: Endpoint, places: KeyPlaces): Promise<EndpointState> {
  return { ...shownEndpoint(endpoint), key: await keyPlace(endpoint, places), needsKey: endpoint.needsKey }
}

async function keyPlace(
  { name, key, keyVariables, tokenCommand, auth }: Endpoint,
  { credentials, environment }: KeyPlaces,
): Promise<EndpointState['key']> {
  if (auth !== null) return 'cloud'
  if (tokenCommand !== null) return 'token'
  if (keyInEnvironment(keyVariables, environment) !== null) return 'environment'
  if ((await credentials.endpointKey(name)) !== null) return 'stored'
  return key === null ? 'none' : 'config'
}

/** Asks one model of an endpoint for a word, and returns what was sent and what came. */
async function tryEndpoint(
  factory: EndpointFactory,
  endpoint: Endpoint,
  model: string | null,
  signal: AbortSignal,
): Promise<Result<EndpointTrial>> {
  const recorder = new TrialRecorder()
  const made = await factory.connect(endpoint, true, recorder)
  if (!made.ok) return made
  const asked = model ?? endpoint.models[0]?.id ?? null
  if (asked !== null) return ok(await tryModel(made.value, `${endpoint.name}/${asked}`, recorder, signal))
  const listed = await made.value.listModels(signal)
  const [first] = listed.ok ? listed.value : []
  if (first !== undefined) return ok(await tryModel(made.value, first.id, recorder, signal))
  const none = { model: '', request: recorder.request(), answer: recorder.answer(), text: '' }
  return ok({ ...none, error: listed.ok ? noModels(endpoint) : listed.error })
}

function noModels({ label }: Endpoint): AppError {
  const message = `${label} lists no models. Name some as models of its entry, or try one by name.`
  return { category: 'NOT_FOUND', message, retryable: false }
}

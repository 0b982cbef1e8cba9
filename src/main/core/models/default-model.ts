import { formatModelSpec } from '../../../shared/model-spec.ts'
import type { Endpoint } from '../../../shared/endpoints/endpoint.ts'
import { type ApiProviderName, API_PROVIDERS, isProviderName } from '../../../shared/providers.ts'
import type { Config, CredentialStore } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'
import { chooseModel } from './choose-model.ts'

/** The model of new root agents. */
export interface DefaultModel {
  /** `MODEL[/LEVEL]` or `@POOL`, as typed. */
  readonly spec: string
  /** The configured default, if its end date has passed and `spec` is its successor; otherwise null. */
  readonly replaces: string | null
}

/** Where the model of new root agents comes from. */
export interface DefaultModelSources {
  readonly catalog: ModelCatalog
  readonly config: Config
  /** ISO date. */
  readonly today: string
}

/**
 * Returns the model of the default provider, as configured or by default; while none is configured, of the first provider
 * with a key. Null: there is neither, or no default model is known for it. `ready`: the providers with a key, in order.
 */
export function configuredDefault(
  { catalog, config, today }: DefaultModelSources,
  ready: readonly ApiProviderName[],
): DefaultModel | null {
  const { defaultProvider, providers } = config
  if (defaultProvider !== null && !isProviderName(defaultProvider)) return null
  const provider = defaultProvider ?? ready.find((name) => API_PROVIDERS[name].defaultModel !== null) ?? null
  if (provider === null) return null
  const model = providers[provider]?.defaultModel ?? API_PROVIDERS[provider].defaultModel
  return model === null ? null : currentDefault(model, catalog, config, today)
}

/**
 * Returns the default model. A configured default that is past its end date is replaced by the catalogue's successor,
 * at the configured level (docs/behaviour/models.md#ended-models). An invalid default is returned unchanged: the error is
 * reported when an agent is created. `today`: ISO date.
 */
export function currentDefault(configured: string, catalog: ModelCatalog, config: Config, today: string): DefaultModel {
  const read = chooseModel(configured, config)
  const successor = read.ok ? catalog.successor(read.choice.provider, read.choice.model, today) : null
  if (!read.ok || successor === null) return { spec: configured, replaces: null }
  const spec = read.levelGiven ? formatModelSpec({ ...read.choice, model: successor }) : successor
  return { spec, replaces: read.choice.model }
}

/** The warning that new agents use another model than the configured one; null: they do not. */
export function replacementNotice({ spec, replaces }: DefaultModel): string | null {
  return replaces === null ? null : `${replaces} is no longer served: new agents begin with ${spec} instead.`
}

/**
 * Returns the endpoints whose models new agents may begin with where no provider has one: that which is the default
 * provider, or all while there is none. `ready`: the names of those that have a key or need none.
 */
export function endpointsOfNewAgents(
  { defaultProvider, endpoints }: Config,
  ready: readonly string[],
): readonly Endpoint[] {
  return endpoints.filter(({ name }) => ready.includes(name) && (defaultProvider ?? name) === name)
}

/** Returns the configured default of new agents for the providers with a key; null: there is none. */
export type FindDefaultModel = (ready: readonly ApiProviderName[]) => DefaultModel | null

/**
 * Returns the model of new root agents; null: none is configured, and no provider or endpoint has a key. Keys are only
 * looked for where they decide, and endpoints only asked where no provider has a model.
 */
export async function modelOfNewAgents(
  defaultModel: FindDefaultModel,
  credentials: CredentialStore,
  endpoints?: { firstModel(): Promise<string | null> },
): Promise<DefaultModel | null> {
  const configured = defaultModel([])
  if (configured !== null) return configured
  const states = await credentials.list()
  const own = defaultModel(states.filter(({ source }) => source !== null).map(({ provider }) => provider))
  const spec = own === null ? ((await endpoints?.firstModel()) ?? null) : null
  return spec === null ? own : { spec, replaces: null }
}

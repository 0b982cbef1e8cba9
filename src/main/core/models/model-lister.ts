import type { AppError } from '../../../shared/app-error.ts'
import { outsideAgentLabel } from '../../../shared/outside-agent.ts'
import type { ModelInfo, ModelList } from '../../../shared/model-info.ts'
import {
  API_PROVIDERS,
  ENDPOINT,
  OUTSIDE,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
} from '../../../shared/providers.ts'
import { type FindDefaultModel, modelOfNewAgents } from './default-model.ts'
import type { PriceList } from './price-list.ts'
import type { EndpointLists } from './endpoint-lists.ts'
import type { Config, CredentialStore } from '../ports/config-ports.ts'
import type { LearnedParts, ModelCatalog, ProviderFactory } from '../ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'

export interface ModelListDependencies {
  readonly catalog: ModelCatalog
  readonly prices: PriceList
  readonly credentials: CredentialStore
  readonly providers: ProviderFactory
  readonly defaultModel: FindDefaultModel
  readonly config: Config
  readonly learnedParts?: LearnedParts | undefined
  readonly endpointLists: EndpointLists
}

/** Lists the models for the picker: the catalogue, combined with the providers' own lists as last fetched. */
export class ModelLister {
  readonly #dependencies: ModelListDependencies
  readonly #reported = new Map<ProviderName, readonly ModelInfo[]>()

  constructor(dependencies: ModelListDependencies) {
    this.#dependencies = dependencies
  }

  /** `refresh`: fetch that provider's list first. If that fails, the result is as before. */
  async list(refresh: ProviderName | undefined, signal: AbortSignal, endpoint?: string): Promise<ModelList> {
    const problem = refresh === undefined ? null : await this.#refresh(refresh, signal)
    const asked = endpoint === undefined ? null : await this.#dependencies.endpointLists.renew(endpoint)
    const { credentials, defaultModel, endpointLists } = this.#dependencies
    const keys = new Map((await credentials.list()).map((state) => [state.provider, state.source !== null]))
    const providers = PROVIDER_NAMES.map((provider): ModelList['providers'][number] => ({
      provider,
      label: PROVIDERS[provider].label,
      ready: API_PROVIDERS[provider].keyPage === null || keys.get(provider) === true,
      models: this.#models(provider),
    }))
    const shown = [...providers, ...(await this.#endpoints(signal)), this.#outside()].filter(
      ({ models, problem: failed }) => models.length > 0 || failed !== undefined,
    )
    const begins = await modelOfNewAgents(defaultModel, credentials, endpointLists)
    const { source } = this.#dependencies.catalog.file()
    return {
      providers: shown,
      pricesAsOf: source.renewedOn,
      ...defined({ renewedOn: typeof source['listedOn'] === 'string' ? source['listedOn'] : undefined }),
      defaultModel: begins?.spec ?? null,
      ...defined({
        endedDefault: begins !== null && begins.replaces !== null ? begins.replaces : undefined,
        problem: problem ?? asked ?? undefined,
      }),
    }
  }

  /** The outside agents that are configured. Nothing is known of what they cost or how much they read. */
  #outside(): ModelList['providers'][number] {
    const models = Object.keys(this.#dependencies.config.outsideAgents).map((id): ModelInfo => ({
      provider: OUTSIDE,
      id,
      name: outsideAgentLabel(id),
      contextWindow: null,
      maxOutput: null,
      prices: [],
      endsOn: null,
      thinking: null,
    }))
    return { provider: OUTSIDE, label: PROVIDERS[OUTSIDE].label, ready: true, models }
  }

  /** The endpoints, each with what its entry names, then with its list. */
  async #endpoints(signal: AbortSignal): Promise<ModelList['providers']> {
    const { config, catalog, prices, endpointLists } = this.#dependencies
    const ready = await endpointLists.ready()
    const lists = await endpointLists.all(signal)
    return config.endpoints.map(({ name, label, models: written }) => {
      const known = written.flatMap(({ id }) => catalog.find(ENDPOINT, `${name}/${id}`) ?? [])
      const ids = new Set(known.map(({ id }) => id))
      const list = ready.includes(name) ? lists.get(name) : undefined
      const listed = (list?.models ?? []).filter(({ id }) => !ids.has(id))
      const models = [...known, ...listed].map((model) => this.#withLearned(prices.priced(model)))
      const problem = defined({ problem: list?.problem ?? undefined })
      return { provider: ENDPOINT, label, endpoint: name, ready: ready.includes(name), models, ...problem }
    })
  }

  #models(provider: ProviderName): readonly ModelInfo[] {
    const known = this.#dependencies.catalog.list(provider)
    const ids = new Set(known.map(({ id }) => id))
    const reported = (this.#reported.get(provider) ?? []).filter(({ id }) => !ids.has(id)).map(withoutModalities)
    return [...known, ...reported].map((model) => this.#withLearned(this.#dependencies.prices.priced(model)))
  }

  #withLearned(model: ModelInfo): ModelInfo {
    const learned = this.#dependencies.learnedParts?.(model.provider, model.id) ?? []
    return learned.length === 0 ? model : { ...model, learned }
  }

  async #refresh(provider: ProviderName, signal: AbortSignal): Promise<AppError | null> {
    if (provider === OUTSIDE || provider === ENDPOINT) return null
    const made = await this.#dependencies.providers.create(provider)
    const listed = made.ok ? await made.value.listModels(signal) : made
    if (!listed.ok) return listed.error
    this.#reported.set(provider, listed.value)
    this.#dependencies.prices.report(provider, listed.value)
    return null
  }
}

/** What is sent goes by the catalogue, and by the names of other models until they are in it. */
function withoutModalities({ modalities: _modalities, ...model }: ModelInfo): ModelInfo {
  return model
}

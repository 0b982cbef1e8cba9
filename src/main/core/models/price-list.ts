import type { ModelInfo } from '../../../shared/model-info.ts'
import { FREE, type ModelPrice, priceOn, utcDate } from '../../../shared/model-price.ts'
import { normaliseModelName } from '../../../shared/model-table.ts'
import { withOverride, type PriceOverride } from '../../../shared/price-override.ts'
import { type ProviderName } from '../../../shared/providers.ts'
import { gatewayPrefix } from '../../../shared/model-spec-text.ts'
import { responseCost } from '../../../shared/response-cost.ts'
import type { ResponseCost, ResponseUsage } from '../../../shared/usage.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'

/** A model by the names in a response and in its request. */
export interface PricedModel {
  readonly provider: ProviderName
  /** As the response names it. Equal to `requested` before there is a response. */
  readonly model: string
  /** As sent to the provider. */
  readonly requested: string
}

/** The price of each model today: the user's own prices, the catalogue's, or those of the provider's own list. */
export class PriceList {
  readonly #catalog: ModelCatalog
  readonly #config: Config
  readonly #clock: Clock
  readonly #reported = new Map<ProviderName, readonly ModelInfo[]>()

  constructor(dependencies: { readonly catalog: ModelCatalog; readonly config: Config; readonly clock: Clock }) {
    this.#catalog = dependencies.catalog
    this.#config = dependencies.config
    this.#clock = dependencies.clock
  }

  /**
   * Returns the price of a model; null: not known. The responding model has priority. The requested one is used if the
   * response has a name that is in no list, such as the full name behind an alias.
   */
  priceOf({ provider, model, requested }: PricedModel): ModelPrice | null {
    return this.#find(provider, model) ?? this.#find(provider, requested)
  }

  /** Takes the prices in a provider's own list, which apply to models that the catalogue has no price for. */
  report(provider: ProviderName, models: readonly ModelInfo[]): void {
    this.#reported.set(provider, models)
  }

  /** Returns the cost of a response that was received now; null: not known. */
  readonly cost = (model: PricedModel, usage: ResponseUsage): ResponseCost | null => {
    return responseCost(usage, this.priceOf(model))
  }

  /** Returns the model with the prices that apply to this user. */
  priced(model: ModelInfo): ModelInfo {
    const { provider, id, prices } = model
    const override = this.#override(provider, id)
    const listed = provider === 'local' ? [FREE] : prices
    if (override === null) return { ...model, prices: listed }
    const periods = listed.length === 0 ? [null] : listed
    return { ...model, prices: periods.map((price) => withOverride(price, override)).filter((price) => price !== null) }
  }

  #find(provider: ProviderName, model: string): ModelPrice | null {
    const known = this.#catalog.find(provider, model)?.prices ?? []
    const prices = known.length > 0 ? known : this.#reportedPrices(provider, model)
    const listed = provider === 'local' ? FREE : priceOn(prices, utcDate(this.#clock.now()))
    const override = this.#override(provider, model)
    return override === null ? listed : withOverride(listed, override)
  }

  #reportedPrices(provider: ProviderName, model: string): readonly ModelPrice[] {
    const id = gatewayPrefix(provider) + model
    return this.#reported.get(provider)?.find((listed) => listed.id === id)?.prices ?? []
  }

  #override(provider: ProviderName, model: string): PriceOverride | null {
    const prefix = gatewayPrefix(provider)
    const name = model.startsWith(prefix) ? model : prefix + model
    const { prices } = this.#config
    const exact = Object.hasOwn(prices, name) ? prices[name] : undefined
    const wanted = normaliseModelName(name)
    return exact ?? Object.entries(prices).find(([key]) => normaliseModelName(key) === wanted)?.[1] ?? null
  }
}

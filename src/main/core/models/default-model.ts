import { formatModelSpec } from '../../../shared/model-spec.ts'
import { API_PROVIDERS } from '../../../shared/providers.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog } from '../ports/provider-ports.ts'
import { chooseModel } from './choose-model.ts'

/** The model of new root agents. */
export interface DefaultModel {
  /** `MODEL[/LEVEL]` or `@POOL`, as typed. */
  readonly spec: string
  /** The configured default, if its end date has passed and `spec` is its successor; otherwise null. */
  readonly replaces: string | null
}

/**
 * Returns the model of the default provider, as configured or by default. Null: there is no default provider, or no
 * default model is known for it. `today`: ISO date.
 */
export function configuredDefault(catalog: ModelCatalog, config: Config, today: string): DefaultModel | null {
  const { defaultProvider: provider, providers } = config
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
  const read = chooseModel(configured, config.pools)
  const successor = read.ok ? catalog.successor(read.choice.provider, read.choice.model, today) : null
  if (!read.ok || successor === null) return { spec: configured, replaces: null }
  const spec = read.levelGiven ? formatModelSpec({ ...read.choice, model: successor }) : successor
  return { spec, replaces: read.choice.model }
}

/** The warning that new agents use another model than the configured one; null: they do not. */
export function replacementNotice({ spec, replaces }: DefaultModel): string | null {
  return replaces === null ? null : `${replaces} is no longer served: new agents begin with ${spec} instead.`
}

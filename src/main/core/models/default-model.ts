import { formatModelSpec } from '../../../shared/model-spec.ts'
import type { Config, ModelCatalog } from '../ports.ts'
import { chooseModel } from './choose-model.ts'

/** What new root agents begin with. */
export interface DefaultModel {
  /** `MODEL[/LEVEL]` or `@POOL`, as it is typed. */
  readonly spec: string
  /** The configured default, where it has ended and `spec` is its successor; else null. */
  readonly replaces: string | null
}

/**
 * A configured default that is past its end is replaced by the catalogue's successor, at the level that was configured
 * (docs/behaviour/models.md#ended-models). `today`: ISO date. What cannot be read stays as it is: whoever makes an
 * agent is told.
 */
export function currentDefault(
  configured: string,
  { catalog, config, today }: { readonly catalog: ModelCatalog; readonly config: Config; readonly today: string },
): DefaultModel {
  const read = chooseModel(configured, config.pools)
  const successor = read.ok ? catalog.successor(read.choice.provider, read.choice.model, today) : null
  if (!read.ok || successor === null) return { spec: configured, replaces: null }
  const spec = read.levelGiven ? formatModelSpec({ ...read.choice, model: successor }) : successor
  return { spec, replaces: read.choice.model }
}

/** Why new agents begin with another model than the configured one; null: they do not. */
export function replacedWords({ spec, replaces }: DefaultModel): string | null {
  return replaces === null ? null : `${replaces} is no longer served: new agents begin with ${spec} instead.`
}

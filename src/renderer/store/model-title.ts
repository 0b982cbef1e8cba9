import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import { plainName, type ModelList } from '../../shared/model-info.ts'
import { poolName } from '../../shared/model-pool.ts'
import { inferProvider, parseModelSpec } from '../../shared/model-spec.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { texts } from '../text/texts.ts'
import { findModel } from './model-store.ts'

/**
 * Returns a model's plain name, such as `Sonnet 5.5`; its id if the models are not loaded, or it is not among them.
 * `provider`: empty if it is not known.
 */
export function modelTitle(list: ModelList | null, provider: string, id: string): string {
  if (poolName(id) !== null) return id
  const served = provider === '' ? inferProvider(id) : provider
  const model = findModel(list, served ?? '', id)
  return model === null ? id : plainName(model)
}

/** The model of an agent, as the engine sends it. */
export type OwnModel = Pick<AgentSummary, 'choice' | 'modelName'>

/** Returns the plain name of an agent's model, which the engine sends with the agent; null: it has no model. */
export function ownModelTitle(list: ModelList | null, { choice, modelName }: OwnModel): string | null {
  return choice === null ? null : (modelName ?? modelTitle(list, choice.provider, choice.model))
}

/** Returns a model with its level, `Sonnet 5.5 · med`; its name alone if it does not think. */
export function choiceTitle(list: ModelList | null, { provider, model, thinkingLevel }: ModelChoice): string {
  return withLevel(modelTitle(list, provider, model), thinkingLevel)
}

/** Returns `MODEL[/LEVEL]` with the name and level of `choiceTitle`; a pool, and what is no model, as it is typed. */
export function specTitle(list: ModelList | null, spec: string): string {
  const parsed = parseModelSpec(spec)
  if (!parsed.ok || poolName(parsed.choice.model) !== null) return spec
  const { provider, model } = parsed.choice
  return parsed.levelGiven ? choiceTitle(list, parsed.choice) : modelTitle(list, provider, model)
}

/** Returns `NAME · LEVEL`; the name alone for `none`. */
export function withLevel(name: string, level: ThinkingLevel): string {
  return level === 'none' ? name : `${name} · ${texts.models.level.short[level]}`
}

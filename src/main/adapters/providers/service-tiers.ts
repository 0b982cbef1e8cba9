import { SERVICE_TIERS, type ServiceTier } from '../../../shared/model-options.ts'

/** The name of each service tier in requests. A missing one is not offered. */
export type TierNames = Readonly<Partial<Record<ServiceTier, string>>>

/** The names of OpenAI's APIs, which OpenRouter takes too. */
export const OPENAI_TIERS: TierNames = { standard: 'default', flex: 'flex', priority: 'priority' }

/** Returns the tiers that have a name, in the order of the common scale. */
export function tiersIn(names: TierNames): readonly ServiceTier[] {
  return SERVICE_TIERS.filter((tier) => names[tier] !== undefined)
}

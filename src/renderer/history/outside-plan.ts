import { z } from 'zod'

import type { ContentBlock } from '../../shared/content.ts'
import { OUTSIDE } from '../../shared/providers.ts'

const entrySchema = z.looseObject({ content: z.string(), status: z.string().optional() })
const planSchema = z.array(entrySchema).min(1)

/** A step of a plan, as its program reported it. */
export interface PlanEntry {
  readonly content: string
  readonly state: 'done' | 'now' | 'open'
}

const STATES: ReadonlyMap<string | undefined, PlanEntry['state']> = new Map([
  ['completed', 'done'],
  ['in_progress', 'now'],
])

/** Returns the plan that an outside agent reported with a block; null: it is none. */
export function planOf({ provider, provider_data: data }: ContentBlock): readonly PlanEntry[] | null {
  if (provider !== OUTSIDE) return null
  const plan = planSchema.safeParse(data?.['plan']).data
  return plan?.map(({ content, status }) => ({ content, state: STATES.get(status) ?? 'open' })) ?? null
}

import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

const askedModelsSchema = z.object({ byAgent: z.record(z.string(), z.array(z.string()).readonly()) })

/** The models that the next prompt of an agent goes to beside its own, `MODEL/LEVEL` or `@POOL`, in their order. */
export type AskedModels = Readonly<z.infer<typeof askedModelsSchema>>

export type AskedModelStore = StoreApi<AskedModels>

const NONE: readonly string[] = []

export function createAskedModelStore(): AskedModelStore {
  return createStore(() => ({ byAgent: {} }))
}

/** Parses saved models; null if the value has another shape. */
export function parseAskedModels(value: unknown): AskedModels | null {
  const parsed = askedModelsSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

export function askedModels({ byAgent }: AskedModels, agentId: AgentId): readonly string[] {
  return byAgent[agentId] ?? NONE
}

/** Replaces the models of an agent. */
export function withAskedModels({ byAgent }: AskedModels, agentId: AgentId, models: readonly string[]): AskedModels {
  const { [agentId]: _before, ...others } = byAgent
  return { byAgent: models.length === 0 ? others : { ...others, [agentId]: models } }
}

import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { wireFixture } from './wire-fixture.ts'
import { SIMULATED_HOSTS } from './wire-format.ts'
import type { SimulatedHost } from './wire-format.ts'

/**
 * The properties of a model that the simulator needs to check a request. Fields that a provider does not have are
 * missing.
 */
const modelLimitsSchema = z.object({
  id: z.string(),
  provider: z.enum(SIMULATED_HOSTS),
  contextWindow: z.number(),
  maxOutput: z.number(),
  /** Anthropic: `enabled` (budget), `adaptive`, `disabled`, `between_tools`. */
  thinkingModes: z.array(z.string()).optional(),
  /** Anthropic and OpenAI: accepted effort values; empty = the parameter is refused. */
  efforts: z.array(z.string()).optional(),
  /** Anthropic: accepts a history that ends with the assistant. */
  prefill: z.boolean().optional(),
  /** Anthropic: thinking blocks are bound to everything before them. */
  preservedThinking: z.boolean().optional(),
  /** Gemini: accepted thinkingBudget; `zero` = 0 is accepted although it is below `min`. */
  budget: z.object({ min: z.number(), max: z.number(), zero: z.boolean() }).optional(),
  /** Gemini: accepted thinkingLevel values. */
  levels: z.array(z.string()).optional(),
  /** Moonshot and others: the model thinks. */
  reasoning: z.boolean().optional(),
})

const tableSchema = z.object({ models: z.array(modelLimitsSchema) })

export type ModelLimits = Readonly<z.infer<typeof modelLimitsSchema>>

let cached: readonly ModelLimits[] | undefined

/** Returns all models of `test/fixtures/wire/model-limits.json`. */
export function allModels(): readonly ModelLimits[] {
  cached ??= tableSchema.parse(JSON.parse(readFileSync(wireFixture('model-limits.json'), 'utf8'))).models
  return cached
}

/** Returns the row of a model, also for a dated id (`claude-haiku-4-5-20251001`, `gpt-5.5-2026-04-23`). */
export function findModel(host: SimulatedHost, id: string): ModelLimits | undefined {
  const family = modelFamily(id)
  const rows = allModels().filter((row) => row.provider === host)
  return rows.find((row) => row.id === id) ?? rows.find((row) => row.id === family)
}

/** Returns the id without its date. */
export function modelFamily(id: string): string {
  return id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')
}

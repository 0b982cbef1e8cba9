import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { wireFixture } from './wire-fixture.ts'
import { SIMULATED_HOSTS } from './wire-format.ts'
import type { SimulatedHost } from './wire-format.ts'

/** What the simulator must know about a model to judge a request. A field that a provider does not have is missing. */
const modelLimitsSchema = z.object({
  id: z.string(),
  provider: z.enum(SIMULATED_HOSTS),
  contextWindow: z.number(),
  maxOutput: z.number(),
  /** Anthropic: `enabled` (budget), `adaptive`, `disabled`, `between_tools`. */
  thinkingModes: z.array(z.string()).optional(),
  /** Anthropic and OpenAI: effort values that the model takes; empty = the parameter is refused. */
  efforts: z.array(z.string()).optional(),
  /** Anthropic: takes a history that ends with the assistant. */
  prefill: z.boolean().optional(),
  /** Anthropic: thinking blocks are bound to what stands before them. */
  preservedThinking: z.boolean().optional(),
  /** Gemini: legal thinkingBudget; `zero` = 0 is legal although below `min`. */
  budget: z.object({ min: z.number(), max: z.number(), zero: z.boolean() }).optional(),
  /** Gemini: legal thinkingLevel values. */
  levels: z.array(z.string()).optional(),
  /** Moonshot and others: the model thinks. */
  reasoning: z.boolean().optional(),
})

const tableSchema = z.object({ models: z.array(modelLimitsSchema) })

export type ModelLimits = Readonly<z.infer<typeof modelLimitsSchema>>

let cached: readonly ModelLimits[] | undefined

/** All models of `test/fixtures/wire/model-limits.json`. */
export function allModels(): readonly ModelLimits[] {
  cached ??= tableSchema.parse(JSON.parse(readFileSync(wireFixture('model-limits.json'), 'utf8'))).models
  return cached
}

/** The row of a model, a dated id included (`claude-haiku-4-5-20251001`, `gpt-5.5-2026-04-23`). */
export function findModel(host: SimulatedHost, id: string): ModelLimits | undefined {
  const family = modelFamily(id)
  const rows = allModels().filter((row) => row.provider === host)
  return rows.find((row) => row.id === id) ?? rows.find((row) => row.id === family)
}

/** The id without its date. */
export function modelFamily(id: string): string {
  return id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '')
}

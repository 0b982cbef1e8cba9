import { readFileSync } from 'node:fs'

import { wireFixture } from './wire-fixture.ts'
import type { SimulatedHost } from './wire-format.ts'

/** What the simulator must know about a model to judge a request. A field that a provider does not have is missing. */
export interface ModelLimits {
  readonly id: string
  readonly provider: SimulatedHost
  readonly contextWindow: number
  readonly maxOutput: number
  /** Anthropic: `enabled` (budget), `adaptive`, `disabled`, `between_tools`. */
  readonly thinkingModes?: readonly string[]
  /** Anthropic and OpenAI: effort values that the model takes; empty = the parameter is refused. */
  readonly efforts?: readonly string[]
  /** Anthropic: takes a history that ends with the assistant. */
  readonly prefill?: boolean
  /** Anthropic: thinking blocks are bound to what stands before them. */
  readonly preservedThinking?: boolean
  /** Gemini: legal thinkingBudget; `zero` = 0 is legal although below `min`. */
  readonly budget?: { readonly min: number; readonly max: number; readonly zero: boolean }
  /** Gemini: legal thinkingLevel values. */
  readonly levels?: readonly string[]
  /** Moonshot and others: the model thinks. */
  readonly reasoning?: boolean
}

let cached: readonly ModelLimits[] | undefined

/** All models of `test/fixtures/wire/model-limits.json`. */
export function allModels(): readonly ModelLimits[] {
  if (cached === undefined) {
    const table: { models: ModelLimits[] } = JSON.parse(readFileSync(wireFixture('model-limits.json'), 'utf8'))
    cached = table.models
  }
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

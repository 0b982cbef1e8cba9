import type { ModelRow } from '../../../../shared/model-table.ts'
import type { BudgetRange, CommonLevel, HigherLevel } from '../../../../shared/thinking-level.ts'

/** Gemini 2.5: `thinkingBudget`, in tokens. */
export interface BudgetGemini {
  readonly kind: 'budget'
  readonly budget: BudgetRange
  /** Largest accepted `maxOutputTokens`. */
  readonly maxOutput: number
}

type GeminiLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH' | 'XHIGH'

/** Gemini 3 and later: `thinkingLevel`; thinking cannot be disabled. */
export interface LevelGemini {
  readonly kind: 'level'
  /** A higher level that the model lacks is missing. */
  readonly levels: Readonly<Record<CommonLevel, GeminiLevel> & Partial<Record<HigherLevel, GeminiLevel>>>
  readonly maxOutput: number
}

/** Gemini 2.0 and older and special models of 2.5 do not think. */
interface UnthinkingGemini {
  readonly kind: 'unsupported'
  readonly maxOutput: number
}

export type GeminiModel = BudgetGemini | LevelGemini | UnthinkingGemini

/** For gemini-3-pro and for unknown names (docs/behaviour/thinking.md#google). */
const TWO_LEVELS = { none: 'LOW', low: 'LOW', med: 'HIGH', high: 'HIGH' } as const
const FROM_LOW = { none: 'LOW', low: 'LOW', med: 'MEDIUM', high: 'HIGH' } as const
const TO_XHIGH = { ...FROM_LOW, xhigh: 'XHIGH' } as const
const MINIMAL_OR_HIGH = { none: 'MINIMAL', low: 'MINIMAL', med: 'HIGH', high: 'HIGH' } as const
const FROM_MINIMAL = { none: 'MINIMAL', low: 'LOW', med: 'MEDIUM', high: 'HIGH' } as const

/** Budgets and levels as of November 2026 (docs/behaviour/thinking.md#google). */
export const GEMINI_MODELS: readonly (ModelRow & GeminiModel)[] = [
  { name: 'gemini-2-5-pro', kind: 'budget', budget: { min: 128, max: 32_768 }, maxOutput: 65_536 },
  { name: 'gemini-2-5-flash', kind: 'budget', budget: { min: 0, max: 24_576 }, maxOutput: 65_536 },
  { name: 'gemini-2-5-flash-lite', kind: 'budget', budget: { min: 512, max: 24_576 }, maxOutput: 65_536 },

  { name: 'gemini-3-pro', kind: 'level', levels: TWO_LEVELS, maxOutput: 65_536 },
  { name: 'gemini-3-flash', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-3-1-pro', kind: 'level', levels: FROM_LOW, maxOutput: 65_536 },
  { name: 'gemini-3-1-flash-lite', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-3-5-flash', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-3-5-flash-lite', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-3-6-flash', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-3-7-flash', kind: 'level', levels: FROM_LOW, maxOutput: 65_536 },
  { name: 'gemini-3-8-flash', kind: 'level', levels: FROM_LOW, maxOutput: 65_536 },
  { name: 'gemini-4-argon', kind: 'level', levels: FROM_LOW, maxOutput: 32_768 },
  { name: 'gemini-4-carbon', kind: 'level', levels: FROM_LOW, maxOutput: 32_768 },
  { name: 'gemini-4-hydrogen', kind: 'level', levels: TO_XHIGH, maxOutput: 65_536 },
  { name: 'gemini-4-neon', kind: 'level', levels: TO_XHIGH, maxOutput: 65_536 },
  { name: 'gemini-flash-latest', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-flash-lite-latest', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemini-pro-latest', kind: 'level', levels: FROM_LOW, maxOutput: 65_536 },
  { name: 'gemini-robotics-er-2', kind: 'level', levels: FROM_MINIMAL, maxOutput: 65_536 },
  { name: 'gemma-4-26b-a4b-it', kind: 'level', levels: MINIMAL_OR_HIGH, maxOutput: 32_768 },
  { name: 'gemma-4-31b-it', kind: 'level', levels: MINIMAL_OR_HIGH, maxOutput: 32_768 },
]

/** Every level model accepts LOW and HIGH; 32,768 is the smallest output limit among them. */
export const UNKNOWN_GEMINI: GeminiModel = { kind: 'level', levels: TWO_LEVELS, maxOutput: 32_768 }

/** The table contains every model up to Gemini 2.5 that thinks; the others refuse the field. */
export const UNKNOWN_OLD_GEMINI: GeminiModel = { kind: 'unsupported', maxOutput: 8_192 }

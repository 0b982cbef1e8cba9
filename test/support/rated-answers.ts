import { type ScriptedAnswer, textAnswer } from './provider-simulator/answer.ts'
import type { SimulatorRequest } from './provider-simulator/simulator-request.ts'
import { seededRandom } from './seeded-random.ts'
import { sha256 } from './sha256.ts'

/** The hosts of the three models that are evaluated, and how probably each answers rightly, from 0 to 1. */
export type Rates = Readonly<Record<'anthropic' | 'openai' | 'google', number>>

/** One model of each host, in the order of `Rates`. */
export const RATED_MODELS = ['claude-haiku-4-5/none', 'gpt-5-mini/low', 'gemini-2.5-flash/none'] as const

/** Tasks that only `RatedAnswers` answer; `yes` is right. */
export function ratedTasks(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `t${index}`,
    prompt: `Question ${index}.`,
    checks: [{ matches: '^yes$' }],
  }))
}

/**
 * Answers of models with known rates of success. How often a model is right depends on the seed alone, not on the order
 * in which its requests arrive: what decides is the seed, the model, the task and how often the task was asked before.
 */
export class RatedAnswers {
  readonly #seed: number
  readonly #rates: Rates
  readonly #asked = new Map<string, number>()

  constructor(seed: number, rates: Rates) {
    this.#seed = seed
    this.#rates = rates
  }

  answer({ host, bodyText }: SimulatorRequest): ScriptedAnswer {
    const key = `${host} ${/Question \d+/.exec(bodyText)?.[0] ?? ''}`
    const before = this.#asked.get(key) ?? 0
    this.#asked.set(key, before + 1)
    const seed = Number.parseInt(sha256(`${this.#seed} ${key} ${before}`).slice(0, 8), 16)
    const rate = Object.entries(this.#rates).find(([name]) => name === host)?.[1] ?? 0
    return textAnswer(seededRandom(seed)() < rate ? 'yes' : 'no')
  }
}

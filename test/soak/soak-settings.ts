import { seededRandom } from '../support/seeded-random.ts'

/** A whole number from the environment, or the small default that a quick run takes. */
export function setting(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is no number: ${process.env[name]}`)
  return value
}

/** IKIGAI_SOAK_SEED repeats a run, as far as a machine's timing lets it. */
export const SEED = setting('IKIGAI_SOAK_SEED', Date.now() % 1_000_000_007)

const random = seededRandom(SEED)

/** In [from, to). */
export function between(from: number, to: number): number {
  return from + Math.floor(random() * (to - from))
}

export function oneOf<T>(choices: readonly [T, ...T[]]): T {
  return choices[between(0, choices.length)] ?? choices[0]
}

/** Figures of a run: what its page quotes. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

import type { AppError } from '../../../../shared/app-error.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { Token } from './read-token.ts'

/** Before its end a token is renewed by so much, ms, or by a tenth of its life if that is less. */
const MARGIN_MS = 120_000

interface Held<T extends Token> {
  readonly made: T
  /** When it was made, ms since the epoch. */
  readonly since: number
}

/**
 * Tokens by the names of their sources, in memory only. Each is kept until shortly before its end; one source is asked once
 * at a time, whoever waits for it.
 */
export class HeldTokens<T extends Token = Token> {
  readonly #now: () => number
  readonly #held = new Map<string, Held<T>>()
  readonly #running = new Map<string, Promise<Result<T, AppError>>>()

  /** `now` returns ms since the epoch. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns a token that is valid for a while. `refused`: a token that the server did not accept; it is not taken from memory. */
  async get(source: string, make: () => Promise<Result<T, AppError>>, refused?: string): Promise<Result<T, AppError>> {
    const held = this.#held.get(source)
    if (held !== undefined && held.made.token !== refused && !this.#ends(held)) return ok(held.made)
    return this.#running.get(source) ?? this.#run(source, make)
  }

  #ends({ made, since }: Held<T>): boolean {
    const margin = Math.min(MARGIN_MS, (made.expiresAt - since) / 10)
    return this.#now() >= made.expiresAt - margin
  }

  #run(source: string, make: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
    const running = make()
      .then((made) => {
        if (made.ok) this.#held.set(source, { made: made.value, since: this.#now() })
        return made
      })
      .finally(() => this.#running.delete(source))
    this.#running.set(source, running)
    return running
  }
}

import type { Clock } from '../ports/system-ports.ts'
import { hashToBase62 } from '../../../shared/hash-to-base62.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'

/** Longest time that a request waits for another one, ms. Answers usually begin within two seconds. */
const MAX_WAIT_MS = 4_000

/** The part of a request in writing a beginning that others share. Each function may be called any number of times. */
export interface WriteTurn {
  /** The answer has begun, so the beginning can be read from the cache. */
  begun(): void
  /** The request has ended; without an answer, the next waiting request goes first. */
  ended(): void
}

const NO_TURN: WriteTurn = { begun: () => undefined, ended: () => undefined }

type FirstWrite = 'begun' | 'ended'

/**
 * Lets the first of several requests with the same beginning write it to the provider's cache, so that the others read
 * it. Needed where an entry can be read only once the first answer has begun. Requests with different beginnings never
 * wait for each other, and no request waits longer than a few seconds.
 */
export class FirstWrites {
  readonly #clock: Clock
  readonly #writing = new Map<string, Promise<FirstWrite>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Resolves when the request may be sent: at once for the first one with this beginning, otherwise when the answer to
   * the first one has begun, after the longest wait, or when the signal aborts. `prefix`: null for a request that
   * shares nothing.
   */
  async enter(prefix: string | null, signal: AbortSignal): Promise<WriteTurn> {
    if (prefix === null) return NO_TURN
    if (!this.#writing.has(prefix)) return this.#lead(prefix)
    const waited = new AbortController()
    const sleep = this.#clock.sleep(MAX_WAIT_MS, AbortSignal.any([signal, waited.signal]))
    const over = sleep.then((): 'over' => 'over')
    for (let first = this.#writing.get(prefix); first !== undefined; first = this.#writing.get(prefix)) {
      if ((await Promise.race([first, over])) === 'ended') continue
      waited.abort()
      return NO_TURN
    }
    waited.abort()
    return this.#lead(prefix)
  }

  #lead(prefix: string): WriteTurn {
    const { promise, resolve } = Promise.withResolvers<FirstWrite>()
    this.#writing.set(prefix, promise)
    const settle = (outcome: FirstWrite): void => {
      if (this.#writing.get(prefix) === promise) this.#writing.delete(prefix)
      resolve(outcome)
    }
    return { begun: () => settle('begun'), ended: () => settle('ended') }
  }
}

/** Characters of JSON per token of English text. */
const CHARACTERS_PER_TOKEN = 4

/**
 * Returns an identifier of the beginning that the request shares with those of other agents: up to the last answer,
 * where forks begin, or up to the shared part of the system prompt. Equal beginnings give equal identifiers. Null: it
 * is shorter than `minimumTokens`, or that is null, so nothing is gained when another request writes it first.
 */
export function sharedPrefix(request: ModelRequest, minimumTokens: number | null): string | null {
  if (minimumTokens === null || request.cache === undefined) return null
  const text = JSON.stringify(beginningOf(request, request.cache.sharedSystem))
  return text.length / CHARACTERS_PER_TOKEN < minimumTokens ? null : hashToBase62(text, 18)
}

function beginningOf({ model, thinkingLevel, toolChoice, tools, system, messages }: ModelRequest, shared: number) {
  const answers = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  const settings = [model, thinkingLevel, toolChoice ?? '', tools]
  return answers === 0 ? [...settings, system.slice(0, shared)] : [...settings, system, messages.slice(0, answers)]
}

import { isWarmKey, parseReservedUses, type ReservedUse, type ReservedUses } from '../../../shared/reserved-use.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { LeaseHolders } from '../ports/peer-ports.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import { StoredSetting } from '../stored-setting.ts'

/** Tells requests that wait for others when one of these has ended. */
class Settlements {
  #next = Promise.withResolvers<undefined>()

  announce(): void {
    this.#next.resolve(undefined)
    this.#next = Promise.withResolvers<undefined>()
  }

  /** Resolves at the next announcement, or as soon as the signal aborts; never rejects. */
  async next(signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
    const stop = (): void => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await Promise.race([this.#next.promise, aborted])
    signal.removeEventListener('abort', stop)
  }
}

/** What a request may use at most. */
export interface Amount {
  readonly tokens: number
  readonly usd: number
}

const RESERVED = {
  key: 'reserved_use' as const,
  empty: {},
  parse: parseReservedUses,
  damaged: 'The stored reservations are damaged.',
}

/** How long a settled reservation of another engine counts: its event arrives within that time, ms. */
const SETTLED_MS = 2_000
/** How long a request without a turn counts, ms: it has an answer of one token. */
const WITHOUT_TURN_MS = 60_000
/** The longest time between two looks at what other engines have reserved, ms. */
const LOOK_MS = 500

/**
 * What the requests that run now may use at most, of all engines on a database, in one stored value. It is changed by
 * compare and set, so that no two requests take the same rest of a limit. What a crashed engine reserved no longer
 * counts, because it no longer holds the lease of the agent.
 */
export class Reservations {
  readonly #peers: LeaseHolders
  readonly #clock: Clock
  readonly #stored: StoredSetting<ReservedUses>
  readonly #engine: string
  readonly #own = new Set<string>()
  readonly #settlements = new Settlements()

  constructor(settings: SettingsStore, peers: LeaseHolders, clock: Clock, ids: IdSource) {
    this.#peers = peers
    this.#clock = clock
    this.#stored = new StoredSetting<ReservedUses>(settings, RESERVED)
    this.#engine = ids.uuid()
  }

  /** Returns what other requests may use. `key`: as in `ReservedUses`. */
  async others(key: string): Promise<Result<OtherUses>> {
    const stored = await this.#stored.read()
    if (!stored.ok) return stored
    const { [key]: _, ...others } = stored.value
    const kept = await this.#kept(others)
    if (!kept.ok) return kept
    const counted = Object.entries(kept.value).filter(
      ([, { engine, settledAt }]) => engine !== this.#engine || settledAt === undefined,
    )
    return ok({ stored: others, kept: kept.value, counted: Object.fromEntries(counted) })
  }

  /**
   * Reserves an amount under a key, in addition to what it has. False: another request was faster, and `seen` is no
   * longer what the other agents may use.
   */
  async reserve(key: string, amount: Amount, seen: OtherUses): Promise<Result<boolean>> {
    let isReserved = false
    const reservedAt = isWarmKey(key) ? { reservedAt: this.#clock.now() } : {}
    const changed = await this.#stored.change((stored) => {
      const { [key]: before, ...others } = stored
      isReserved = Object.entries(others).every(
        ([id, use]) => isSame(use, seen.stored[id]) || use.settledAt !== undefined,
      )
      if (!isReserved) return stored
      const mine = this.#own.has(key) ? before : undefined
      const sum = { tokens: (mine?.tokens ?? 0) + amount.tokens, usd: (mine?.usd ?? 0) + amount.usd }
      return { ...seen.kept, [key]: { ...sum, engine: this.#engine, ...reservedAt } }
    })
    if (!changed.ok) return changed
    if (isReserved) this.#own.add(key)
    return ok(isReserved)
  }

  /** Ends what is reserved under a key, when the response is recorded or will never come. Does nothing without. */
  async settle(key: string): Promise<void> {
    if (!this.#own.delete(key)) return
    const settledAt = this.#clock.now()
    // If it fails, the entry ends with the agent's lease.
    await this.#stored.change((stored) => {
      const { [key]: mine, ...others } = stored
      return mine?.engine === this.#engine ? { ...others, [key]: { ...mine, settledAt } } : stored
    })
    this.#settlements.announce()
  }

  /** Resolves when something may have been settled. */
  async changed(signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    await Promise.race([this.#settlements.next(either), this.#clock.sleep(LOOK_MS, either)])
    ended.abort()
  }

  /** Leaves out what was settled a while ago, and what crashed engines reserved. */
  async #kept(stored: ReservedUses): Promise<Result<ReservedUses>> {
    const now = this.#clock.now()
    const open = Object.entries(stored).filter(
      ([, { settledAt }]) => settledAt === undefined || Math.abs(now - settledAt) < SETTLED_MS,
    )
    const isForeign = open.some(([, { engine }]) => engine !== this.#engine)
    const elsewhere = isForeign ? await this.#peers.runningElsewhere(null) : ok([])
    if (!elsewhere.ok) return elsewhere
    const livesElsewhere = (key: string, { reservedAt }: ReservedUse): boolean =>
      reservedAt === undefined ? elsewhere.value.includes(key) : Math.abs(now - reservedAt) < WITHOUT_TURN_MS
    const lives = ([key, use]: [string, ReservedUse]): boolean =>
      use.settledAt !== undefined || (use.engine === this.#engine ? this.#own.has(key) : livesElsewhere(key, use))
    return ok(Object.fromEntries(open.filter(lives)))
  }
}

/** The reservations of other agents at one moment. */
export interface OtherUses {
  /** As stored. */
  readonly stored: ReservedUses
  /** Without what no longer counts for any engine. */
  readonly kept: ReservedUses
  /** What counts for this engine, which knows its own responses at once. */
  readonly counted: ReservedUses
}

function isSame(a: ReservedUse, b: ReservedUse | undefined): boolean {
  return a.engine === b?.engine && a.tokens === b.tokens && a.usd === b.usd
}

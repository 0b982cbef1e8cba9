import type { SimulatorRequest } from '../simulator-request.ts'
import { type CachedBlock, cachedBlocks } from './cache-lookup.ts'
import { type CachePolicy, cachePolicy, lifetimeMs } from './cache-policy.ts'
import type { CacheUsage, EntryLifetime } from './cache-usage.ts'

/** A request that was asked of the cache. */
export interface CacheLookup {
  readonly usage: CacheUsage
  /** The answer has begun: its entries can be read from now on. */
  readonly begun: () => void
}

interface Entry {
  readonly lifetime: EntryLifetime
  expiresAt: number
}

/**
 * The prompt caches of all simulated providers, on the clock of the test. An entry can be read once its first answer
 * has begun, until it expires; each use renews it.
 */
export class PromptCache {
  /** By scope and prefix. */
  readonly #entries = new Map<string, Entry>()
  readonly #sent = new Set<string>()
  readonly #now: () => number
  readonly #view: (request: SimulatorRequest) => SimulatorRequest

  /** `view`: changes how the cache sees requests, to compare it with other marks. */
  constructor(now: () => number, view = (request: SimulatorRequest): SimulatorRequest => request) {
    this.#now = now
    this.#view = view
  }

  ask(incoming: SimulatorRequest): CacheLookup {
    const request = this.#view(incoming)
    const policy = cachePolicy(request)
    const blocks = cachedBlocks(request)
    const ends = entryEnds(blocks, policy)
    const hit = this.#hit(blocks, ends, policy)
    const input = blocks.at(-1)?.tokens ?? 0
    const read = blocks[hit]?.tokens ?? 0
    const lastEnd = blocks[ends.at(-1) ?? -1]?.tokens ?? 0
    const known = blocks[blocks.findLastIndex(({ prefix }) => this.#sent.has(prefix))]?.tokens ?? 0
    for (const { prefix } of blocks) this.#sent.add(prefix)
    const usage = {
      input,
      read,
      written: policy.paidWrites ? Math.max(0, lastEnd - read) : 0,
      lifetime: blocks[ends.at(-1) ?? -1]?.mark ?? policy.lifetime,
      cold: Math.max(0, known - read),
    }
    return { usage, begun: () => this.#write(blocks, ends, policy) }
  }

  /** Returns the last block that is in the cache, -1 if there is none, and renews the entries that were used. */
  #hit(blocks: readonly CachedBlock[], ends: readonly number[], policy: CachePolicy): number {
    const isKnown = (at: number): boolean => this.#alive(blocks[at], policy) !== null
    const hits = ends.map((end) => {
      const from = Math.max(0, end - policy.lookBack)
      for (let at = end; at >= from; at -= 1) if (isKnown(at)) return at
      return -1
    })
    const hit = Math.max(-1, ...hits)
    for (const at of [...ends, hit]) if (at <= hit) this.#renew(this.#alive(blocks[at], policy))
    return hit
  }

  #alive(block: CachedBlock | undefined, { scope }: CachePolicy): Entry | null {
    const entry = block === undefined ? undefined : this.#entries.get(`${scope} ${block.prefix}`)
    return entry !== undefined && entry.expiresAt > this.#now() ? entry : null
  }

  #renew(entry: Entry | null): void {
    if (entry !== null) entry.expiresAt = this.#now() + lifetimeMs(entry.lifetime)
  }

  #write(blocks: readonly CachedBlock[], ends: readonly number[], policy: CachePolicy): void {
    for (const end of ends) {
      const block = blocks[end]
      if (block === undefined || this.#alive(block, policy) !== null) continue
      const lifetime = block.mark ?? policy.lifetime
      const expiresAt = this.#now() + lifetimeMs(lifetime)
      this.#entries.set(`${policy.scope} ${block.prefix}`, { lifetime, expiresAt })
    }
  }
}

/** The blocks where entries of this request end, ascending. */
function entryEnds(blocks: readonly CachedBlock[], { entries, minimum }: CachePolicy): readonly number[] {
  const last = blocks.length - 1
  return [...blocks.keys()].filter((at) => {
    const block = blocks[at]
    if (block === undefined || block.tokens < minimum) return false
    return entries === 'everywhere' || block.mark !== null || (entries === 'end' && at === last)
  })
}

import { errorMessage, ok, type Result, stackOf } from '../../shared/result.ts'
import type { Engine } from './engine.ts'
import type { Clock, Logger } from './ports/system-ports.ts'

/** How long the end of an engine is waited for whose state cannot be trusted, ms. */
const CLOSE_MS = 30_000
/** Pauses before further attempts to open another one, ms; the last one is repeated. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000] as const

/** Feeds that go on with a snapshot of the new engine; all others end with the old one. */
const CONTINUED: ReadonlySet<string> = new Set(['engine.subscribe', 'agents.subscribe', 'approvals.subscribe'])
const OTHER_FEEDS: ReadonlySet<string> = new Set([
  'terminals.subscribe',
  'log.export',
  'log.importFile',
  'log.importSessions',
  'log.readSource',
  'log.importSource',
])

/** Opens an engine, which calls the function when its state can no longer be trusted. */
type Open<Opened> = (onUntrusted: OnUntrusted) => Promise<Result<Opened>>
type OnUntrusted = (error: unknown) => void

interface Dependencies {
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Opens an engine that is closed and opened anew within the process when its state can no longer be trusted
 * (docs/behaviour/errors.md#what-a-failure-costs): turns that run are recorded as interrupted, operations wait for the
 * new engine, and feeds of it begin with a snapshot.
 */
export async function openReopening<Opened extends { readonly engine: Engine }>(
  open: Open<Opened>,
  dependencies: (opened: Opened) => Dependencies,
): Promise<Result<Opened>> {
  let onUntrusted: OnUntrusted = () => undefined
  let newest = 0
  const openOne = (): Promise<Result<Opened>> => {
    const number = ++newest
    // One that was replaced may still fail.
    return open((error) => number === newest && onUntrusted(error))
  }
  const opened = await openOne()
  if (!opened.ok) return opened
  const reopening = new ReopeningEngine(opened.value.engine, openOne, dependencies(opened.value))
  onUntrusted = (error) => reopening.reopen(error)
  return ok({ ...opened.value, engine: reopening.facade() })
}

class ReopeningEngine<Opened extends { readonly engine: Engine }> {
  readonly #open: () => Promise<Result<Opened>>
  readonly #dependencies: Dependencies
  /** The newest that is open, or was. */
  #engine: Engine
  /** Resolves when it can be used. */
  #ready: Promise<unknown> = Promise.resolve()
  #isReopening = false
  readonly #closed = new AbortController()

  constructor(engine: Engine, open: () => Promise<Result<Opened>>, dependencies: Dependencies) {
    this.#engine = engine
    this.#open = open
    this.#dependencies = dependencies
  }

  reopen(error: unknown): void {
    if (this.#isReopening || this.#closed.signal.aborted) return
    this.#isReopening = true
    this.#ready = this.#replace(error).finally(() => (this.#isReopening = false))
  }

  async #replace(error: unknown): Promise<void> {
    const { logger } = this.#dependencies
    logger.error('The state of the engine cannot be trusted after an internal error; it is opened anew', {
      error: stackOf(error),
    })
    await this.#closeOld()
    for (let attempt = 0; !this.#closed.signal.aborted; attempt++) {
      await this.#dependencies.clock.sleep(PAUSES_MS[attempt] ?? PAUSES_MS[3], this.#closed.signal)
      const opened = await this.#open().catch((thrown: unknown) => ({ ok: false, thrown }) as const)
      if (opened.ok) {
        this.#engine = opened.value.engine
        this.#engine.showReopened(errorMessage(error))
        logger.error('The engine was opened anew; turns that ran are interrupted and can be resumed')
        return
      }
      const reason = 'thrown' in opened ? errorMessage(opened.thrown) : opened.error.message
      logger.error('The engine could not be opened anew; it is tried again', { reason })
    }
  }

  async #closeOld(): Promise<void> {
    const { clock, logger } = this.#dependencies
    const ended = new AbortController()
    const closed = this.#engine.close().catch((error: unknown) => {
      logger.error('The engine did not close', { error: stackOf(error) })
    })
    await Promise.race([closed, clock.sleep(CLOSE_MS, ended.signal)])
    ended.abort()
  }

  async #close(): Promise<readonly string[]> {
    this.#closed.abort()
    await this.#ready
    return this.#engine.close()
  }

  /** An engine whose every part is that of the newest engine. */
  facade(): Engine {
    const made = new Map<PropertyKey, unknown>()
    return new Proxy(this.#engine, {
      get: (first, key) => {
        if (!made.has(key)) made.set(key, this.#part(Reflect.get(first, key), key))
        return made.get(key)
      },
    })
  }

  #part(member: unknown, key: PropertyKey): unknown {
    if (key === 'close') return () => this.#close()
    if (typeof member === 'function') return (...args: unknown[]) => call(this.#engine, key, args)
    if (typeof member !== 'object' || member === null) return member
    // The flight recorder answers at once.
    return new Proxy(member, {
      get: (_first, name) => {
        const now: unknown = Reflect.get(this.#engine, key)
        if (typeof now !== 'object' || now === null) return undefined
        const value: unknown = Reflect.get(now, name, now)
        if (typeof value !== 'function') return value
        return key === 'flight' ? (...args: unknown[]) => call(now, name, args) : this.#operation(key, name)
      },
    })
  }

  #operation(group: PropertyKey, name: PropertyKey): (...args: unknown[]) => unknown {
    const place = `${String(group)}.${String(name)}`
    if (CONTINUED.has(place) || OTHER_FEEDS.has(place)) return (...args) => this.#feed(place, group, name, args)
    return async (...args) => {
      await this.#ready
      return call(Reflect.get(this.#engine, group), name, args)
    }
  }

  async *#feed(place: string, group: PropertyKey, name: PropertyKey, args: unknown[]): AsyncGenerator<unknown> {
    const [input, signal] = args
    for (let given = args; ; given = [withoutPlace(input), signal]) {
      await this.#ready
      const engine = this.#engine
      const feed = call(Reflect.get(engine, group), name, given)
      if (!isFeed(feed)) return
      yield* feed
      const isReplaced = this.#isReopening || this.#engine !== engine
      if (!CONTINUED.has(place) || !isReplaced || (signal instanceof AbortSignal && signal.aborted)) return
    }
  }
}

/** What a subscriber had before is not what it has to be sent the rest of. */
function withoutPlace(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'afterId' in input ? { ...input, afterId: 0 } : input
}

function call(owner: unknown, name: PropertyKey, args: unknown[]): unknown {
  const member: unknown = typeof owner === 'object' && owner !== null ? Reflect.get(owner, name, owner) : undefined
  if (typeof member !== 'function') throw new TypeError(`The engine has no ${String(name)}.`)
  return Reflect.apply(member, owner, args)
}

function isFeed(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

import { assertNever } from '../../../src/shared/assert-never.ts'
import type { ResponsePlan } from './response-plan.ts'
import type { StreamItem } from './stream-item.ts'

/** How writing a response ended. */
export type WriteOutcome = 'completed' | 'reset' | 'client_left'

export interface WriteOptions {
  /** Waits until the test releases the stream; `reset` if the test resets it instead. */
  readonly hold: (name: string) => Promise<'release' | 'reset'>
  readonly tokensPerSecond: number | undefined
  readonly writeBytes: number | undefined
  /** Called when the first event of a successful answer is sent. */
  readonly begun?: (() => void) | undefined
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal
}

/** Writes a planned response with its holds, resets and pace. Never throws if a client disconnects. */
export async function writeResponse(
  response: ServerResponse,
  plan: ResponsePlan,
  options: WriteOptions,
): Promise<WriteOutcome> {
  if (plan.holdHeaders && (await options.hold('headers')) === 'reset') return reset(response)
  if (options.gone.aborted) return 'client_left'
  response.writeHead(plan.status, plan.headers)
  response.flushHeaders()
  const pace = new Pace(options.tokensPerSecond, options.gone)
  let hasBegun = plan.status !== 200
  for (const item of joinWrites(plan.items, options.writeBytes)) {
    if (!hasBegun && item.type === 'event') options.begun?.()
    hasBegun ||= item.type === 'event'
    const outcome = await writeItem(response, item, { ...options, pace })
    if (outcome !== 'written') return outcome
  }
  if (options.gone.aborted) return 'client_left'
  response.end()
  return 'completed'
}

async function writeItem(
  response: ServerResponse,
  item: StreamItem,
  { hold, gone, pace }: WriteOptions & { readonly pace: Pace },
): Promise<WriteOutcome | 'written'> {
  if (gone.aborted) return 'client_left'
  switch (item.type) {
    case 'event':
      await pace.beforeTokens(item.tokens)
      if (item.apart === true) await settled(response)
      if (item.bytes.length > 0 && !gone.aborted && !response.write(item.bytes)) await drained(response, gone)
      if (item.apart === true) await settled(response)
      return 'written'
    case 'hold':
      return (await hold(item.name)) === 'reset' ? reset(response) : 'written'
    case 'pause':
      await wait(item.ms, undefined, { signal: gone }).catch(() => undefined)
      return 'written'
    case 'reset':
      // A reset discards data that is still in the socket's buffer.
      await settled(response)
      return reset(response)
    default:
      return assertNever(item)
  }
}

async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
}

/** Maximum number of turns of the event loop to wait for a client that does not read. */
const MAX_SETTLING = 1000

/** Resolves when the data has left this process, and a client in this process has been able to read it. */
async function settled(response: ServerResponse): Promise<void> {
  for (let turn = 0; turn < 3 || (turn < MAX_SETTLING && response.writableLength > 0); turn++) await nextTurn()
}

function reset(response: ServerResponse): 'reset' {
  response.socket?.resetAndDestroy()
  return 'reset'
}

/** Joins neighbouring events into writes of about this many bytes. */
function* joinWrites(items: readonly StreamItem[], writeBytes: number | undefined): Generator<StreamItem> {
  if (writeBytes === undefined) return yield* items
  let run: Buffer[] = []
  let size = 0
  let tokens = 0
  for (const item of items) {
    if (item.type === 'event') {
      run.push(item.bytes)
      size += item.bytes.length
      tokens += item.tokens
    }
    if (run.length > 0 && (item.type !== 'event' || size >= writeBytes)) {
      yield { type: 'event', bytes: Buffer.concat(run), tokens }
      run = []
      size = 0
      tokens = 0
    }
    if (item.type !== 'event') yield item
  }
  if (run.length > 0) yield { type: 'event', bytes: Buffer.concat(run), tokens }
}

/** Limits a stream to a number of tokens per second, counted from its start so that timer errors do not add up. */
class Pace {
  readonly #rate: number | undefined
  readonly #gone: AbortSignal
  #due = performance.now()

  constructor(rate: number | undefined, gone: AbortSignal) {
    this.#rate = rate
    this.#gone = gone
  }

  async beforeTokens(tokens: number): Promise<void> {
    if (this.#rate === undefined || tokens === 0) return
    this.#due += (tokens / this.#rate) * 1000
    const delay = this.#due - performance.now()
    if (delay > 0) await wait(delay, undefined, { signal: this.#gone }).catch(() => undefined)
  }
}

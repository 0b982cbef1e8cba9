import { argumentsOf } from '../../../shared/call-arguments.ts'
import type { CallArguments, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import { canonicalJson, type JsonObject } from '../../../shared/json.ts'
import { isBlank, type ResultEntry } from './collect-entries.ts'

/** The placeholder result of a call that did not run (docs/behaviour/transcript.md#placeholders). */
export const INTERRUPTED_RESULT = 'Tool call interrupted or cancelled'

/** One call of a transcript, identified by its canonical id and the number of earlier calls with the same id. */
export interface ToolCall {
  readonly type: 'call'
  /** Index among all calls of the transcript, from 0. */
  readonly index: number
  readonly eventId: EventId
  readonly id: string
  /** Number of earlier calls with this id; 0 for the first. */
  readonly occurrence: number
  readonly name: string
  readonly arguments: JsonObject
  /** The arguments as the model wrote them, if `arguments` does not represent them completely. */
  readonly arguments_text?: string
  /** The id that the target's provider created, from the first mention of the call. The projected id depends on it. */
  readonly minted: string | null
  /** The block of the call; null when only an event or a result mentions it. */
  readonly block: ToolCallBlock | null
  readonly result: ResultEntry | null
  /** The call is known only from its result. */
  readonly reconstructed: boolean
}

/** A call whose fields are still being determined. */
export type OpenCall = { -readonly [K in keyof ToolCall]: ToolCall[K] } & {
  /** The answer that contains the call. Results of one answer are assigned in call order. */
  readonly batch: number
  /** Number of prompts so far. All mentions of a call are between the same two prompts. */
  readonly section: number
  /** The result came before the call; a later result replaces it. */
  resultIsEarly: boolean
  /** A `tool_call` event has repeated the block. */
  confirmed: boolean
}

interface CallsOfId {
  /** Calls without a result, oldest first. */
  readonly open: OpenCall[]
  /** Calls known only from an event, oldest first. */
  eventOnly: OpenCall[] | null
  /** The last call that got a result. */
  answered: OpenCall | null
  /** The last call that is known only from its result. */
  reconstructed: OpenCall | null
  count: number
}

interface Mention extends CallArguments {
  readonly name: string
}

export type NewCall = Pick<
  ToolCall,
  'eventId' | 'id' | 'name' | 'arguments' | 'arguments_text' | 'block' | 'reconstructed'
> & {
  readonly batch: number
}

/**
 * Determines which mentions of an id refer to the same call. Each decision depends on earlier mentions only, so that a
 * growing history never renumbers or reorders its calls.
 */
export class ToolCallRegistry {
  readonly calls: OpenCall[] = []
  readonly #byId = new Map<string, CallsOfId>()
  #section = 0

  /** Begins another section. Called at each prompt. */
  nextStretch(): void {
    this.#section += 1
  }

  open(call: NewCall): OpenCall {
    const same = this.#byId.get(call.id)
    const added: OpenCall = {
      type: 'call',
      index: this.calls.length,
      eventId: call.eventId,
      id: call.id,
      occurrence: same?.count ?? 0,
      name: call.name,
      ...argumentsOf(call),
      minted: call.block?.provider_id ?? null,
      block: call.block,
      result: null,
      reconstructed: call.reconstructed,
      batch: call.batch,
      section: this.#section,
      resultIsEarly: false,
      confirmed: false,
    }
    this.calls.push(added)
    if (same === undefined) this.#byId.set(call.id, firstOfId(added))
    else addToId(same, added)
    return added
  }

  /**
   * Returns the call of this section that the block also refers to: a call known only from a result, or from an event
   * with the same name and arguments; null if there is none. An event with different ones is another call, because some
   * providers reuse ids.
   */
  claimForBlock(block: ToolCallBlock): OpenCall | null {
    const same = this.#byId.get(block.id)
    if (same === undefined) return null
    const call = this.#takeEventOnly(same, block) ?? this.#takeReconstructed(same)
    if (call === null) return null
    call.block = block
    return fill(call, block)
  }

  /**
   * Returns the call of this section that a `tool_call` event also refers to, if no block of the last answer matches;
   * null if there is none.
   */
  claimForEvent(id: string, event: Mention): OpenCall | null {
    const same = this.#byId.get(id)
    const call = same === undefined ? null : this.#takeReconstructed(same)
    if (call === null) return null
    return fill(call, event)
  }

  /**
   * Assigns a result to the nearest earlier call without one, in call order within an answer. If there is none, it is a
   * second result of an answered call, and the better result is kept. Returns the discarded result, null if none was
   * discarded, or `orphan` if no call has this id.
   */
  answer(result: ResultEntry): ResultEntry | null | 'orphan' {
    const same = this.#byId.get(result.id)
    if (same === undefined) return 'orphan'
    const call = takeNearest(same.open)
    if (call === null) return same.answered === null ? 'orphan' : keepBetter(same.answered, result)
    call.result = result
    same.answered = call
    return null
  }

  #takeReconstructed(same: CallsOfId): OpenCall | null {
    const call = same.reconstructed
    if (call === null || call.section !== this.#section) return null
    same.reconstructed = null
    return call
  }

  #takeEventOnly(same: CallsOfId, block: ToolCallBlock): OpenCall | null {
    if (same.eventOnly === null) return null
    const current = same.eventOnly.filter((call) => call.section === this.#section)
    const call = current.find((mention) => agree(mention, block)) ?? null
    const others = current.filter((mention) => mention !== call)
    same.eventOnly = others.length === 0 ? null : others
    return call
  }
}

/** Whether two mentions of an id can refer to one call. Missing arguments match any arguments. */
export function agree(one: Mention, other: Mention): boolean {
  if (one.name !== other.name) return false
  const [first, second] = [one, other].map((mention) => JSON.stringify(canonicalJson(mention.arguments)))
  return first === second || first === '{}' || second === '{}'
}

/** Ids are rarely repeated and calls are numerous, so collections are allocated only when needed. */
function firstOfId(call: OpenCall): CallsOfId {
  return {
    open: [call],
    eventOnly: isEventOnly(call) ? [call] : null,
    answered: null,
    reconstructed: call.reconstructed ? call : null,
    count: 1,
  }
}

function addToId(same: CallsOfId, call: OpenCall): void {
  same.count += 1
  same.open.push(call)
  if (call.reconstructed) same.reconstructed = call
  if (isEventOnly(call)) (same.eventOnly ??= []).push(call)
}

function isEventOnly(call: OpenCall): boolean {
  return call.block === null && !call.reconstructed
}

/**
 * Keeps the arguments of the first mention that has any, because a later mention may have the same keys in another
 * order.
 */
function fill(call: OpenCall, mention: Mention): OpenCall {
  call.name = mention.name
  if (Object.keys(call.arguments).length === 0) Object.assign(call, argumentsOf(mention))
  call.resultIsEarly = call.reconstructed
  call.reconstructed = false
  return call
}

/** Removes and returns the first call of the last answer with unanswered calls. */
function takeNearest(open: OpenCall[]): OpenCall | null {
  const last = open.at(-1)
  if (last === undefined) return null
  let first = open.length - 1
  while (open[first - 1]?.batch === last.batch) first -= 1
  return open.splice(first, 1)[0] ?? null
}

function keepBetter(call: OpenCall, result: ResultEntry): ResultEntry | null {
  const { result: kept } = call
  const wins =
    kept === null || (call.resultIsEarly && !isPlaceholder(result)) || completeness(result) > completeness(kept)
  if (!wins) return result
  call.result = result
  call.resultIsEarly = false
  return kept
}

/** Rank of a result; the highest is kept: placeholder, error, empty output, other output. */
function completeness(result: ResultEntry): number {
  if (isPlaceholder(result)) return 0
  if (result.isError) return 1
  return isBlank(result.content) ? 2 : 3
}

/** Compares the text only, because a history written by hand may not mark a placeholder as an error. */
function isPlaceholder(result: ResultEntry): boolean {
  return result.content === INTERRUPTED_RESULT
}

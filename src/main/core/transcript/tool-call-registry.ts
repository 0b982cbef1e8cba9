import { argumentsOf } from '../../../shared/call-arguments.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import { canonicalJson, type JsonObject } from '../../../shared/json.ts'
import { isBlank, type ResultEntry } from './collect-entries.ts'

/** What a call that was not made is answered with (docs/behaviour/transcript.md#placeholders). */
export const INTERRUPTED_RESULT = 'Tool call interrupted or cancelled'

/** One call of a transcript. Its identity is its canonical id and how many calls before it had the same one. */
export interface ToolCall {
  readonly type: 'call'
  /** Counted over all calls of the transcript, from 0. */
  readonly index: number
  readonly eventId: EventId
  readonly id: string
  /** 0 for the first call with this id. */
  readonly occurrence: number
  readonly name: string
  readonly arguments: JsonObject
  /** As the model wrote them, where `arguments` does not say it all. */
  readonly arguments_text?: string
  /** The id that the target's company minted, as it was when the call was first told of: the call's id rests on it. */
  readonly minted: string | null
  /** The block that it came in; null when only an event or a result tells of it. */
  readonly block: ToolCallBlock | null
  readonly result: ResultEntry | null
  /** Nothing but its result tells of it. */
  readonly reconstructed: boolean
}

/** A call whose fields are still being found out. */
export type OpenCall = { -readonly [K in keyof ToolCall]: ToolCall[K] } & {
  /** The answer that the call stands in; calls of one answer are answered in their order. */
  readonly batch: number
  /** The prompts counted so far: a call and what belongs to it stand between the same two. */
  readonly stretch: number
  /** The result stood before the call: one that stands behind it is the better one. */
  resultIsEarly: boolean
  /** A `tool_call` event has repeated its block. */
  confirmed: boolean
}

interface CallsOfId {
  /** Not answered, oldest first. */
  readonly open: OpenCall[]
  /** Told of by an event alone, oldest first. */
  eventOnly: OpenCall[] | null
  /** The last one that was answered. */
  answered: OpenCall | null
  /** The last one that a result alone told of. */
  reconstructed: OpenCall | null
  count: number
}

type Mention = Pick<ToolCall, 'name' | 'arguments' | 'arguments_text'>

export type NewCall = Pick<
  ToolCall,
  'eventId' | 'id' | 'name' | 'arguments' | 'arguments_text' | 'block' | 'reconstructed'
> & {
  readonly batch: number
}

/**
 * Finds out which mentions of an id mean the same call. Every answer depends on what came before alone, so that a
 * growing history never renumbers or reorders its calls.
 */
export class ToolCallRegistry {
  readonly calls: OpenCall[] = []
  readonly #byId = new Map<string, CallsOfId>()
  #stretch = 0

  /** Somebody spoke: what follows is another stretch. */
  nextStretch(): void {
    this.#stretch += 1
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
      stretch: this.#stretch,
      resultIsEarly: false,
      confirmed: false,
    }
    this.calls.push(added)
    if (same === undefined) this.#byId.set(call.id, firstOfId(added))
    else addToId(same, added)
    return added
  }

  /**
   * The call of this stretch that the block is another mention of: one known from a result alone, or from an event that
   * says the same. Where an event says something else, its id has come again, as some providers' ids do.
   */
  claimForBlock(block: ToolCallBlock): OpenCall | null {
    const same = this.#byId.get(block.id)
    if (same === undefined) return null
    const call = this.#takeEventOnly(same, block) ?? this.#takeReconstructed(same)
    if (call === null) return null
    call.block = block
    return fill(call, block)
  }

  /** The call of this stretch that a `tool_call` event is another mention of, when no block of the last answer is it. */
  claimForEvent(id: string, event: Mention): OpenCall | null {
    const same = this.#byId.get(id)
    const call = same === undefined ? null : this.#takeReconstructed(same)
    if (call === null) return null
    return fill(call, event)
  }

  /**
   * Gives a result to the nearest call before it that has none, in call order within one answer; else it is a second
   * result of an answered call, and the better of the two stays. Returns the result that lost, null when none did, or
   * `orphan` when no call has this id.
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
    if (call === null || call.stretch !== this.#stretch) return null
    same.reconstructed = null
    return call
  }

  #takeEventOnly(same: CallsOfId, block: ToolCallBlock): OpenCall | null {
    if (same.eventOnly === null) return null
    const current = same.eventOnly.filter((call) => call.stretch === this.#stretch)
    const call = current.find((mention) => agree(mention, block)) ?? null
    const others = current.filter((mention) => mention !== call)
    same.eventOnly = others.length === 0 ? null : others
    return call
  }
}

/** Whether two mentions of an id can mean one call. Arguments that are missing contradict nothing. */
export function agree(one: Mention, other: Mention): boolean {
  if (one.name !== other.name) return false
  const [first, second] = [one, other].map((mention) => JSON.stringify(canonicalJson(mention.arguments)))
  return first === second || first === '{}' || second === '{}'
}

/** Ids are hardly ever repeated, and there are many: nothing is allocated before it is needed. */
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

/** The arguments of the first mention that has any stay: another one may write the same in another order. */
function fill(call: OpenCall, mention: Mention): OpenCall {
  call.name = mention.name
  if (Object.keys(call.arguments).length === 0) Object.assign(call, argumentsOf(mention))
  call.resultIsEarly = call.reconstructed
  call.reconstructed = false
  return call
}

/** Removes the first call of the last answer that has open ones. */
function takeNearest(open: OpenCall[]): OpenCall | null {
  const last = open.at(-1)
  if (last === undefined) return null
  let first = open.length - 1
  while (open[first - 1]?.batch === last.batch) first -= 1
  return open.splice(first, 1)[0] ?? null
}

function keepBetter(call: OpenCall, result: ResultEntry): ResultEntry | null {
  const { result: kept } = call
  const wins = kept === null || (call.resultIsEarly && !isStandIn(result)) || completeness(result) > completeness(kept)
  if (!wins) return result
  call.result = result
  call.resultIsEarly = false
  return kept
}

/** The real and complete one wins: a stand-in is nothing real, an error is not complete, an empty output says least. */
function completeness(result: ResultEntry): number {
  if (isStandIn(result)) return 0
  if (result.isError) return 1
  return isBlank(result.content) ? 2 : 3
}

/** By its words alone: a history written by hand may not call it an error. */
function isStandIn(result: ResultEntry): boolean {
  return result.content === INTERRUPTED_RESULT
}

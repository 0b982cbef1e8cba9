import type { AgentEvent } from './agent-event.ts'
import type { AppError } from './app-error.ts'
import type { AgentId, EventId, TurnId } from './ids.ts'
import type { PromptQueue } from './prompt-queue.ts'
import type { LiveEvent } from './stream-event.ts'
import type { ToolLink } from './tool-link.ts'

/** A content block that is still being received. */
export type LiveBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | {
      readonly type: 'tool_call'
      readonly id: string
      readonly name: string
      readonly argumentsText: string
      readonly complete: boolean
    }

/** The part of the running turn that is not in the log yet. */
export interface TurnView {
  readonly turnId: TurnId
  readonly model: string
  /** ms since the epoch. */
  readonly startedAt: number
  /** Blocks of the response that is being streamed; empty between two responses of a turn. Indexes have no gaps. */
  readonly blocks: readonly LiveBlock[]
  /** Output of running tools so far, by call id; removed when the result is recorded. */
  readonly toolOutput: Readonly<Record<string, string>>
  /** Calls whose path goes through a symbolic link, by call id. */
  readonly toolLinks: Readonly<Record<string, ToolLink>>
  readonly retry: { readonly attempt: number; readonly at: number; readonly error: AppError } | null
}

/** What a pane shows of one agent: the end of its path through the log, and the running turn. */
export interface AgentView {
  readonly agentId: AgentId
  /** Oldest first, ids ascending; inherited events have the id of the agent that recorded them. */
  readonly events: readonly AgentEvent[]
  /** Whether there are events older than the first one here. */
  readonly hasOlder: boolean
  /** The newest event of this agent that was received, after which a subscription resumes. 0: none. */
  readonly lastEventId: EventId
  readonly turn: TurnView | null
  /** Prompts that wait for the end of a turn. */
  readonly queue: PromptQueue
}

/**
 * One item of an agent's feed. A subscription begins with `snapshot`, or with `resumed` if everything after the
 * subscriber's last event is available. Recorded and live events follow in the order in which they happened.
 */
export type AgentFeedItem =
  | { readonly type: 'snapshot'; readonly view: AgentView }
  | {
      readonly type: 'resumed'
      readonly events: readonly AgentEvent[]
      readonly turn: TurnView | null
      readonly queue: PromptQueue
    }
  | { readonly type: 'recorded'; readonly event: AgentEvent }
  | { readonly type: 'live'; readonly event: LiveEvent }
  /** The whole queue, sent after every change. */
  | { readonly type: 'queue'; readonly prompts: PromptQueue }

/** Returns the view of an agent before its first snapshot. */
export function emptyAgentView(agentId: AgentId): AgentView {
  return { agentId, events: [], hasOlder: false, lastEventId: 0, turn: null, queue: [] }
}

/**
 * Applies one item of the feed. The engine uses it for its snapshots, the window for its store. Pure: the same items in
 * the same order give the same view on both sides, so a resumed subscription stays correct. Unknown types are ignored,
 * because a page may stay open while the engine is upgraded.
 */
export function reduceAgentView(view: AgentView, item: AgentFeedItem): AgentView {
  switch (item.type) {
    case 'snapshot':
      return item.view
    case 'resumed':
      return { ...item.events.reduce(appendEvent, view), turn: item.turn, queue: item.queue }
    case 'recorded':
      return settle(appendEvent(view, item.event), item.event)
    case 'live':
      return applyLive(view, item.event)
    case 'queue':
      return { ...view, queue: item.prompts }
    default:
      item satisfies never
      return view
  }
}

/** Inserts older events, loaded on scrolling up. */
export function prependEvents(view: AgentView, older: readonly AgentEvent[], hasOlder: boolean): AgentView {
  return { ...view, events: [...older, ...view.events], hasOlder }
}

/** Inserts the event by id, once: an event of another engine may arrive after a newer one of this engine. */
function appendEvent(view: AgentView, event: AgentEvent): AgentView {
  if (event.id > view.lastEventId) return { ...view, events: [...view.events, event], lastEventId: event.id }
  const index = view.events.findLastIndex((known) => known.id <= event.id)
  if (view.events[index]?.id === event.id || (index === -1 && view.hasOlder)) return view
  return { ...view, events: view.events.toSpliced(index + 1, 0, event) }
}

/** Removes the streamed blocks that a recorded answer replaces. */
function settle(view: AgentView, event: AgentEvent): AgentView {
  if (event.kind === 'tool_result') return withoutOutput(view, event.data.tool_call_id)
  const settles = event.kind === 'assistant' || event.kind === 'interrupted' || event.kind === 'error'
  if (!settles || view.turn === null || event.turnId !== view.turn.turnId) return view
  return { ...view, turn: { ...view.turn, blocks: [], retry: null } }
}

function withoutOutput(view: AgentView, callId: string): AgentView {
  if (view.turn === null || !(callId in view.turn.toolOutput)) return view
  const toolOutput = Object.fromEntries(Object.entries(view.turn.toolOutput).filter(([id]) => id !== callId))
  return { ...view, turn: { ...view.turn, toolOutput } }
}

function applyLive(view: AgentView, event: LiveEvent): AgentView {
  if (event.type === 'turn_started') {
    const { turnId, model, startedAt } = event
    return { ...view, turn: { turnId, model, startedAt, blocks: [], toolOutput: {}, toolLinks: {}, retry: null } }
  }
  if (event.type === 'turn_ended') return view.turn?.turnId === event.turnId ? { ...view, turn: null } : view
  return view.turn === null ? view : { ...view, turn: reduceTurn(view.turn, event) }
}

function reduceTurn(turn: TurnView, event: Exclude<LiveEvent, { type: 'turn_started' | 'turn_ended' }>): TurnView {
  switch (event.type) {
    case 'start':
      return { ...turn, model: event.model, blocks: [], retry: null }
    case 'text_delta':
      return withBlock(turn, event.blockIndex, appendText('text', event.text))
    case 'thinking_delta':
      return withBlock(turn, event.blockIndex, appendText('thinking', event.text))
    case 'block_retyped':
      return withBlock(turn, event.blockIndex, (block) => {
        return { type: event.blockType, text: block === undefined || block.type === 'tool_call' ? '' : block.text }
      })
    case 'tool_call_start':
      return withBlock(turn, event.blockIndex, () => newCall(event.id, event.name))
    case 'tool_call_delta':
      return withCall(turn, event.id, { argumentsText: event.jsonFragment })
    case 'tool_call_done':
      return withCall(turn, event.id, { complete: true })
    case 'tool_output_delta':
      return {
        ...turn,
        toolOutput: { ...turn.toolOutput, [event.id]: (turn.toolOutput[event.id] ?? '') + event.text },
      }
    case 'retrying':
      return { ...turn, blocks: [], retry: { attempt: event.attempt, at: event.at, error: event.error } }
    case 'tool_link': {
      const { id, given, target } = event
      return { ...turn, toolLinks: { ...turn.toolLinks, [id]: { given, target } } }
    }
    case 'approval_requested':
    case 'done':
    case 'error':
      return turn
    default:
      event satisfies never
      return turn
  }
}

function newCall(id: string, name: string): LiveBlock {
  return { type: 'tool_call', id, name, argumentsText: '', complete: false }
}

function appendText(type: 'text' | 'thinking', text: string) {
  return (block: LiveBlock | undefined): LiveBlock =>
    block?.type === type ? { type, text: block.text + text } : { type, text }
}

function withBlock(turn: TurnView, index: number, change: (block: LiveBlock | undefined) => LiveBlock): TurnView {
  const blocks = turn.blocks.slice()
  while (blocks.length < index) blocks.push({ type: 'text', text: '' })
  blocks[index] = change(blocks[index])
  return { ...turn, blocks }
}

/** Appends argument text and sets completeness. */
function withCall(turn: TurnView, id: string, change: { argumentsText?: string; complete?: boolean }): TurnView {
  const blocks = turn.blocks.map((block): LiveBlock => {
    if (block.type !== 'tool_call' || block.id !== id) return block
    return {
      ...block,
      argumentsText: block.argumentsText + (change.argumentsText ?? ''),
      complete: change.complete ?? block.complete,
    }
  })
  return { ...turn, blocks }
}

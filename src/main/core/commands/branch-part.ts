import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import { type BranchMerge, MERGED_SHARE } from '../../../shared/branch-merge.ts'
import { counted } from '../../../shared/counted.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { contextSize } from '../context/reported-size.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import { defined } from '../../../shared/defined.ts'

/** A branch, or one turn of it, and the text that a user wrote about it. */
export interface BranchWish {
  readonly source: AgentId
  /** Any message of the turn. Missing: the whole branch. */
  readonly turn?: EventId | undefined
  /** Missing: the newest answer as it is, that of the writer if there is one. */
  readonly text?: string | undefined
  /** Missing: 5 % of the branch's tokens. */
  readonly maxTokens?: number | undefined
}

/** What a merge consists of before it is recorded. */
export type BranchPart = Omit<BranchMerge, 'eventId'> & {
  /** What the text was taken from: the newest answer, or that of the writer. */
  readonly answer: AgentEventOf<'assistant'>
}

/** What a model wrote about a branch: the own messages of a fork of it. */
export interface WrittenPart {
  readonly agent: AgentId
  readonly items: readonly AgentEvent[]
}

export const NO_TEXT = 'There is no text to add.'

/** Most messages that a merge refers to; of a longer branch the newest ones. */
const MAX_EVENTS = 1_000

/**
 * Decides what a merge of a branch contains. `items`: the context of the source. `written`: the context of the writer;
 * null: there is none.
 */
export function branchPart(
  items: readonly AgentEvent[],
  wish: BranchWish,
  written: WrittenPart | null = null,
): Result<BranchPart> {
  const branch = items.filter(({ agentId }) => agentId === wish.source)
  const part = wish.turn === undefined ? branch : turnWith(branch, wish.turn)
  if (part === null)
    return refuse(`Message ${wish.turn} is not in this branch. Choose a message that the branch itself has.`)
  const answer =
    written === null
      ? newestAnswer(part)
      : newestAnswer(written.items.filter(({ agentId }) => agentId === written.agent))
  if (answer === null) return refuse('There is no answer to merge yet.')
  const text = wish.text ?? answer.content ?? ''
  if (text.trim() === '') return refuse(NO_TEXT)
  if (wish.text === undefined && answer.tombstone !== undefined) {
    return refuse('The newest answer was redacted. Give the text to merge.')
  }
  const branchTokens = contextSize(branch)
  const maxTokens = wish.maxTokens ?? Math.floor(branchTokens * MERGED_SHARE)
  const model = newestAnswer(part)?.data.model
  const events = part.slice(-MAX_EVENTS).map(({ id }) => id)
  const source = { agent: wish.source, events, ...defined({ model }) }
  return ok({ text, tokens: Math.ceil(tokensOfText(text)), maxTokens, branchTokens, source, answer })
}

/** Null: there is no answer with a text. */
function newestAnswer(events: readonly AgentEvent[]): AgentEventOf<'assistant'> | null {
  const answer = events.findLast((event) => event.kind === 'assistant' && (event.content ?? '').trim() !== '')
  return answer?.kind === 'assistant' ? answer : null
}

/** Null: the text has at most as many tokens as it may have. */
export function tooLong({ tokens, maxTokens, branchTokens }: Omit<BranchMerge, 'eventId'>): string | null {
  if (tokens <= maxTokens) return null
  const size = `The text has about ${counted(tokens, 'token')}; the limit is ${counted(maxTokens, 'token')}, for a branch of ${counted(branchTokens, 'token')}.`
  return `${size} Shorten the text, or raise the limit.`
}

/**
 * Returns the messages of the turn that contains a message. In a history without turns, a turn begins with each prompt.
 * Null: the branch has no such message.
 */
function turnWith(branch: readonly AgentEvent[], id: EventId): readonly AgentEvent[] | null {
  const at = branch.findIndex((event) => event.id === id)
  const turnId = branch[at]?.turnId
  if (turnId === undefined) return null
  if (turnId !== null) return branch.filter((event) => event.turnId === turnId)
  const start = branch.findLastIndex(({ kind }, index) => kind === 'user' && index <= at)
  const end = branch.findIndex(({ kind }, index) => kind === 'user' && index > at)
  return branch.slice(Math.max(start, 0), end === -1 ? branch.length : end)
}

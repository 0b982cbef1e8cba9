import { createHash } from 'node:crypto'
import type { AgentId } from '../../../../shared/ids.ts'
import type { ModelRequest, TranscriptMessage, UserPart } from '../../../core/ports/provider-ports.ts'
import type { SessionRecord } from './session-book.ts'

/** What ikigai notes with the first block of an answer, so that the next prompt can go on from it. */
interface AnswerMark {
  readonly session: string
  /** Number of the answer in its session, from 1. */
  readonly step: number
  /** Hash of the instructions and of what the user had said before the answer. */
  readonly heard: string
  /** How the session began to take part, if it was with this answer. */
  readonly began?: SessionStart
}

/** `text`: a new session that was given the conversation so far as text. */
export type SessionStart = 'new' | 'text' | 'fork' | 'resumed'

export interface PromptPlan {
  /**
   * `continue`: the agent's own session; `fork`: a copy of another agent's session; `new`: a new one, `history` of which
   * is told as text.
   */
  readonly type: 'continue' | 'fork' | 'new'
  /** The session to continue or to copy; null: a new one. */
  readonly session: string | null
  readonly step: number
  readonly parts: readonly UserPart[]
  /** What the session does not know, as text. Empty: nothing. */
  readonly history: string
  readonly heard: string
}

export interface PlanFacts {
  readonly agentId: AgentId
  readonly program: string
  readonly folder: string
  readonly sessions: ReadonlyMap<string, SessionRecord>
}

/**
 * Decides how a prompt reaches an outside agent. A session goes on only if it knows exactly what the context holds: its
 * last answer is the context's last answer of that agent, and nothing before it was changed, cleared or summarised.
 */
export function planPrompt({ messages, system }: ModelRequest, facts: PlanFacts): PromptPlan {
  const promptAt = lastPrompt(messages)
  const parts = messages.slice(promptAt).flatMap((message) => (message.role === 'user' ? message.content : []))
  const heard = heardIn(system, messages)
  const last = messages.findLastIndex((message) => markOf(message) !== null)
  const message = messages[last]
  const mark = message === undefined ? null : markOf(message)
  const record = mark === null ? undefined : facts.sessions.get(mark.session)
  const isKnown =
    mark !== null &&
    record?.program === facts.program &&
    record.folder === facts.folder &&
    record.step === mark.step &&
    heardIn(system, messages.slice(0, last)) === mark.heard
  if (!isKnown) {
    const before = messages.slice(0, promptAt)
    return { type: 'new', session: null, step: 0, parts, history: renderConversation(before, system), heard }
  }
  const between = messages.slice(last + 1, promptAt).filter(({ role }) => role !== 'tool')
  const type = record.agentId === facts.agentId ? 'continue' : 'fork'
  return { type, session: mark.session, step: mark.step, parts, history: renderConversation(between, []), heard }
}

/** Where the messages begin that nobody has answered. */
function lastPrompt(messages: readonly TranscriptMessage[]): number {
  return messages.findLastIndex(({ role }) => role !== 'user') + 1
}

function markOf(message: TranscriptMessage): AnswerMark | null {
  if (message.role !== 'assistant') return null
  for (const { provider_data: data } of message.content) {
    const { session, step, heard } = data ?? {}
    if (typeof session === 'string' && typeof step === 'number' && typeof heard === 'string') {
      return { session, step, heard }
    }
  }
  return null
}

function heardIn(system: readonly string[], messages: readonly TranscriptMessage[]): string {
  const hash = createHash('sha256').update(JSON.stringify(system))
  for (const message of messages) {
    if (message.role !== 'user') continue
    for (const part of message.content) hash.update(part.type === 'text' ? `t${part.text}\0` : `f${part.sha256}\0`)
  }
  return hash.digest('hex')
}

/** Longest text of one result, and of all together, UTF-16 units. */
const MAX_RESULT = 4_000
const MAX_TEXT = 400_000

/**
 * Returns a conversation as text for a session that does not know it; empty if there is nothing to tell. Results are cut:
 * the agent can look at the files itself.
 */
function renderConversation(messages: readonly TranscriptMessage[], system: readonly string[]): string {
  const told = messages.map(renderMessage).filter((text) => text !== '')
  const instructions =
    system.length === 0 ? '' : `The user's instructions for this conversation:\n\n${system.join('\n\n')}`
  if (told.length === 0) return instructions
  const whole = told.join('\n\n')
  const shown = whole.length <= MAX_TEXT ? whole : `[… the beginning is left out …]\n${whole.slice(-MAX_TEXT)}`
  const heading =
    'This conversation began without you. What follows is what was said and done so far; the lines in square brackets say by whom. Go on from there.'
  return [instructions, `${heading}\n\n<conversation>\n${shown}\n</conversation>`]
    .filter((part) => part !== '')
    .join('\n\n')
}

function renderMessage(message: TranscriptMessage): string {
  if (message.role === 'user') return `[user]\n${message.content.map(partText).join('\n')}`
  if (message.role === 'tool') {
    return message.results
      .map(({ name, content, isError }) => `[result of ${name}${isError ? ', an error' : ''}]\n${cut(content)}`)
      .join('\n\n')
  }
  const lines = message.content.flatMap((block) => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [`[assistant]\n${block.text}`]
    return block.type === 'tool_call' ? [`[call of ${block.name}]\n${cut(JSON.stringify(block.arguments))}`] : []
  })
  return lines.join('\n\n')
}

function partText(part: UserPart): string {
  return part.type === 'text' ? part.text : `[file: ${part.name}]`
}

function cut(text: string): string {
  return text.length <= MAX_RESULT
    ? text
    : `${text.slice(0, MAX_RESULT)}\n[… ${text.length - MAX_RESULT} characters left out …]`
}

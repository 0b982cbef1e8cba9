import type { AgentEvent, AgentEventOf } from '../../../../shared/agent-event.ts'
import { argumentsText } from '../../../../shared/call-arguments.ts'
import { isWrittenSummary } from '../../../../shared/context-edits.ts'
import { eventHas, type KindWith } from '../../../../shared/event-facts.ts'
import { fenced } from '../../../../shared/fenced.ts'
import type { AgentId } from '../../../../shared/ids.ts'

/** A call of a tool, with its arguments as JSON text. */
interface ConversationCall {
  readonly id: string
  readonly name: string
  readonly input: string
}

/** A picture or a text that a message brings along. */
export interface ConversationFile {
  readonly name: string
  readonly mediaType: string
  /** The bytes of a picture; null: not one, or not stored. */
  readonly base64: string | null
  /** The text of a text file; null: it has none. */
  readonly text: string | null
}

/** One message of an agent's context, as other tools have them. */
export type ConversationMessage = { readonly id: string; readonly at: string } & (
  | { readonly by: 'system'; readonly text: string }
  | { readonly by: 'user'; readonly text: string; readonly files: readonly ConversationFile[] }
  | {
      readonly by: 'model'
      readonly text: string
      readonly thinking: string
      readonly model: string
      readonly calls: readonly ConversationCall[]
    }
  | {
      readonly by: 'tool'
      readonly callId: string
      readonly name: string
      readonly text: string
      readonly isError: boolean
      readonly files: readonly ConversationFile[]
    }
)

/** A conversation of one agent: what its model would be sent, without thinking's signatures. */
export interface Conversation {
  /** Of the agent: other tools recognise the session by it. */
  readonly id: string
  readonly name: string
  readonly folder: string
  readonly messages: readonly ConversationMessage[]
}

type FilesOf = (event: AgentEvent) => readonly ConversationFile[]

const NO_RESULT = 'There is no result of this call.'

/**
 * Returns the messages of a context. Every call has one result after its answer, and every result a call before it:
 * other tools refuse anything else.
 */
export function conversationMessages(
  agentId: AgentId,
  { system, items }: { readonly system: string | null; readonly items: readonly AgentEvent[] },
  filesOf: FilesOf,
): readonly ConversationMessage[] {
  const messages: ConversationMessage[] = []
  const idOf = (): string => messageId(agentId, messages.length)
  const first = items[0]?.createdAt ?? '1970-01-01T00:00:00.000Z'
  if (system !== null && system !== '') messages.push({ id: idOf(), at: first, by: 'system', text: system })
  const results = new Map(
    items.flatMap((event) => (event.kind === 'tool_result' ? [[event.data.tool_call_id, event]] : [])),
  )
  for (const event of items) {
    const at = event.createdAt
    if (event.kind === 'assistant' || event.kind === 'interrupted') {
      const calls = callsOf(event, items)
      const { text, thinking } = wordsOf(event)
      if (text === '' && calls.length === 0) continue
      messages.push({ id: idOf(), at, by: 'model', text, thinking, model: event.data.model ?? 'unknown', calls })
      for (const { id: callId, name } of calls) {
        const result = results.get(callId)
        const isError = result === undefined || result.data.is_error === true
        const said = result === undefined ? NO_RESULT : (result.content ?? '')
        const files = result === undefined ? [] : filesOf(result)
        messages.push({ id: idOf(), at: result?.createdAt ?? at, by: 'tool', callId, name, text: said, isError, files })
      }
      continue
    }
    const words = promptOf(event)
    if (words !== null) messages.push({ id: idOf(), at, by: 'user', text: words, files: filesOf(event) })
  }
  return messages
}

/** The kinds that models are shown. */
type ShownKind = KindWith<'context', 'item'> | KindWith<'message', 'whole' | 'part'>

/** Null: no prompt, nor anything that a model reads like one. */
function promptOf(event: AgentEvent): string | null {
  return eventHas(event, 'context', 'item') || eventHas(event, 'message', 'whole', 'part') ? shownPrompt(event) : null
}

function shownPrompt(event: AgentEventOf<ShownKind>): string | null {
  switch (event.kind) {
    case 'user':
    case 'mail':
    case 'merge':
      return event.content ?? ''
    case 'instructions':
      return event.content
    case 'summary':
      return isWrittenSummary(event) ? `Summary of the conversation so far:\n\n${event.content ?? ''}` : null
    case 'assistant':
    case 'interrupted':
    case 'tool_call':
    case 'tool_result':
      return null
  }
}

type Answer = Extract<AgentEvent, { kind: 'assistant' | 'interrupted' }>

/** The calls of an answer are in its blocks, or in events after it. */
function callsOf(answer: Answer, items: readonly AgentEvent[]): readonly ConversationCall[] {
  const inBlocks = (answer.data.blocks ?? []).flatMap((block) => (block.type === 'tool_call' ? [block] : []))
  const calls = new Map<string, ConversationCall>()
  for (const { id, name, ...input } of inBlocks) calls.set(id, { id, name, input: argumentsText(input) })
  const at = items.indexOf(answer)
  for (const event of items.slice(at + 1)) {
    if (event.kind === 'assistant' || event.kind === 'interrupted' || event.kind === 'user') break
    if (event.kind !== 'tool_call') continue
    const { tool_call_id: id, name, ...input } = event.data
    if (!calls.has(id)) calls.set(id, { id, name, input: argumentsText(input) })
  }
  return [...calls.values()]
}

function wordsOf({ content, data }: Answer): { readonly text: string; readonly thinking: string } {
  const blocks = data.blocks ?? []
  const thinking = blocks.flatMap((block) => (block.type === 'thinking' && block.text !== '' ? [block.text] : []))
  return { text: content ?? '', thinking: thinking.join('\n\n') || (data.thinking ?? '') }
}

const INDEX_DIGITS = 12

/** An id in the form of a UUID that is the same in every export. */
function messageId(agentId: AgentId, index: number): string {
  return `${agentId.slice(0, -INDEX_DIGITS)}${index.toString(16).padStart(INDEX_DIGITS, '0')}`
}

/** What stands in place of a file that is no picture: its text, else its name. */
export function fileNote({ name, text }: ConversationFile): string {
  return text === null ? `[The file ${name} is not part of this export.]` : `${name}:\n${fenced(text, '')}`
}

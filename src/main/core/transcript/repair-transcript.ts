import { argumentsText } from '../../../shared/call-arguments.ts'
import type { ContentBlock, TextBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { FilePart, ModelRequest, TranscriptMessage } from '../ports/provider-ports.ts'
import { type CheckOptions, checkTranscript, type Violation } from './check-transcript.ts'
import { isBlank } from './collect-entries.ts'
import { MessageList } from './message-list.ts'
import { newReport } from './transcript-report.ts'
import { type TranscriptTarget, traitsOf } from './transcript-target.ts'

export interface Repaired {
  readonly request: ModelRequest
  /** The first event of each message. */
  readonly origins: readonly (EventId | null)[]
}

/**
 * Repairs a transcript that breaks a rule in spite of the earlier steps, which is a bug: calls and results around the
 * violation become plain text, which no rule refuses; if that is not sufficient, all calls and results do. The model
 * gets less structure, but the provider accepts the request.
 */
export function repairTranscript(
  broken: Repaired,
  target: TranscriptTarget,
  violations: readonly Violation[],
  options: CheckOptions = {},
): Repaired {
  const mended = flatten(broken, target, affected(broken.request.messages, violations), options)
  if (checkTranscript(mended.request, target, options).length === 0) return mended
  return flatten(broken, target, new Set(broken.request.messages.keys()), options)
}

/** Returns the request with all calls and results as plain text, without files and thinking. */
export function allAsText(request: ModelRequest, target: TranscriptTarget): ModelRequest {
  const every = new Set(request.messages.keys())
  return flatten({ request, origins: [] }, target, every, {}).request
}

/** The messages named by violations, together with the messages of the matching calls or results. */
function affected(messages: readonly TranscriptMessage[], violations: readonly Violation[]): ReadonlySet<number> {
  const indexes = new Set<number>()
  for (const { messageIndex: index } of violations) {
    if (index === null) continue
    indexes.add(index)
    if (messages[index]?.role === 'assistant' && messages[index + 1]?.role === 'tool') indexes.add(index + 1)
    if (messages[index]?.role === 'tool' && messages[index - 1]?.role === 'assistant') indexes.add(index - 1)
  }
  return indexes
}

function flatten(
  { request, origins }: Repaired,
  target: TranscriptTarget,
  indexes: ReadonlySet<number>,
  { resumesPause = false }: CheckOptions,
): Repaired {
  const traits = traitsOf(target)
  const list = new MessageList(traits, newReport())
  for (const [index, message] of request.messages.entries()) {
    addMessage(list, message, origins[index] ?? null, indexes.has(index))
  }
  list.end({ resumesPause, isEmptyAnswer: false })
  const tools = request.tools.filter((tool) => traits.toolName.test(tool.name)).slice(0, traits.maxTools)
  return { request: { ...request, messages: list.messages, tools }, origins: list.origins }
}

function addMessage(list: MessageList, message: TranscriptMessage, origin: EventId | null, asText: boolean): void {
  switch (message.role) {
    case 'user':
      for (const part of message.content) {
        if (part.type === 'file') list.addUser([asText ? leftOut(part) : part], origin)
        else if (!isBlank(part.text)) list.addUser([part], origin)
      }
      return
    case 'assistant': {
      const content = asText ? message.content.flatMap(plainText) : [...message.content]
      if (content.length > 0) list.addAssistant(content, origin, false)
      return
    }
    case 'tool':
      if (!asText) list.addResults(message.results, origin)
      else {
        for (const { name, content, files = [] } of message.results) {
          list.addUser([{ type: 'text', text: `[Result of ${name}]\n${content}` }, ...files.map(leftOut)], origin)
        }
      }
  }
}

function leftOut({ name }: FilePart): TextBlock {
  return { type: 'text', text: `[File ${name}, not sent]` }
}

function plainText(block: ContentBlock): ContentBlock[] {
  if (block.type === 'thinking') return []
  const text = block.type === 'text' ? block.text : callText(block)
  return isBlank(text) ? [] : [{ type: 'text', text }]
}

function callText(call: ToolCallBlock): string {
  return `[Called ${call.name} with ${argumentsText(call)}]`
}

import { argumentsText } from '../../../shared/call-arguments.ts'
import type { ContentBlock, ToolCallBlock } from '../../../shared/content.ts'
import type {
  ModelRequest,
  TranscriptMessage,
  TranscriptToolResult,
  UserPart,
} from '../../core/ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'

/** Requests without a part that a server refuses. None of them loses anything of the conversation. */

/** Returns the request with the system prompt in front of the first prompt. */
export function withoutSystemRole(request: ModelRequest): ModelRequest {
  const { cache: _, ...rest } = request
  const text = request.system.filter((block) => block.trim() !== '').join('\n\n')
  const [first, ...others] = request.messages
  const block: UserPart = { type: 'text', text }
  const messages: readonly TranscriptMessage[] =
    first?.role === 'user'
      ? [{ role: 'user', content: [block, ...first.content] }, ...others]
      : [{ role: 'user', content: [block] }, ...request.messages]
  return { ...rest, system: [], messages }
}

/** Returns the request with each call in a message of its own, followed by its result. */
export function withoutParallelCalls(request: ModelRequest): ModelRequest {
  const { cache: _, ...rest } = request
  const messages = request.messages.flatMap((message, index): readonly TranscriptMessage[] => {
    const next = request.messages[index + 1]
    if (message.role === 'assistant' && next?.role === 'tool') return oneCallEach(message.content, next.results)
    const before = request.messages[index - 1]
    return message.role === 'tool' && before?.role === 'assistant' ? [] : [message]
  })
  return { ...rest, messages }
}

/** The text before a call stays with the first call. */
function oneCallEach(
  content: readonly ContentBlock[],
  results: readonly TranscriptToolResult[],
): readonly TranscriptMessage[] {
  const calls = content.filter((block) => block.type === 'tool_call')
  const [first, ...others] = calls
  const said = content.filter((block) => block.type !== 'tool_call')
  const after = (call: ToolCallBlock): TranscriptMessage => ({
    role: 'tool',
    results: results.filter(({ callId }) => callId === call.id),
  })
  if (first === undefined)
    return [
      { role: 'assistant', content: said },
      { role: 'tool', results },
    ]
  return [
    { role: 'assistant', content: [...said, first] },
    after(first),
    ...others.flatMap((call): readonly TranscriptMessage[] => [{ role: 'assistant', content: [call] }, after(call)]),
  ]
}

/**
 * Returns the request without tools. Earlier calls and their results become text, because servers that know no tools
 * know no messages of them either.
 */
export function withoutTools(request: ModelRequest): ModelRequest {
  const { cache: _cache, toolChoice: _choice, ...rest } = request
  const messages = request.messages.map(asText).reduce(joinUsers, [])
  return { ...rest, tools: [], messages }
}

function asText(message: TranscriptMessage): TranscriptMessage {
  if (message.role === 'user') return message
  if (message.role === 'tool') {
    const content = message.results.flatMap(({ name, content: text, files = [] }): readonly UserPart[] => [
      { type: 'text', text: `Result of ${name}:\n${text}` },
      ...files,
    ])
    return { role: 'user', content }
  }
  return { role: 'assistant', content: message.content.map(callAsText) }
}

function callAsText(block: ContentBlock): ContentBlock {
  if (block.type !== 'tool_call') return block
  const { provider, model, endpoint } = block
  return {
    type: 'text',
    text: `Called ${block.name} with ${argumentsText(block)}`,
    ...defined({ provider, model, endpoint }),
  }
}

function joinUsers(messages: readonly TranscriptMessage[], message: TranscriptMessage): readonly TranscriptMessage[] {
  const last = messages.at(-1)
  if (last?.role !== 'user' || message.role !== 'user') return [...messages, message]
  return [...messages.slice(0, -1), { role: 'user', content: [...last.content, ...message.content] }]
}

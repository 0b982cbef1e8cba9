import type { ContentBlock, ToolDefinition } from '../../../shared/content.ts'
import { fileTokens } from '../../../shared/file-tokens.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { tokensOfText, tokensOfTexts } from '../../../shared/text-tokens.ts'
import type { FilePart, ModelRequest, ProviderEvent, TranscriptMessage } from '../ports/provider-ports.ts'

/** Tokens of the marks around a message, a call, a result or a tool. */
const FRAME_TOKENS = 8

/**
 * Estimates the tokens of a request and its response, for a provider that reported no usage. Null: usage was reported,
 * or nothing was received. Used for budgets only.
 */
export function estimatedTokens(request: ModelRequest, events: readonly ProviderEvent[]): number | null {
  const isReported = events.some((event) => event.type === 'done' && (event.usage?.totalTokens ?? 0) > 0)
  if (isReported || events.length === 0) return null
  // The provider is not known here; OpenAI's rule for files is in the middle.
  return Math.ceil(requestTokens(request, 'openai') + tokensOfTexts(events))
}

/**
 * Estimates the input tokens of all that a request sends: system prompt, messages with their files, tools, and the
 * schema of the answer.
 */
export function requestTokens(
  {
    model,
    system,
    messages,
    tools,
    options,
  }: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'tools' | 'options'>,
  provider: ProviderName,
): number {
  const sizes = sizesOf(messages)
  let tokens = tokensOfTexts(system) + (sizes?.texts.at(-1) ?? 0)
  for (const { file } of sizes?.files ?? []) tokens += fileTokens({ ...file, kind: file.as }, provider, model)
  for (const tool of tools) tokens += toolTokens(tool)
  if (options?.schema !== undefined) tokens += tokensOfText(JSON.stringify(options.schema))
  return Math.ceil(tokens)
}

const toolSizes = new WeakMap<ToolDefinition, number>()

/** Estimates the tokens of a tool's definition. */
export function toolTokens(definition: ToolDefinition): number {
  const tokens = toolSizes.get(definition) ?? FRAME_TOKENS + tokensOfText(JSON.stringify(definition))
  toolSizes.set(definition, tokens)
  return tokens
}

/** What the messages of a request take of it. */
interface MessageSizes {
  messages: readonly TranscriptMessage[]
  /** By index: the tokens of all texts up to the end of that message. */
  readonly texts: number[]
  /** The files with the indexes of their messages, ascending. Their tokens depend on the model. */
  readonly files: { readonly index: number; readonly file: FilePart }[]
}

/** By the first message. The next request of a growing transcript has the same messages, and some more. */
const messageSizes = new WeakMap<TranscriptMessage, MessageSizes>()

/** Returns the sizes of the messages, of which only those are read that differ from the last request. Null: no messages. */
function sizesOf(messages: readonly TranscriptMessage[]): MessageSizes | null {
  const [first] = messages
  if (first === undefined) return null
  const sizes = messageSizes.get(first) ?? { messages: [], texts: [], files: [] }
  messageSizes.set(first, sizes)
  if (sizes.messages === messages && sizes.texts.length === messages.length) return sizes
  const same = commonLength(sizes, messages)
  sizes.texts.length = same
  sizes.files.length = sizes.files.findLastIndex(({ index }) => index < same) + 1
  let tokens = sizes.texts.at(-1) ?? 0
  for (const [offset, message] of messages.slice(same).entries()) {
    tokens += FRAME_TOKENS + textsOf(message)
    sizes.texts.push(tokens)
    for (const file of filesOf(message)) sizes.files.push({ index: same + offset, file })
  }
  sizes.messages = messages
  return sizes
}

/** Returns how many messages at the beginning are those whose sizes are kept. */
function commonLength({ messages: kept, texts }: MessageSizes, messages: readonly TranscriptMessage[]): number {
  const most = Math.min(texts.length, messages.length)
  let length = 0
  while (length < most && kept[length] === messages[length]) length += 1
  return length
}

function textsOf(message: TranscriptMessage): number {
  switch (message.role) {
    case 'user':
      return message.content.reduce((sum, part) => sum + (part.type === 'text' ? tokensOfText(part.text) : 0), 0)
    case 'assistant':
      return message.content.reduce((sum, block) => sum + blockTokens(block), 0)
    case 'tool':
      return message.results.reduce((sum, { content }) => sum + FRAME_TOKENS + tokensOfText(content), 0)
  }
}

function blockTokens(block: ContentBlock): number {
  const data = tokensOfTexts(block.provider_data)
  if (block.type !== 'tool_call') return tokensOfText(block.text) + data
  return FRAME_TOKENS + tokensOfText(block.name) + tokensOfText(JSON.stringify(block.arguments)) + data
}

function filesOf(message: TranscriptMessage): readonly FilePart[] {
  if (message.role === 'user') return message.content.filter((part) => part.type === 'file')
  return message.role === 'tool' ? message.results.flatMap(({ files = [] }) => files) : []
}

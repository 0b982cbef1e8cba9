import { canonicalJson, isJsonObject } from '../../../../shared/json.ts'
import type { ContentBlock, ToolCallBlock, ToolDefinition } from '../../../../shared/content.ts'

import type { JsonObject } from '../../../../shared/json.ts'
import { type ModelOptions, NO_OPTIONS } from '../../../../shared/model-options.ts'
import type {
  FilePart,
  ModelRequest,
  TranscriptMessage,
  TranscriptToolResult,
  UserPart,
} from '../../../core/ports/provider-ports.ts'
import { ownData } from '../endpoint-stamp.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { fileData, type RequestFiles } from '../file-parts.ts'
import { ANTHROPIC_TIERS } from './anthropic-controls.ts'
import { anthropicToolChoice, isStrict } from '../tool-choice.ts'
import { writtenObject } from '../written-objects.ts'
import { withCacheMarks } from './anthropic-marks.ts'
import { anthropicThinking } from './anthropic-thinking.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * Contents of a block's `provider_data` for this adapter:
 * - thinking: `{ signature }`, or `{ redacted }` for a redacted block (whose text is empty)
 * - tool call: `{ caller }` if the API named one
 * - text: nothing; `{ citations }` of the API's own search; or `{ block }` (with an empty text) for a whole block of an
 *   unknown kind. The transcript contains calls of server tools and their results, which must be sent back unchanged;
 *   other kinds (compaction, fallback, MCP) belong to betas that are not requested.
 */

/** Returns the body of `POST /v1/messages`. Pure; equal requests give equal bytes. */
export function anthropicRequest(request: ModelRequest, origin: Origin): JsonObject {
  const { model, thinkingLevel, maxOutputTokens, isOutputMaximum = false, isBrief = false } = request
  const { options = NO_OPTIONS } = request
  const thinking = anthropicThinking(model, thinkingLevel, maxOutputTokens, {
    isOutputMaximum,
    room: request.outputRoom?.tokens,
  })
  const unmarked = request.messages.map((message) => wireMessage(message, origin, request.files))
  const parts = {
    tools: [...request.tools.map((tool) => wireTool(tool, isStrict(request))), ...serverTools(options)],
    system: request.system.filter(isNotBlank).map(textBlock),
    messages: unmarked.map(({ content }) => content),
  }
  const { tools, system, messages } = withCacheMarks(parts, request.cache)
  return {
    model: request.model,
    max_tokens: isBrief ? 1 : thinking.maxTokens,
    ...defined({ system: system.length > 0 ? system : undefined }),
    messages: merged(unmarked.map(({ role }, index) => ({ role, content: [...(messages[index] ?? [])] }))),
    ...defined({ tools: tools.length > 0 ? tools : undefined }),
    ...anthropicToolChoice(request, thinking.thinking !== null && thinking.thinking['type'] !== 'disabled'),
    ...defined({ thinking: thinking.thinking ?? undefined }),
    ...outputConfig(thinking.effort, options.schema),
    ...defined({
      service_tier: options.service_tier === undefined ? undefined : (ANTHROPIC_TIERS[options.service_tier] ?? 'auto'),
    }),
    ...defined({ diagnostics: comparison(request) }),
    stream: true,
  }
}

/** Asks why the cache was missed, compared with an earlier message. Ids of other services are refused. */
function comparison({ cache }: ModelRequest): JsonObject | undefined {
  const id = cache?.comparedWith
  return id?.startsWith('msg_') === true ? { previous_message_id: id } : undefined
}

function outputConfig(effort: string | null, schema: JsonObject | undefined): JsonObject {
  const config = defined({
    effort: effort ?? undefined,
    format: schema === undefined ? undefined : { type: 'json_schema', schema },
  })
  return Object.keys(config).length === 0 ? {} : { output_config: config }
}

/** The versions that all models with server tools accept. */
function serverTools({ web_search: searches, code_execution: runs }: ModelOptions): JsonObject[] {
  return [
    ...(searches === true ? [{ type: 'web_search_20250305', name: 'web_search' }] : []),
    ...(runs === true ? [{ type: 'code_execution_20250825', name: 'code_execution' }] : []),
  ]
}

interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: JsonObject[]
}

/**
 * Merges adjacent messages of one role: tool results and the user's next text belong in one message. Omits empty
 * messages, because the API rejects them.
 */
function merged(messages: readonly WireMessage[]): JsonObject[] {
  const turns: WireMessage[] = []
  for (const { role, content } of messages) {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else if (content.length > 0) turns.push({ role, content })
  }
  return turns.map(({ role, content }) => ({ role, content: inOrder(role, content) }))
}

function wireMessage(message: TranscriptMessage, origin: Origin, files: RequestFiles): WireMessage {
  return { role: message.role === 'assistant' ? 'assistant' : 'user', content: wireContent(message, origin, files) }
}

function wireContent(message: TranscriptMessage, origin: Origin, files: RequestFiles): JsonObject[] {
  switch (message.role) {
    case 'user':
      return message.content.flatMap((part) => userBlock(part, files))
    case 'assistant':
      return message.content.flatMap((block) => wireBlock(block, origin))
    case 'tool':
      return message.results.map((result) => ({
        type: 'tool_result',
        tool_use_id: result.callId,
        ...resultContent(result, files),
        ...(result.isError ? { is_error: true } : {}),
      }))
  }
}

function userBlock(part: UserPart, files: RequestFiles): JsonObject[] {
  if (part.type === 'file') return [fileBlock(part, files)]
  return isNotBlank(part.text) ? [textBlock(part.text)] : []
}

/** Pictures are `image` blocks, PDFs are `document` blocks; both may be part of a result. */
function fileBlock(file: FilePart, files: RequestFiles): JsonObject {
  const source = { type: 'base64', media_type: file.mediaType, data: fileData(file, files) }
  return file.as === 'pdf' ? { type: 'document', source, title: file.name } : { type: 'image', source }
}

function resultContent({ content, files: parts = [] }: TranscriptToolResult, files: RequestFiles): JsonObject {
  const hasText = isNotBlank(content)
  if (parts.length === 0) return hasText ? { content } : {}
  return { content: [...(hasText ? [textBlock(content)] : []), ...parts.map((file) => fileBlock(file, files))] }
}

/** The API requires results first in a user message, and no text after the calls of an assistant message. */
function inOrder(role: WireMessage['role'], content: JsonObject[]): JsonObject[] {
  if (role === 'user') {
    return content.toSorted((a, b) => Number(b['type'] === 'tool_result') - Number(a['type'] === 'tool_result'))
  }
  const firstCall = content.findIndex((block) => block['type'] === 'tool_use')
  const textBehind = firstCall >= 0 && content.slice(firstCall).some((block) => block['type'] === 'text')
  if (!textBehind) return content
  return content.toSorted((a, b) => Number(a['type'] === 'tool_use') - Number(b['type'] === 'tool_use'))
}

function wireBlock(block: ContentBlock, origin: Origin): JsonObject[] {
  const data = ownData(block, origin)
  switch (block.type) {
    case 'text': {
      const opaque = data?.['block']
      if (isJsonObject(opaque)) return [canonicalJson(opaque)]
      return isNotBlank(block.text) ? [citedText(block.text, data)] : []
    }
    case 'thinking':
      if (typeof data?.['redacted'] === 'string') return [{ type: 'redacted_thinking', data: data['redacted'] }]
      // The signature authenticates the text: without it the API rejects the block.
      if (typeof data?.['signature'] !== 'string') return []
      return [{ type: 'thinking', thinking: block.text, signature: data['signature'] }]
    case 'tool_call':
      return [toolUse(block, data)]
  }
}

function toolUse(block: ToolCallBlock, data: JsonObject | null): JsonObject {
  const caller = data?.['caller']
  return {
    type: 'tool_use',
    id: block.id,
    name: block.name,
    input: writtenObject(block),
    ...(isJsonObject(caller) ? { caller: canonicalJson(caller) } : {}),
  }
}

function wireTool(tool: ToolDefinition, strict: boolean): JsonObject {
  return {
    name: tool.name,
    description: tool.description,
    input_schema: tool.parameters,
    ...defined({ strict: strict || undefined }),
  }
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text }
}

function citedText(text: string, data: JsonObject | null): JsonObject {
  const citations = data?.['citations']
  return Array.isArray(citations) ? { ...textBlock(text), citations: canonicalJson(citations) } : textBlock(text)
}

function isNotBlank(text: string): boolean {
  return text.trim() !== ''
}

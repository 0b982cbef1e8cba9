import { argumentsText } from '../../../../shared/call-arguments.ts'
import { canonicalJson, isJsonObject } from '../../../../shared/json.ts'
import type { ContentBlock, ToolCallBlock, ToolDefinition } from '../../../../shared/content.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelRequest, TranscriptMessage } from '../../../core/ports/provider-ports.ts'
import { ownData } from '../endpoint-stamp.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { forbidsTools } from '../tool-choice.ts'
import { textField } from '../wire-value.ts'
import { markedMessages, systemMessage } from './chat-marks.ts'
import type { ReplayedMessage, Vendor, VendorThinking } from './vendor.ts'

/**
 * Returns the body of `POST /chat/completions`. Pure; equal requests give equal bytes. The `provider_data` of a
 * thinking block is `{ field?, details? }`: the field that its text arrived in, and the vendor's unchanged
 * `reasoning_details`.
 */
export function chatRequest(
  request: ModelRequest,
  vendor: Vendor,
  thinking: VendorThinking,
  endpoint: string,
): JsonObject {
  const { maxOutputTokens, isOutputMaximum = false, isBrief = false } = request
  const limit = isBrief ? 1 : vendor.outputLimit(maxOutputTokens, thinking.thinks, isOutputMaximum)
  const marks = vendor.cacheMarks?.(request.model) ?? 'none'
  const origin: Origin = { provider: vendor.name, endpoint }
  return {
    model: request.model,
    messages: [
      ...systemMessage(request, marks),
      ...markedMessages(
        request.messages.map((message) => wireMessages(message, vendor, origin)),
        request,
        marks,
      ),
    ],
    ...(request.tools.length > 0 && { tools: request.tools.map(wireTool) }),
    ...(forbidsTools(request) && { tool_choice: 'none' }),
    ...(limit !== null && { max_tokens: limit }),
    ...thinking.fields,
    ...(request.cache === undefined ? {} : vendor.cacheFields?.(request.cache)),
    stream: true,
    ...(vendor.asksForUsage ? { stream_options: { include_usage: true } } : {}),
  }
}

function wireMessages(message: TranscriptMessage, vendor: Vendor, origin: Origin): JsonObject[] {
  switch (message.role) {
    case 'user':
      // One string, because the chat templates of some servers do not accept a list.
      return [{ role: 'user', content: joined(message.content.map((block) => block.text)) }]
    case 'assistant':
      return [assistantMessage(message.content, vendor, origin)]
    case 'tool':
      return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
  }
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

function assistantMessage(blocks: readonly ContentBlock[], vendor: Vendor, origin: Origin): JsonObject {
  const calls = blocks.filter((block) => block.type === 'tool_call')
  const text = joined(blocks.map((block) => (block.type === 'text' ? block.text : '')))
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...vendor.replay({ ...ownThinking(blocks, origin), text, hasCalls: calls.length > 0 }),
    ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
  }
}

function ownThinking(blocks: readonly ContentBlock[], origin: Origin): Omit<ReplayedMessage, 'text' | 'hasCalls'> {
  const own = blocks.filter((block) => block.type === 'thinking')
  const data = own.map((block) => ownData(block, origin))
  const details = data.flatMap((stored) => {
    const kept = stored?.['details']
    return Array.isArray(kept) ? kept.filter(isJsonObject).map((detail) => canonicalJson(detail)) : []
  })
  const field = data.map((stored) => textField(stored, 'field')).find((found) => found !== undefined)
  return { thinking: joined(own.map((block) => block.text)), details, field }
}

function wireCall(call: ToolCallBlock): JsonObject {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentsText(call) } }
}

function wireTool({ name, description, parameters }: ToolDefinition): JsonObject {
  return { type: 'function', function: { name, description, parameters } }
}

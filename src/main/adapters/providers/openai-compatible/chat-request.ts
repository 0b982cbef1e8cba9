import { argumentsText } from '../../../../shared/call-arguments.ts'
import { canonicalJson, isJsonObject } from '../../../../shared/json.ts'
import type { ContentBlock, ToolCallBlock, ToolDefinition } from '../../../../shared/content.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { FilePart, ModelRequest, TranscriptMessage, UserPart } from '../../../core/ports/provider-ports.ts'
import { ownData } from '../endpoint-stamp.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { dataUrl, fileData, type RequestFiles } from '../file-parts.ts'
import { NO_OPTIONS } from '../../../../shared/model-options.ts'
import { chatFormat } from '../answer-schema.ts'
import type { AnswerableRequest } from '../request-refusals.ts'
import type { TierNames } from '../service-tiers.ts'
import { withinRoom } from '../output-room.ts'
import { isStrict, openaiToolChoice } from '../tool-choice.ts'
import { textField } from '../wire-value.ts'
import { signedFields } from './chat-call.ts'
import { markedMessages, systemMessage } from './chat-marks.ts'
import { TAGGED_FIELD } from './chat-fields.ts'
import { offeredTools, type ReplayedMessage, type Vendor, type VendorThinking } from './vendor.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * Returns the body of `POST /chat/completions`. Pure; equal requests give equal bytes. The `provider_data` of a
 * thinking block is `{ field?, details?, details_field? }`: the field that its text arrived in, and the vendor's
 * unchanged `reasoning_details`, or what `details_field` held. That of a call is its
 * `signedFields`, and under `function` those of its function.
 */
export function chatRequest(
  request: AnswerableRequest,
  vendor: Vendor,
  thinking: VendorThinking,
  endpoint: string,
): JsonObject {
  const { maxOutputTokens, isOutputMaximum = false, isBrief = false } = request
  const limit = isBrief
    ? 1
    : withinRoom(vendor.outputLimit(maxOutputTokens, thinking.thinks, isOutputMaximum), request.outputRoom)
  const marks = vendor.cacheMarks?.(request.model) ?? 'none'
  const tools = [...request.tools.map((tool) => wireTool(tool, isStrict(request))), ...offeredTools(vendor, request)]
  const origin: Origin = { provider: vendor.name, endpoint }
  return {
    model: request.model,
    messages: [
      ...systemMessage(request, marks),
      ...markedMessages(
        request.messages.map((message) => wireMessages(message, vendor, { ...origin, files: request.files })),
        request,
        marks,
      ),
    ],
    ...defined({ tools: tools.length > 0 ? tools : undefined }),
    ...openaiToolChoice(request, 'chat'),
    ...defined({ max_tokens: limit ?? undefined }),
    ...thinking.fields,
    ...optionFields(request, vendor.tiers ?? {}),
    ...(request.cache === undefined ? {} : vendor.cacheFields?.(request.cache)),
    stream: true,
    ...(vendor.asksForUsage && request.without?.has('stream_options') !== true
      ? { stream_options: { include_usage: true } }
      : {}),
  }
}

function optionFields({ options = NO_OPTIONS }: ModelRequest, tiers: TierNames): JsonObject {
  const { verbosity, schema, service_tier: tier, temperature } = options
  const tierName = tier === undefined ? undefined : tiers[tier]
  return defined({
    verbosity,
    temperature,
    service_tier: tierName,
    response_format: schema === undefined ? undefined : chatFormat(schema),
  })
}

interface WireOptions extends Origin {
  readonly files: RequestFiles
}

function wireMessages(message: TranscriptMessage, vendor: Vendor, options: WireOptions): JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: userContent(message.content, vendor, options.files) }]
    case 'assistant':
      return [assistantMessage(message.content, vendor, options)]
    case 'tool':
      return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
  }
}

/** One string where there are no files, because the chat templates of some servers do not accept a list. */
function userContent(parts: readonly UserPart[], vendor: Vendor, files: RequestFiles): string | JsonObject[] {
  if (parts.every((part) => part.type === 'text')) return joined(parts.map((part) => part.text))
  return parts.flatMap((part): JsonObject[] => {
    if (part.type === 'file') return [filePart(part, vendor, files)]
    return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  })
}

/** Audio in the form of Mistral, the only vendor whose models are sent it. */
function filePart(file: FilePart, { pdfPart }: Vendor, files: RequestFiles): JsonObject {
  if (file.as === 'audio') return { type: 'input_audio', input_audio: fileData(file, files) }
  const url = dataUrl(file, files)
  if (file.as === 'pdf' && pdfPart !== undefined) return { type: pdfPart, [pdfPart]: url, document_name: file.name }
  if (file.as === 'pdf') return { type: 'file', file: { filename: file.name, file_data: url } }
  return { type: 'image_url', image_url: { url } }
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
    ...defined({ tool_calls: calls.length > 0 ? calls.map((call) => wireCall(call, origin)) : undefined }),
  }
}

function ownThinking(blocks: readonly ContentBlock[], origin: Origin): Omit<ReplayedMessage, 'text' | 'hasCalls'> {
  const thoughts = blocks.filter((block) => block.type === 'thinking')
  const own = thoughts.filter((block) => textField(ownData(block, origin), 'field') !== TAGGED_FIELD)
  const data = own.map((block) => ownData(block, origin))
  const details = data.flatMap((stored) => {
    const kept = stored?.['details']
    return Array.isArray(kept) ? kept.filter(isJsonObject).map((detail) => canonicalJson(detail)) : []
  })
  const first = (key: string) => data.map((stored) => textField(stored, key)).find((found) => found !== undefined)
  const detailsField = first('details_field') ?? 'reasoning_details'
  return { thinking: joined(own.map((block) => block.text)), details, detailsField, field: first('field') }
}

/** With the signature of the thinking before the call, from gateways to Gemini, where it came from. */
function wireCall(call: ToolCallBlock, origin: Origin): JsonObject {
  const data = ownData(call, origin)
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call), ...canonicalJson(signedFields(data?.['function'])) },
    ...canonicalJson(signedFields(data)),
  }
}

function wireTool({ name, description, parameters }: ToolDefinition, strict: boolean): JsonObject {
  return {
    type: 'function',
    function: { name, description, parameters, ...defined({ strict: strict || undefined }) },
  }
}

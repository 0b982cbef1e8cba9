import { argumentsText } from '../../../shared/call-arguments.ts'
import { canonicalJson, isJsonObject } from '../../../shared/json.ts'
import type { ContentBlock, TextBlock, ThinkingBlock, ToolCallBlock, ToolDefinition } from '../../../shared/content.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { NO_OPTIONS } from '../../../shared/model-options.ts'
import { responsesFormat } from './answer-schema.ts'
import type { TierNames } from './service-tiers.ts'
import type { FilePart, ModelRequest, UserPart } from '../../core/ports/provider-ports.ts'
import { ownData } from './endpoint-stamp.ts'
import type { Origin } from './endpoint-stamp.ts'
import { dataUrl, type RequestFiles } from './file-parts.ts'
import { textField } from './wire-value.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * The `input` of a Responses request, for all vendors with that API. Contents of a block's `provider_data`:
 * - thinking: `{ id, summary, encrypted_content?, content? }` of the reasoning item, as in `output_item.done`
 * - text: `{ id, phase?, reasoning_id?, refusal? }` of the message item; or `{ item }` (with an empty text) for a whole
 *   item of an unknown kind, such as the call of a tool that the server ran
 * - tool call: `{ id, reasoning_id?, custom? }` of the function_call or custom_tool_call item
 *
 * `reasoning_id` is the preceding reasoning item of the same response. The API requires the complete pair, or no ids.
 */

/** Converts the messages of a request to input items. Pure; equal messages give equal bytes. */
export function responsesInput({ messages, files }: ModelRequest, origin: Origin): JsonObject[] {
  const items: JsonObject[] = []
  const customCalls = new Set<string>()
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        items.push(...userMessage(message.content, files))
        break
      case 'assistant':
        items.push(...assistantItems(message.content, origin, customCalls))
        break
      case 'tool':
        for (const { callId, content, files: parts = [] } of message.results) {
          const type = customCalls.has(callId) ? 'custom_tool_call_output' : 'function_call_output'
          const output = parts.length === 0 ? content : inputParts([{ type: 'text', text: content }, ...parts], files)
          items.push({ type, call_id: callId, output })
        }
    }
  }
  return items
}

/** Not `strict`, which requires every property; tools with optional arguments do not qualify. */
export function responsesTool(tool: ToolDefinition, strict = false): JsonObject {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    strict,
  }
}

/** Returns the fields of an agent's options. `tiers`: the vendor's names of service tiers. */
export function responsesOptions({ options = NO_OPTIONS }: ModelRequest, tiers: TierNames): JsonObject {
  const { verbosity, schema, service_tier: tier, temperature } = options
  const text = defined({ verbosity, format: schema === undefined ? undefined : responsesFormat(schema) })
  const tierName = tier === undefined ? undefined : tiers[tier]
  return defined({ text: Object.keys(text).length > 0 ? text : undefined, service_tier: tierName, temperature })
}

function userMessage(parts: readonly UserPart[], files: RequestFiles): JsonObject[] {
  const content = inputParts(parts, files)
  return content.length === 0 ? [] : [{ type: 'message', role: 'user', content }]
}

function inputParts(parts: readonly UserPart[], files: RequestFiles): JsonObject[] {
  return parts.flatMap((part): JsonObject[] => {
    if (part.type === 'file') return [inputFile(part, files)]
    return part.text === '' ? [] : [{ type: 'input_text', text: part.text }]
  })
}

/**
 * `detail: high`: newer models would otherwise take pictures in their original size, which costs up to 19 times more.
 */
function inputFile(file: FilePart, files: RequestFiles): JsonObject {
  const url = dataUrl(file, files)
  if (file.as === 'pdf') return { type: 'input_file', filename: file.name, file_data: url }
  return { type: 'input_image', detail: 'high', image_url: url }
}

/**
 * A reasoning item is sent directly before the item that it led to, and only then: the API rejects it alone, and
 * rejects the id of its successor without it.
 */
function assistantItems(blocks: readonly ContentBlock[], origin: Origin, customCalls: Set<string>): JsonObject[] {
  const items: JsonObject[] = []
  const sentReasoning = new Set<string>()
  let waiting: JsonObject[] = []
  for (const block of blocks) {
    const data = ownData(block, origin)
    if (block.type === 'thinking') {
      const reasoning = data === null ? null : reasoningItem(block, data)
      if (reasoning !== null) waiting.push(reasoning)
      continue
    }
    const reasoningId = textField(data, 'reasoning_id')
    const isPaired = hasItsReasoning(reasoningId, waiting, sentReasoning)
    const item = wireItem(block, data, { isPaired, takesAnyId: origin.provider !== 'openai' })
    if (item === null) {
      if (isJsonObject(data?.['item'])) waiting = []
      continue
    }
    if (block.type === 'tool_call' && item['type'] === 'custom_tool_call') customCalls.add(block.id)
    if (waiting.length > 0 && (textField(item, 'id') !== undefined || item['type'] === 'function_call')) {
      for (const reasoning of waiting) sentReasoning.add(textField(reasoning, 'id') ?? '')
      items.push(...waiting)
    }
    waiting = []
    items.push(item)
  }
  return items
}

function hasItsReasoning(
  reasoningId: string | undefined,
  waiting: readonly JsonObject[],
  sent: ReadonlySet<string>,
): boolean {
  return reasoningId === undefined || sent.has(reasoningId) || waiting.some((item) => item['id'] === reasoningId)
}

/**
 * Returns null if the API cannot use the item again. With `store: false` an id refers to nothing: it is useful only
 * next to encrypted content, which is bound to it.
 */
function reasoningItem(block: ThinkingBlock, data: JsonObject): JsonObject | null {
  const { id, encrypted_content: encrypted, content, summary } = data
  if (typeof id !== 'string' || (typeof encrypted !== 'string' && !Array.isArray(content))) return null
  return {
    type: 'reasoning',
    ...(typeof encrypted === 'string' ? { id } : {}),
    summary: Array.isArray(summary)
      ? canonicalJson(summary)
      : block.text === ''
        ? []
        : [{ type: 'summary_text', text: block.text }],
    ...(Array.isArray(content) ? { content: canonicalJson(content) } : {}),
    ...(typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}),
  }
}

/** Prefixes of OpenAI's own ids; it refuses others. */
const ID_FORM = /^(msg|fc|ctc)_/

interface ItemIds {
  /** The reasoning that led to the item is sent with its id too. */
  readonly isPaired: boolean
  readonly takesAnyId: boolean
}

function wireItem(
  block: TextBlock | ToolCallBlock,
  data: JsonObject | null,
  { isPaired, takesAnyId }: ItemIds,
): JsonObject | null {
  const opaque = data?.['item']
  if (isJsonObject(opaque)) return isPaired ? replayableItem(opaque) : null
  const id = textField(data, 'id')
  const idField = id !== undefined && isPaired && (takesAnyId || ID_FORM.test(id)) ? { id } : {}
  if (block.type === 'tool_call') return callItem(block, data, idField)
  if (block.text === '') return null
  const phase = textField(data, 'phase')
  const phaseField = phase === undefined ? {} : { phase }
  if (!('id' in idField)) return { type: 'message', role: 'assistant', content: block.text, ...phaseField }
  const content =
    data?.['refusal'] === true
      ? { type: 'refusal', refusal: block.text }
      : { type: 'output_text', text: block.text, annotations: [] }
  return { type: 'message', ...idField, role: 'assistant', status: 'completed', content: [content], ...phaseField }
}

/** Of the server's own tool calls, searches and code are accepted back; what is read-only is left out. */
function replayableItem(item: JsonObject): JsonObject | null {
  const { action } = item
  if (item['type'] === 'code_interpreter_call') return canonicalJson({ ...item, outputs: null })
  if (item['type'] !== 'web_search_call' || !isJsonObject(action)) return null
  const { sources: _, ...replayable } = action
  return canonicalJson({ ...item, action: replayable })
}

function callItem(block: ToolCallBlock, data: JsonObject | null, idField: JsonObject): JsonObject {
  const named = { ...idField, call_id: block.id, name: block.name }
  if (data?.['custom'] === true)
    return { type: 'custom_tool_call', ...named, input: textField(block.arguments, 'input') ?? '' }
  return { type: 'function_call', ...named, arguments: argumentsText(block) }
}

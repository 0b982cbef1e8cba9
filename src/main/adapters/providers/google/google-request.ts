import { canonicalJson, isJsonObject } from '../../../../shared/json.ts'
import { NO_OPTIONS } from '../../../../shared/model-options.ts'
import { GOOGLE_TIERS } from './google-controls.ts'
import type { ContentBlock, ToolCallBlock, ToolDefinition } from '../../../../shared/content.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { FilePart, ModelRequest, TranscriptMessage } from '../../../core/ports/provider-ports.ts'
import { isOwn, ownData } from '../endpoint-stamp.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { fileData, type RequestFiles } from '../file-parts.ts'
import { withinRoom } from '../output-room.ts'
import { googleToolChoice } from '../tool-choice.ts'
import { writtenObject } from '../written-objects.ts'
import { googleThinking } from './google-thinking.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * Contents of a block's `provider_data` for this adapter:
 * - text and thinking: `{ signatures: [{ from, to, signature }] }`, the ranges of the text (UTF-16 units) that were
 *   parts with a `thoughtSignature`; `from` = `to` is a signature on an empty part
 * - tool call: `{ thought_signature }`
 * - text also: `{ part }` (with an empty text) for a whole part of an unknown kind (pictures, code execution)
 */

/** Accepted instead of a signature on calls of another model (docs/behaviour/transcript.md#provider-details). */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** Returns the body of `POST …:streamGenerateContent`. Pure; equal requests give equal bytes. */
export function googleRequest(request: ModelRequest, origin: Origin): JsonObject {
  const { options = NO_OPTIONS } = request
  const tools = wireTools(request)
  const toolConfig = wireToolConfig(request)
  const { thinkingConfig, maxOutputTokens } = googleThinking(
    request.model,
    request.thinkingLevel,
    request.maxOutputTokens,
  )
  const system = request.system.filter((text) => text.trim() !== '').map((text) => ({ text }))
  return {
    contents: wireContents(request, origin),
    ...defined({
      systemInstruction: system.length > 0 ? { parts: system } : undefined,
      tools: tools.length > 0 ? tools : undefined,
      toolConfig: toolConfig ?? undefined,
      serviceTier: options.service_tier === undefined ? undefined : (GOOGLE_TIERS[options.service_tier] ?? 'standard'),
    }),
    generationConfig: {
      maxOutputTokens: withinRoom(maxOutputTokens, request.outputRoom),
      ...defined({ temperature: options.temperature }),
      ...(options.schema !== undefined && {
        responseMimeType: 'application/json',
        responseJsonSchema: options.schema,
      }),
      ...defined({ thinkingConfig: thinkingConfig ?? undefined }),
    },
  }
}

function wireTools({ tools, options = NO_OPTIONS }: ModelRequest): JsonObject[] {
  return [
    ...(tools.length > 0 ? [{ functionDeclarations: tools.map(wireTool) }] : []),
    ...(options.web_search === true ? [{ googleSearch: {} }] : []),
    ...(options.code_execution === true ? [{ codeExecution: {} }] : []),
  ]
}

/**
 * Its own tools and functions in one request are accepted only with the flag
 * (docs/behaviour/providers.md#server-tools).
 */
function wireToolConfig(request: ModelRequest): JsonObject | null {
  const { options = NO_OPTIONS } = request
  const isMixed = request.tools.length > 0 && (options.web_search === true || options.code_execution === true)
  const functionCallingConfig = googleToolChoice(request)
  const config = defined({
    functionCallingConfig: functionCallingConfig ?? undefined,
    includeServerSideToolInvocations: isMixed ? true : undefined,
  })
  return Object.keys(config).length === 0 ? null : config
}

interface WireContent {
  readonly role: 'user' | 'model'
  readonly parts: JsonObject[]
}

/** Merges adjacent messages of one role. Omits contents without parts, because the API rejects them. */
function wireContents(request: ModelRequest, origin: Origin): JsonObject[] {
  const merged: WireContent[] = []
  const needsSignatures = signsCalls(request.model)
  for (const message of request.messages) {
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = wireParts(message, origin, { needsSignatures, files: request.files })
    const last = merged.at(-1)
    if (last?.role === role && isResult(last.parts) === isResult(parts)) last.parts.push(...parts)
    else if (parts.length > 0) merged.push({ role, parts })
  }
  return merged.map(({ role, parts }) => ({ role, parts }))
}

/** Results are in a separate content, directly after the calls, one for each call. */
function isResult(parts: readonly JsonObject[]): boolean {
  return parts.some((part) => part['functionResponse'] !== undefined)
}

function wireParts(
  message: TranscriptMessage,
  origin: Origin,
  {
    needsSignatures,
    files,
  }: {
    readonly needsSignatures: boolean
    readonly files: RequestFiles
  },
): JsonObject[] {
  switch (message.role) {
    case 'user':
      return message.content.flatMap((part): JsonObject[] => {
        if (part.type === 'file') return [inlineData(part, files)]
        return part.text === '' ? [] : [{ text: part.text }]
      })
    case 'assistant':
      return modelParts(message.content, origin, needsSignatures)
    case 'tool':
      return message.results.map(({ callId, name, content, isError, files: parts = [] }) => ({
        functionResponse: {
          id: callId,
          name,
          response: isError ? { error: content } : { output: content },
          ...defined({ parts: parts.length > 0 ? parts.map((file) => inlineData(file, files)) : undefined }),
        },
      }))
  }
}

function inlineData(file: FilePart, files: RequestFiles): JsonObject {
  return { inlineData: { mimeType: file.mediaType, data: fileData(file, files) } }
}

function modelParts(blocks: readonly ContentBlock[], origin: Origin, needsSignatures: boolean): JsonObject[] {
  const parts: JsonObject[] = []
  let isFirstCall = true
  for (const block of blocks) {
    const data = ownData(block, origin)
    const opaque = data?.['part']
    if (isJsonObject(opaque)) parts.push(canonicalJson(opaque))
    else if (block.type === 'tool_call') {
      parts.push(callPart(block, data, needsSignatures && (isFirstCall || !isOwn(block, origin))))
      isFirstCall = false
    } else if (block.type === 'text') parts.push(...signedParts(block.text, data, {}))
    // Thoughts without a signature have no value for the API and would cost input tokens.
    else if (data !== null) parts.push(...signedParts(block.text, data, { thought: true }))
  }
  return parts
}

function callPart(block: ToolCallBlock, data: JsonObject | null, mustBeSigned: boolean): JsonObject {
  const own = data?.['thought_signature']
  const signature = typeof own === 'string' ? own : mustBeSigned ? NO_SIGNATURE : null
  return {
    functionCall: { id: block.id, name: block.name, args: writtenObject(block) },
    ...defined({ thoughtSignature: signature ?? undefined }),
  }
}

/** Splits the text into the parts that it arrived in, so that each signature stays on its own part. */
function signedParts(text: string, data: JsonObject | null, kind: JsonObject): JsonObject[] {
  const signatures = data?.['signatures']
  const parts: JsonObject[] = []
  let at = 0
  for (const entry of Array.isArray(signatures) ? signatures : []) {
    if (!isJsonObject(entry)) continue
    const { from, to, signature } = entry
    if (typeof from !== 'number' || typeof to !== 'number' || typeof signature !== 'string') continue
    if (from > at) parts.push({ text: text.slice(at, from), ...kind })
    parts.push({ text: text.slice(from, to), ...kind, thoughtSignature: signature })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), ...kind })
  return parts
}

/** Gemini 3 and later require signatures on calls; names without a number are the latest models. */
function signsCalls(model: string): boolean {
  const major = /^(?:models\/)?gemini-(\d+)/.exec(model)?.[1]
  return major === undefined || Number(major) >= 3
}

/** An object without properties is refused as parameters. */
function wireTool({ name, description, parameters }: ToolDefinition): JsonObject {
  const { properties } = parameters
  const hasParameters = !isJsonObject(properties) || Object.keys(properties).length > 0
  return { name, description, ...defined({ parametersJsonSchema: hasParameters ? parameters : undefined }) }
}

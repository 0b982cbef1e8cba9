import type { JsonObject } from '../../../src/shared/json.ts'
import type { TokenUsage } from '../../../src/shared/usage.ts'
import type { ScriptedAnswer, ScriptedBlock, ScriptedFinish } from './answer.ts'
import { countTokens, usageOf } from './estimate-usage.ts'
import { makeId } from './make-id.ts'
import { modelFamily } from './model-limits.ts'
import { objectOf, parseObject } from './read-json.ts'
import { seal } from './seal.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { splitText } from './split-text.ts'
import { dataEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'

export const THOUGHT_SIGNATURE_PREFIX = 'CsimG'

const FINISH_REASONS: Readonly<Record<ScriptedFinish, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  // Gemini has no finish reason for tool calls.
  tool_use: 'STOP',
  content_filter: 'SAFETY',
}

/** A scripted answer as `streamGenerateContent` streams it (docs/behaviour/providers.md#gemini). */
export function encodeGemini(answer: ScriptedAnswer, request: SimulatorRequest): StreamItem[] {
  const usage = usageOf(answer, request)
  const chunk = chunkMaker(answer, request, usage)
  const items: StreamItem[] = []
  let signed = false
  for (const block of answer.blocks) {
    if (block.type === 'hold') items.push({ type: 'hold', name: block.name ?? 'hold' })
    else if (block.type === 'thinking') items.push(...thoughts(block.text, answer, request).map((part) => chunk(part)))
    else if (block.type === 'tool_call') {
      // Of parallel calls, only the first has a signature.
      items.push(withWrittenArguments(chunk(callPart(block, signed ? {} : signature(request))), block))
      signed = true
    } else items.push(...splitText(block.text, answer.chunkSize).map((text) => chunk({ text })))
  }
  const ends = !signed && isSigningModel(request) ? signature(request) : {}
  items.push(chunk({ text: '', ...ends }, FINISH_REASONS[answer.finish ?? usualFinish(answer)]))
  return items
}

type MakeChunk = (part: JsonObject, finish?: string) => StreamItem

/** Every chunk contains the usage so far. */
function chunkMaker(answer: ScriptedAnswer, request: SimulatorRequest, usage: TokenUsage): MakeChunk {
  const tail = { modelVersion: answer.model ?? request.model, responseId: makeId('', 23) }
  let candidates = 0
  let thoughts = 0
  return (part, finish) => {
    const tokens = countTokens(
      typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part['functionCall'] ?? ''),
    )
    if (part['thought'] === true) thoughts += tokens
    else candidates += tokens
    const candidate = {
      content: { parts: [part], role: 'model' },
      ...(finish === undefined ? {} : { finishReason: finish }),
      index: 0,
    }
    const soFar = finish === undefined ? usageSoFar(usage, thoughts, candidates) : usage
    return dataEvent({ candidates: [candidate], usageMetadata: geminiUsage(soFar), ...tail }, tokens, '\r\n')
  }
}

/** Computed from the pieces, and never more than the total. */
function usageSoFar(usage: TokenUsage, thoughts: number, candidates: number): TokenUsage {
  const thinkingTokens = Math.min(thoughts, usage.thinkingTokens)
  return { ...usage, thinkingTokens, outputTokens: Math.min(thinkingTokens + candidates, usage.outputTokens) }
}

/** Thinking is returned only on request. */
function thoughts(text: string, answer: ScriptedAnswer, request: SimulatorRequest): JsonObject[] {
  const config = objectOf(objectOf(request.body['generationConfig'])['thinkingConfig'])
  if (config['includeThoughts'] !== true) return []
  return splitText(text, answer.chunkSize).map((piece) => ({ text: piece, thought: true }))
}

type ScriptedCall = Extract<ScriptedBlock, { type: 'tool_call' }>

function callPart(block: ScriptedCall, signed: JsonObject): JsonObject {
  const id = block.id === undefined ? {} : { id: block.id }
  return { functionCall: { ...id, name: block.name, args: block.arguments }, ...signed }
}

/** Arguments are part of the chunk's JSON here, so only text that is a JSON object can be sent as written. */
function withWrittenArguments(item: StreamItem, { rawArguments, arguments: input }: ScriptedCall): StreamItem {
  if (item.type !== 'event' || rawArguments === undefined || parseObject(rawArguments) === undefined) return item
  const [before, behind] = item.bytes.toString('utf8').split(`"args":${JSON.stringify(input)}`)
  return { ...item, bytes: Buffer.from(`${before ?? ''}"args":${rawArguments}${behind ?? ''}`) }
}

function signature(request: SimulatorRequest): JsonObject {
  return {
    thoughtSignature: seal(THOUGHT_SIGNATURE_PREFIX, { model: modelFamily(request.model), nonce: makeId('', 8) }),
  }
}

/** Gemini 3 and later sign their answers even without a call. */
export function isSigningModel(request: SimulatorRequest): boolean {
  return !/^gemini-[12]/.test(request.model)
}

function geminiUsage(usage: TokenUsage): JsonObject {
  const { inputTokens, outputTokens, thinkingTokens, cachedTokens } = usage
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens - thinkingTokens,
    totalTokenCount: inputTokens + outputTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
    ...(thinkingTokens === 0 ? {} : { thoughtsTokenCount: thinkingTokens }),
    ...(cachedTokens === 0 ? {} : { cachedContentTokenCount: cachedTokens }),
  }
}

function usualFinish(answer: ScriptedAnswer): ScriptedFinish {
  return answer.blocks.some((block) => block.type === 'refusal') ? 'content_filter' : 'stop'
}

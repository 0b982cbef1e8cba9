import type { ScriptedAnswer } from './answer.ts'
import { encodeAnthropic } from './encode-anthropic.ts'
import { encodeChat } from './encode-chat.ts'
import { encodeGemini } from './encode-gemini.ts'
import { encodeResponses } from './encode-responses.ts'
import { findModel } from './model-limits.ts'
import { objectOf } from './read-json.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { StreamItem } from './stream-item.ts'

/** Encodes a scripted answer in the wire format of the request. Thinking is left out if the request disables it. */
export function encodeAnswer(script: ScriptedAnswer, request: SimulatorRequest): StreamItem[] {
  const answer = thinks(request)
    ? script
    : { ...script, blocks: script.blocks.filter(({ type }) => type !== 'thinking') }
  switch (request.wire) {
    case 'anthropic':
      return encodeAnthropic(answer, request)
    case 'responses':
      return encodeResponses(answer, request)
    case 'chat':
      return encodeChat(answer, request)
    case 'gemini':
      return encodeGemini(answer, request)
  }
}

function thinks(request: SimulatorRequest): boolean {
  const { body, wire, host, model } = request
  switch (wire) {
    case 'anthropic':
      return objectOf(body['thinking'])['type'] !== 'disabled'
    case 'responses':
      return objectOf(body['reasoning'])['effort'] !== 'none' && findModel(host, model)?.efforts?.length !== 0
    case 'chat':
      // OpenAI's own Chat Completions never returns thinking.
      return (
        host !== 'openai' && body['reasoning_effort'] !== 'none' && objectOf(body['thinking'])['type'] !== 'disabled'
      )
    case 'gemini':
      return objectOf(objectOf(body['generationConfig'])['thinkingConfig'])['thinkingBudget'] !== 0
  }
}

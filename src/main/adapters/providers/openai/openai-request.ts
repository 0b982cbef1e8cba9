import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelRequest } from '../../../core/ports/provider-ports.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { responsesInput, responsesTool } from '../responses-input.ts'
import { forbidsTools } from '../tool-choice.ts'
import { openaiCacheFields } from './openai-cache.ts'
import { openaiThinking } from './openai-thinking.ts'

export interface OpenaiRequestOptions extends Origin {
  /** Request summaries of the reasoning. They are refused to organisations that are not verified. */
  readonly summaries: boolean
}

/** Returns the body of `POST /responses`. Pure; equal requests give equal bytes. */
export function openaiRequest(request: ModelRequest, options: OpenaiRequestOptions): JsonObject {
  const thinking = openaiThinking(request.model, request.thinkingLevel, request.maxOutputTokens)
  const system = request.system.filter((text) => text.trim() !== '').join('\n\n')
  return {
    model: request.model,
    ...(system !== '' && { instructions: system }),
    input: responsesInput(request, options),
    ...(request.tools.length > 0 && { tools: request.tools.map(responsesTool) }),
    ...(forbidsTools(request) && { tool_choice: 'none' }),
    ...(thinking.maxOutputTokens !== null && { max_output_tokens: thinking.maxOutputTokens }),
    ...(thinking.effort === null ? {} : reasoningFields(thinking.effort, options.summaries)),
    ...openaiCacheFields(request),
    store: false,
    stream: true,
    stream_options: { include_obfuscation: false },
  }
}

/** Models without reasoning refuse these fields, including `include`. */
function reasoningFields(effort: string, summaries: boolean): JsonObject {
  return {
    reasoning: { effort, ...(summaries ? { summary: 'auto' } : {}) },
    include: ['reasoning.encrypted_content'],
  }
}

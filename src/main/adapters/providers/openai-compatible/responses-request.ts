import type { JsonObject } from '../../../../shared/json.ts'
import type { ModelRequest } from '../../../core/ports/provider-ports.ts'
import { withinRoom } from '../output-room.ts'
import { responsesInput, responsesOptions, responsesTool } from '../responses-input.ts'
import { isStrict, openaiToolChoice } from '../tool-choice.ts'
import { offeredTools, type Vendor, type VendorThinking } from './vendor.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * Returns the stateless body of `POST /responses` for vendors other than OpenAI. The system prompt is a message,
 * because some vendors do not accept `instructions`. Pure; equal requests give equal bytes.
 */
export function responsesRequest(
  request: ModelRequest,
  vendor: Vendor,
  thinking: VendorThinking,
  endpoint: string,
): JsonObject {
  const { maxOutputTokens, isOutputMaximum = false } = request
  const limit = withinRoom(vendor.outputLimit(maxOutputTokens, thinking.thinks, isOutputMaximum), request.outputRoom)
  const tools = [
    ...request.tools.map((tool) => responsesTool(tool, isStrict(request))),
    ...offeredTools(vendor, request),
  ]
  const system = request.system.filter((text) => text.trim() !== '').join('\n\n')
  return {
    model: request.model,
    input: [
      ...(system === '' ? [] : [{ type: 'message', role: 'system', content: system }]),
      ...responsesInput(request, { provider: vendor.name, endpoint }),
    ],
    ...defined({ tools: tools.length > 0 ? tools : undefined }),
    ...(vendor.onlyAutoToolChoice === true ? {} : openaiToolChoice(request, 'responses')),
    ...defined({ max_output_tokens: limit ?? undefined }),
    ...thinking.fields,
    ...responsesOptions(request, vendor.tiers ?? {}),
    ...(thinking.thinks ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(request.cache === undefined ? {} : vendor.cacheFields?.(request.cache)),
    store: false,
    stream: true,
  }
}

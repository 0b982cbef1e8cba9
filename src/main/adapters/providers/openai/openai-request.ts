import type { JsonObject } from '../../../../shared/json.ts'
import type { Origin } from '../endpoint-stamp.ts'
import { withinRoom } from '../output-room.ts'
import type { AnswerableRequest } from '../request-refusals.ts'
import { responsesInput, responsesOptions, responsesTool } from '../responses-input.ts'
import { type ModelOptions, NO_OPTIONS } from '../../../../shared/model-options.ts'
import { OPENAI_TIERS } from '../service-tiers.ts'
import { isStrict, openaiToolChoice } from '../tool-choice.ts'
import { openaiThinking } from './openai-thinking.ts'
import { openaiCacheFields, withOpenaiMarks } from './openai-marks.ts'
import { defined } from '../../../../shared/defined.ts'

export interface OpenaiRequestOptions extends Origin {
  /** Request summaries of the reasoning. They are refused to organisations that are not verified. */
  readonly summaries: boolean
}

/** Returns the body of `POST /responses`. Pure; equal requests give equal bytes. */
export function openaiRequest(request: AnswerableRequest, options: OpenaiRequestOptions): JsonObject {
  const thinking = openaiThinking(request.model, request.thinkingLevel, request.maxOutputTokens)
  const limit = withinRoom(thinking.maxOutputTokens, request.outputRoom)
  const tools = [
    ...request.tools.map((tool) => responsesTool(tool, isStrict(request))),
    ...serverTools(request.options),
  ]
  const include = includedFields(thinking.effort !== null, request.options)
  const { instructions, input } = withOpenaiMarks(request, (messages) =>
    responsesInput({ ...request, messages }, options),
  )
  return {
    model: request.model,
    ...defined({ instructions }),
    input,
    ...defined({ tools: tools.length > 0 ? tools : undefined }),
    ...openaiToolChoice(request, 'responses'),
    ...defined({
      max_output_tokens: limit ?? undefined,
      reasoning: thinking.effort === null ? undefined : reasoning(thinking.effort, options.summaries),
      include: include.length > 0 ? include : undefined,
    }),
    ...responsesOptions(request, OPENAI_TIERS),
    ...openaiCacheFields(request),
    store: false,
    stream: true,
    ...defined({
      stream_options: request.without?.has('stream_padding') === true ? undefined : { include_obfuscation: false },
    }),
  }
}

/** Models without reasoning refuse this field. */
function reasoning(effort: string, summaries: boolean): JsonObject {
  return { effort, ...(summaries ? { summary: 'auto' } : {}) }
}

function serverTools({ web_search: searches, code_execution: runs }: ModelOptions = NO_OPTIONS): JsonObject[] {
  return [
    ...(searches === true ? [{ type: 'web_search' }] : []),
    ...(runs === true ? [{ type: 'code_interpreter', container: { type: 'auto' } }] : []),
  ]
}

/** Parts of the answer that are sent only if asked for. Models without reasoning refuse the first one. */
function includedFields(reasons: boolean, { web_search: searches, code_execution: runs }: ModelOptions = NO_OPTIONS) {
  return [
    ...(reasons ? ['reasoning.encrypted_content'] : []),
    ...(searches === true ? ['web_search_call.action.sources'] : []),
    ...(runs === true ? ['code_interpreter_call.outputs'] : []),
  ]
}

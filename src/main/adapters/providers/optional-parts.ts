import { type ModelOptionName, OPTION_NAMES, type OptionalPartName } from '../../../shared/model-options.ts'
import type { RequestPart } from '../../../shared/request-parts.ts'
import type { CallChoice, ModelRequest } from '../../core/ports/provider-ports.ts'
import { withoutParallelCalls, withoutSystemRole, withoutTools } from './reduced-requests.ts'
import { forbidsTools } from './tool-choice.ts'

/** A part of requests that a server may refuse, and what a request without it looks like. */
export interface OptionalPart {
  readonly name: OptionalPartName
  readonly isIn: (request: ModelRequest) => boolean
  /** Whether a server's words (its message, code and the name of the field) refuse this part. */
  readonly isRefusedBy: (words: string) => boolean
  /** Missing: the adapter leaves the part out when it builds the body. */
  readonly without?: (request: ModelRequest) => ModelRequest
}

/** How servers say that they do not accept something. */
const REFUSES = new RegExp(
  [
    String.raw`n(o|')t (currently |yet )?(support|permit|allow|enable|available|recogni[sz]ed|implemented|accept|configured|valid|one of|set\b)`,
    'unsupported|unrecogni[sz]ed|unknown|unexpected|unimplemented|disabled|forbidden|incompatible',
    String.raw`extra (inputs|fields?|parameters?)|invalid (parameter|argument|field|value)|no longer`,
    String.raw`requires? |can(no|')t (use|be used|accept|have|handle)|no endpoints found`,
  ].join('|'),
  'i',
)

/** Refusals of one tool, one message or a number of them, which leaving out all tools would only hide. */
const OTHER_TOOL_FAULT =
  /\btools?(\.\d|\[\s*\d)|schema|tool[_ -]?call[_ -]?ids?|tool[_ -]results?|tool messages?|role.{0,3}tool\b|preceding|too (long|many)|at most|maximum|duplicate/i

const NAMES_TOOLS = /\btools?\b|\btool[-_ ]?(use|calls?|calling)\b|\bfunctions\b|\bfunction[-_ ]?call/i

const NAMES_SYSTEM =
  /\bsystem[-_ ]?(role|message|prompt|instruction)|\brole\b[^.]{0,60}\bsystem\b|["'`]system["'`]|\bsystem\b.{0,12}\brole\b|developer[-_ ](instruction|role|message)|\brole:? system\b/i

/** Chat templates that know no system role complain about the order or the names of roles. */
const TEMPLATE_WITHOUT_SYSTEM =
  /roles must alternate|only user( and|, assistant and|,)? (assistant|model|tool).{0,20}roles? (are|is) supported|role:? ?input should be 'user'|unexpected (message )?role/i

/** Templates that know the role, but at another place. */
const SYSTEM_ELSEWHERE = /optional system|system.{0,40}(beginning|start|first)/i

const hasText = (text: string): boolean => text.trim() !== ''

/** What a refusal of an option says, by the names of the fields in the APIs. Null: a limit is lowered instead of left out. */
const OPTION_WORDS: Readonly<Record<ModelOptionName, RegExp | null>> = {
  verbosity: /verbosity/i,
  service_tier: /service_?tier/i,
  temperature: /temperature/i,
  schema: /response_?format|text\.format|output_config\.format|json_?schema|response_?mime|grammar|guided|structured/i,
  web_search: /web_?search|google_?search/i,
  code_execution: /code_?(execution|interpreter)/i,
  max_output_tokens: null,
}

const OPTIONS: readonly OptionalPart[] = OPTION_NAMES.flatMap((name) => {
  const says = OPTION_WORDS[name]
  if (says === null) return []
  return {
    name,
    isIn: ({ options }) => options?.[name] !== undefined,
    isRefusedBy: (words) => says.test(words),
    without: (request) => {
      const { [name]: _, ...options } = request.options ?? {}
      return { ...request, options }
    },
  }
})

/** The parts that only some adapters send; `RequestRefusals` is told which. */
export const ADAPTER_PARTS = ['stream_options', 'stream_padding'] as const satisfies readonly RequestPart[]

/**
 * The optional parts of requests, the most specific words first. The first part that is in a request and that the
 * server's words refuse is left out.
 */
export const OPTIONAL_PARTS: readonly OptionalPart[] = [
  {
    name: 'stream_options',
    isIn: () => true,
    isRefusedBy: (words) => /stream_?options|include_usage/i.test(words),
  },
  {
    name: 'stream_padding',
    isIn: () => true,
    isRefusedBy: (words) => /stream_?options|include_obfuscation/i.test(words),
  },
  {
    name: 'cache_diagnosis',
    isIn: ({ cache }) => cache?.comparedWith !== undefined,
    isRefusedBy: (words) => /diagnostics|previous_message_id|comparison_response_id|prompt_cache_options/i.test(words),
    without: (request) => {
      if (request.cache === undefined) return request
      const { comparedWith: _, ...cache } = request.cache
      return { ...request, cache }
    },
  },
  {
    name: 'cache',
    isIn: ({ cache }) => cache !== undefined,
    isRefusedBy: (words) => /prompt_cache_|cache_control|session_id/i.test(words),
    without: (request) => {
      const { cache: _, ...rest } = request
      return rest
    },
  },
  ...OPTIONS,
  {
    name: 'tool_choice',
    isIn: forbidsTools,
    isRefusedBy: (words) => /tool[_ -]?choice|function[_ -]?calling[_ -]?config/i.test(words),
    without: (request) => {
      const { toolChoice: _, ...rest } = request
      return { ...rest, tools: [] }
    },
  },
  {
    name: 'forced_call',
    isIn: (request) => forcesCall(request),
    isRefusedBy: (words) => /tool[_ -]?choice|function[_ -]?calling[_ -]?config/i.test(words),
    without: (request) => withChoice(request, { mode: 'auto' }),
  },
  {
    name: 'one_call',
    isIn: ({ toolChoice }) => typeof toolChoice === 'object' && toolChoice.parallelAllowed === false,
    isRefusedBy: (words) => /parallel_tool_calls|disable_parallel_tool_use/i.test(words),
    without: (request) => withChoice(request, { parallelAllowed: true }),
  },
  {
    name: 'parallel_calls',
    isIn: ({ messages }) => messages.some((message) => callsIn(message) > 1),
    isRefusedBy: (words) =>
      /(single|one) (tool|function)[-_ ]?calls?|(multiple|parallel|several)[-_ ](tool|function)[-_ ]?calls?/i.test(
        words,
      ),
    without: withoutParallelCalls,
  },
  {
    name: 'system_role',
    isIn: ({ system }) => system.some(hasText),
    isRefusedBy: (words) =>
      !SYSTEM_ELSEWHERE.test(words) &&
      (TEMPLATE_WITHOUT_SYSTEM.test(words) || (NAMES_SYSTEM.test(words) && REFUSES.test(words))),
    without: withoutSystemRole,
  },
  {
    name: 'tools',
    isIn: ({ tools }) => tools.length > 0,
    isRefusedBy: (words) => NAMES_TOOLS.test(words) && REFUSES.test(words) && !OTHER_TOOL_FAULT.test(words),
    without: withoutTools,
  },
]

function forcesCall({ tools, toolChoice }: ModelRequest): boolean {
  return typeof toolChoice === 'object' && toolChoice.mode !== 'auto' && tools.length > 0
}

function withChoice(request: ModelRequest, change: Partial<Exclude<CallChoice, 'none'>>): ModelRequest {
  const { toolChoice } = request
  return typeof toolChoice === 'object' ? { ...request, toolChoice: { ...toolChoice, ...change } } : request
}

function callsIn(message: ModelRequest['messages'][number]): number {
  return message.role === 'assistant' ? message.content.filter(({ type }) => type === 'tool_call').length : 0
}

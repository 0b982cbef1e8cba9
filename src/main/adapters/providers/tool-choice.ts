import type { JsonObject } from '../../../shared/json.ts'
import type { ModelRequest, CallChoice } from '../../core/ports/provider-ports.ts'
import { defined } from '../../../shared/defined.ts'

/** Returns whether the request offers tools but forbids calling them. */
export function forbidsTools({ tools, toolChoice }: ModelRequest): boolean {
  return toolChoice === 'none' && tools.length > 0
}

/** Returns what was chosen beyond `none`; null: nothing, or there are no tools. */
function chosen({ tools, toolChoice }: ModelRequest): Exclude<CallChoice, 'none'> | null {
  return toolChoice === undefined || toolChoice === 'none' || tools.length === 0 ? null : toolChoice
}

/** Returns whether the arguments of calls must hold the tools' schemas exactly. */
export function isStrict(request: ModelRequest): boolean {
  return chosen(request)?.strict === true
}

/** Returns the fields of OpenAI's APIs, whose forms of one tool differ. */
export function openaiToolChoice(request: ModelRequest, api: 'chat' | 'responses'): JsonObject {
  if (forbidsTools(request)) return { tool_choice: 'none' }
  const choice = chosen(request)
  if (choice === null) return {}
  const { mode } = choice
  const name = typeof mode === 'string' ? null : mode.tool
  const one = api === 'chat' ? { type: 'function', function: { name } } : { type: 'function', name }
  return defined({
    tool_choice: mode !== 'auto' ? (typeof mode === 'string' ? mode : one) : undefined,
    parallel_tool_calls: choice.parallelAllowed === false ? false : undefined,
  })
}

/** Returns the fields of Anthropic's API. `thinks`: a model that thinks cannot be made to call a tool. */
export function anthropicToolChoice(request: ModelRequest, thinks: boolean): JsonObject {
  if (forbidsTools(request)) return { tool_choice: { type: 'none' } }
  const choice = chosen(request)
  if (choice === null) return {}
  const { mode } = choice
  const one = choice.parallelAllowed === false && { disable_parallel_tool_use: true }
  if (thinks || mode === 'auto') return one === false ? {} : { tool_choice: { type: 'auto', ...one } }
  return { tool_choice: { ...(mode === 'required' ? { type: 'any' } : { type: 'tool', name: mode.tool }), ...one } }
}

/** Returns `functionCallingConfig` of Google's API, which cannot forbid several calls; null: none. */
export function googleToolChoice(request: ModelRequest): JsonObject | null {
  if (forbidsTools(request)) return { mode: 'NONE' }
  const choice = chosen(request)
  if (choice === null) return null
  const { mode, strict = false } = choice
  if (mode === 'auto') return strict ? { mode: 'VALIDATED' } : null
  return { mode: 'ANY', ...defined({ allowedFunctionNames: typeof mode !== 'string' ? [mode.tool] : undefined }) }
}

import { readArguments } from '../../../../shared/call-arguments.ts'
import { exactText } from '../../../../shared/exact-json.ts'
import type { ContentBlock } from '../../../../shared/content.ts'
import type { ForeignTool } from '../../../../shared/foreign-tools.ts'
import type { JsonObject, JsonValue } from '../../../../shared/json.ts'
import type { ModelChoice } from '../../../../shared/agent-summary.ts'
import { parseModelSpec } from '../../../../shared/model-spec.ts'
import { isProviderName } from '../../../../shared/providers.ts'
import type { UsageData } from '../../../../shared/recorded-usage.ts'
import { DEFAULT_THINKING_LEVEL, isThinkingLevel, type ThinkingLevel } from '../../../../shared/thinking-level.ts'
import type { FinishReason } from '../../../../shared/usage.ts'
import type { AnswerFacts } from './foreign-tree.ts'
import { count, object, text } from './values.ts'
import { defined } from '../../../../shared/defined.ts'

/**
 * A thinking block. Its signature is kept in the log, but the stamp names the tool in place of an API, so that it is
 * sent to no provider: whether a provider still accepts it cannot be known.
 */
export function thinkingBlock(
  tool: ForeignTool,
  words: string,
  { provider, model }: AnswerFacts,
  signed: JsonObject = {},
): ContentBlock {
  const stamp = { ...defined({ provider, model }), endpoint: tool }
  return {
    type: 'thinking',
    text: words,
    ...stamp,
    ...defined({ provider_data: Object.keys(signed).length > 0 ? signed : undefined }),
  }
}

export function textBlock(words: string): ContentBlock {
  return { type: 'text', text: words }
}

/** `input`: the arguments, or their JSON text. */
export function callBlock(id: string, name: string | null, input: JsonValue | undefined): ContentBlock {
  const written = typeof input === 'string' ? input : exactText(input ?? {})
  return { type: 'tool_call', id, name: name ?? 'unknown', ...readArguments(written) }
}

/** What an answer says about its model. Names of providers that ikigai has no API of are left out. */
export function answerModel(model: JsonValue | undefined, provider?: JsonValue): AnswerFacts {
  const name = text(model)
  const given = text(provider)
  const known = given !== null && isProviderName(given) ? given : null
  const choice = name === null ? null : choiceOf(name)
  const owner = known ?? choice?.provider ?? null
  return defined({ provider: owner ?? undefined, model: name ?? undefined })
}

/** The choice of a model that ikigai can ask; null: it has no provider for the name. */
export function choiceOf(model: string, level: ThinkingLevel = DEFAULT_THINKING_LEVEL): ModelChoice | null {
  const parsed = parseModelSpec(model)
  return parsed.ok && !parsed.levelGiven ? { ...parsed.choice, thinkingLevel: level } : null
}

const LEVELS: Readonly<Record<string, ThinkingLevel>> = { off: 'none', minimal: 'low', medium: 'med' }

/** Undefined: the tool's word for a level is not known. */
export function levelOf(word: JsonValue | undefined): ThinkingLevel | undefined {
  const name = text(word)
  if (name === null) return undefined
  return isThinkingLevel(name) ? name : Object.hasOwn(LEVELS, name) ? LEVELS[name] : undefined
}

const FINISHED: Readonly<Record<string, FinishReason>> = {
  end_turn: 'STOP',
  'end-turn': 'STOP',
  stop: 'STOP',
  stop_sequence: 'STOP',
  tool_use: 'TOOL_USE',
  toolUse: 'TOOL_USE',
  'tool-calls': 'TOOL_USE',
  tool_calls: 'TOOL_USE',
  max_tokens: 'LENGTH',
  length: 'LENGTH',
  refusal: 'CONTENT_FILTER',
  content_filter: 'CONTENT_FILTER',
}

export function finishOf(word: JsonValue | undefined): { readonly finish_reason?: FinishReason } {
  const name = text(word)
  const reason = name !== null && Object.hasOwn(FINISHED, name) ? FINISHED[name] : undefined
  return reason === undefined ? {} : { finish_reason: reason }
}

interface Figures {
  /** All input, cached and written tokens included. Null: not reported. */
  readonly input: number | null
  /** All output, thinking included. */
  readonly output: number | null
  readonly cached?: number | null
  readonly thinking?: number | null
  readonly written?: UsageData['cache_write_tokens']
}

/** The stored form; empty if neither input nor output was reported, or both are 0. */
export function usageOf({ input, output, cached, thinking, written }: Figures): { readonly usage?: UsageData } {
  if ((input ?? 0) + (output ?? 0) === 0) return {}
  return {
    usage: {
      input_tokens: input ?? 0,
      output_tokens: output ?? 0,
      total_tokens: (input ?? 0) + (output ?? 0),
      ...defined({
        cached_tokens: typeof cached === 'number' ? cached : undefined,
        thinking_tokens: typeof thinking === 'number' ? thinking : undefined,
        cache_write_tokens: written,
      }),
    },
  }
}

/** Usage as in Anthropic's Messages API, where the parts of the input are counted separately. */
export function messagesUsage(value: JsonValue | undefined): { readonly usage?: UsageData } {
  const usage = object(value)
  const fresh = count(usage['input_tokens'])
  const written = count(usage['cache_creation_input_tokens']) ?? 0
  const cached = count(usage['cache_read_input_tokens'])
  const thinking = count(object(usage['output_tokens_details'])['thinking_tokens'])
  const input = fresh === null && cached === null ? null : (fresh ?? 0) + written + (cached ?? 0)
  const lifetimes = object(usage['cache_creation'])
  const hour = count(lifetimes['ephemeral_1h_input_tokens']) ?? 0
  const known = usage['cache_creation'] === undefined ? { unknown: written } : { '5m': written - hour, '1h': hour }
  const writes = Object.fromEntries(Object.entries(known).filter(([, tokens]) => tokens > 0))
  const output = count(usage['output_tokens'])
  return usageOf({ input, output, cached, thinking, ...defined({ written: written > 0 ? writes : undefined }) })
}

/** Usage as in OpenAI's APIs, where the input contains its cached part. */
export function openAiUsage(value: JsonValue | undefined): { readonly usage?: UsageData } {
  const usage = object(value)
  const output = count(usage['output_tokens'] ?? usage['completion_tokens'] ?? usage['eval_count'])
  return usageOf({
    input: count(usage['input_tokens'] ?? usage['prompt_tokens'] ?? usage['prompt_eval_count']),
    output,
    cached: count(usage['cached_input_tokens'] ?? object(usage['prompt_tokens_details'])['cached_tokens']),
    thinking: count(usage['reasoning_output_tokens']),
  })
}

/** Adds a cost in US dollars, which tools compute from list prices. */
export function withCost(usage: UsageData | undefined, dollars: JsonValue | undefined): { readonly usage?: UsageData } {
  const known = typeof dollars === 'number' && dollars > 0 && dollars < 1e6
  if (!known) return usage === undefined ? {} : { usage }
  return { usage: { ...usage, cost_usd: dollars, cost_source: 'list' } }
}

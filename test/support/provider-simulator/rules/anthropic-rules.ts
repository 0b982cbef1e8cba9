import type { JsonObject } from '../../../../src/shared/json.ts'
import { countTokens } from '../estimate-usage.ts'
import { numberOf, textOf } from '../read-json.ts'
import { eachBlock, mergedMessages } from './anthropic-conversation.ts'
import { anthropicThinkingRules } from './anthropic-thinking-rules.ts'
import { anthropicToolRules } from './anthropic-tool-rules.ts'
import { anthropicCacheRules } from './cache-rules.ts'
import { anthropicOpenSchema } from './option-rules.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'

const NO_SAMPLING_SINCE = '2026-10-21'

/** The rules of `/v1/messages`, in the order in which the API checks them. */
export const anthropicRules = {
  'anthropic.model': ({ request, model }) => (model === undefined ? { values: { model: request.model } } : undefined),
  'anthropic.sampling': ({ request }) => {
    const current = (request.headers['anthropic-version'] ?? '') >= NO_SAMPLING_SINCE
    const param = ['temperature', 'top_p', 'top_k'].find((name) => request.body[name] !== undefined)
    return current && param !== undefined ? { values: { param } } : undefined
  },
  'anthropic.max_tokens_limit': ({ request, model }) => {
    const n = numberOf(request.body['max_tokens']) ?? 0
    if (model === undefined || n <= model.maxOutput) return undefined
    return { values: { n, limit: model.maxOutput, model: request.model } }
  },
  ...anthropicThinkingRules,
  'anthropic.schema_open': anthropicOpenSchema,
  'anthropic.empty_text': (subject) => (hasText(subject, (text) => text === '') ? {} : undefined),
  'anthropic.whitespace_text': (subject) => {
    return hasText(subject, (text) => text !== '' && text.trim() === '') ? {} : undefined
  },
  ...anthropicToolRules,
  ...anthropicCacheRules,
  'anthropic.prefill': (subject) => {
    const last = mergedMessages(subject).at(-1)
    return subject.model?.prefill === false && last?.role === 'assistant' ? {} : undefined
  },
  'anthropic.context': contextOverflow,
} satisfies RuleChecks

/** White space before a call is accepted (docs/behaviour/providers.md#strictness). */
function hasText(subject: RuleSubject, matches: (text: string) => boolean): boolean {
  return eachBlock(subject).some(({ block, role, i }) => {
    if (block['type'] !== 'text' || !matches(textOf(block['text']))) return false
    return textOf(block['text']) === '' || role !== 'assistant' || !holdsCall(subject, i)
  })
}

function holdsCall(subject: RuleSubject, i: number): boolean {
  return eachBlock(subject).some((place) => place.i === i && place.block['type'] === 'tool_use')
}

/** Older models also count the reserved output; later ones (1M) stop at the end of the window by themselves. */
function contextOverflow({ request, model }: RuleSubject): Violation | undefined {
  const max = numberOf(request.body['max_tokens']) ?? 0
  const input = countTokens(JSON.stringify(inputOf(request.body)))
  if (model === undefined || model.contextWindow > 200_000 || input + max <= model.contextWindow) return undefined
  return { values: { in: input, max, limit: model.contextWindow } }
}

function inputOf(body: JsonObject): JsonObject {
  return { system: body['system'] ?? '', tools: body['tools'] ?? [], messages: body['messages'] ?? [] }
}

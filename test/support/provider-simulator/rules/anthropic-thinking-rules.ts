import type { JsonObject } from '../../../../src/shared/json.ts'
import { prefixDigest, spokenBlocks } from '../conversation-prefix.ts'
import { REDACTED_PREFIX, SIGNATURE_PREFIX } from '../encode-anthropic.ts'
import { isRecorded, recordedThinking } from '../recorded-secrets.ts'
import { modelFamily } from '../model-limits.ts'
import { numberOf, objectOf, textOf } from '../read-json.ts'
import { digest, sealedText, unseal } from '../seal.ts'
import { blocksOfType, eachBlock, isThinking, mergedMessages, thinkingMode } from './anthropic-conversation.ts'
import type { MergedMessage, PlacedBlock } from './anthropic-conversation.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'

const MINIMUM_BUDGET = 1024

/** Anthropic's rules about thinking (strict-rules.json, thinking-troubleshooting and preserved-thinking pages). */
export const anthropicThinkingRules = {
  'anthropic.enabled_rejected': (subject) => {
    const modes = subject.model?.thinkingModes ?? ['enabled']
    return thinkingMode(subject) === 'enabled' && !modes.includes('enabled') ? {} : undefined
  },
  'anthropic.thinking_mode': (subject) => {
    const mode = thinkingMode(subject)
    const modes = subject.model?.thinkingModes ?? []
    return mode === 'missing' || mode === 'enabled' || modes.includes(mode) ? undefined : { values: { mode } }
  },
  'anthropic.budget_min': ({ request }) => {
    const budget = numberOf(objectOf(request.body['thinking'])['budget_tokens'])
    return budget !== undefined && budget < MINIMUM_BUDGET ? {} : undefined
  },
  'anthropic.budget_ge_max': ({ request }) => {
    const budget = numberOf(objectOf(request.body['thinking'])['budget_tokens'])
    const interleaved = (request.headers['anthropic-beta'] ?? '').includes('interleaved-thinking-2025-05-14')
    const tooLarge = budget !== undefined && budget >= (numberOf(request.body['max_tokens']) ?? 0)
    return tooLarge && !interleaved ? {} : undefined
  },
  'anthropic.effort_level': ({ request, model }) => {
    const effort = textOf(objectOf(request.body['output_config'])['effort'])
    const levels = model?.efforts ?? [effort]
    return effort === '' || levels.includes(effort) ? undefined : { values: { e: effort, list: levels.join(', ') } }
  },
  'anthropic.thinking_first': thinkingNotFirst,
  'anthropic.thinking_modified': (subject) => {
    const latest = latestAssistant(subject)
    const found = thinkingBlocks(subject).find(
      (place) => latest.includes(place.i) && judge(subject, place) === 'modified',
    )
    return found === undefined ? undefined : { values: { i: found.i, j: found.j } }
  },
  'anthropic.signature_invalid': (subject) => {
    const found = thinkingBlocks(subject).find((place) => ['foreign', 'modified'].includes(judge(subject, place)))
    return found === undefined ? undefined : { values: { i: found.i, j: found.j } }
  },
  'anthropic.prefix_bound': (subject) => {
    if (subject.model?.preservedThinking !== true || dropsUnbound(subject)) return undefined
    const found = thinkingBlocks(subject).find((place) => judge(subject, place) === 'unbound')
    return found === undefined ? undefined : { values: { i: found.i, j: found.j } }
  },
  'anthropic.thinking_disabled_final': (subject) => {
    const last = mergedMessages(subject).at(-1)
    const thinks = ['enabled', 'adaptive', 'between_tools'].includes(thinkingMode(subject))
    const j = last?.role === 'assistant' && !thinks ? last.blocks.findIndex(isThinking) : -1
    return last === undefined || j < 0 ? undefined : { values: { i: last.index, j } }
  },
} satisfies RuleChecks

/**
 * With a budget, a tool turn must begin with thinking: in its first message (without interleaved thinking, the model
 * thinks only once, before its calls), or in its last, as the API's message says.
 */
function thinkingNotFirst(subject: RuleSubject): Violation | undefined {
  if (thinkingMode(subject) !== 'enabled') return undefined
  const messages = mergedMessages(subject)
  const last = messages.at(-1)
  const turn = last?.role === 'assistant' ? last : messages.at(-2)
  const inToolTurn = last === turn || blocksOfType(last, 'tool_result').length > 0
  const first = turn?.blocks[0]
  if (turn === undefined || first === undefined || !inToolTurn || blocksOfType(turn, 'tool_use').length === 0)
    return undefined
  const [opening] = messages[startOfToolTurn(messages)]?.blocks ?? []
  if (opening !== undefined && isThinking(opening)) return undefined
  if (isThinking(first)) return undefined
  const expected = 'Expected `thinking` or `redacted_thinking`, but found'
  const advice =
    'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost ' +
    'set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To ' +
    'avoid this requirement, disable `thinking`. …'
  return { message: `messages.${turn.index}.content.0.type: ${expected} \`${textOf(first['type'])}\`. ${advice}` }
}

/** Returns the first answer after the user's last text; only calls and their results are in between. */
function startOfToolTurn(messages: readonly MergedMessage[]): number {
  let start = messages.length - (messages.at(-1)?.role === 'assistant' ? 1 : 2)
  const isResults = (message: MergedMessage | undefined): boolean =>
    message?.role === 'user' && message.blocks.every((block) => block['type'] === 'tool_result')
  while (isResults(messages[start - 1])) start -= 2
  return start
}

function thinkingBlocks(subject: RuleSubject): readonly PlacedBlock[] {
  return eachBlock(subject).filter(({ block }) => isThinking(block))
}

/** Returns the indexes, in the request, of the messages of the last assistant turn. */
function latestAssistant(subject: RuleSubject): readonly number[] {
  const merged = mergedMessages(subject)
  const at = merged.findLastIndex((message) => message.role === 'assistant')
  const [start, end] = [merged[at]?.index ?? 0, merged[at + 1]?.index ?? Number.POSITIVE_INFINITY]
  return eachBlock(subject)
    .map(({ i }) => i)
    .filter((i) => i >= start && i < end)
}

type Judgement = 'own' | 'recorded' | 'foreign' | 'modified' | 'unbound'

/** Determines the origin of a replayed thinking block, and whether it is unchanged. */
function judge({ request }: RuleSubject, place: PlacedBlock): Judgement {
  const redacted = place.block['type'] === 'redacted_thinking'
  const secret = textOf(place.block[redacted ? 'data' : 'signature'])
  const text = textOf(place.block['thinking'])
  const facts = unseal(redacted ? REDACTED_PREFIX : SIGNATURE_PREFIX, secret)
  if (facts === undefined) return judgeRecorded(secret, redacted ? undefined : text)
  if (!redacted && sealedText(facts, 'text') !== digest(text)) return 'modified'
  // The API drops a block of another Claude model, whatever it is bound to.
  const same = sealedText(facts, 'model') === modelFamily(request.model)
  return !same || isBound(facts, request.body, place) ? 'own' : 'unbound'
}

function judgeRecorded(secret: string, text: string | undefined): Judgement {
  if (!isRecorded(secret)) return 'foreign'
  const recorded = text === undefined ? undefined : recordedThinking(secret)
  return recorded === undefined || recorded === text ? 'recorded' : 'modified'
}

function isBound(facts: JsonObject, body: JsonObject, { i, j }: PlacedBlock): boolean {
  const count = numberOf(facts['count']) ?? 0
  const position = positionOf(body, i, j)
  return position >= count && sealedText(facts, 'prefix') === prefixDigest(body, count)
}

/** Returns the number of blocks before this one in the whole conversation. */
function positionOf(body: JsonObject, i: number, j: number): number {
  const before = { ...body, messages: Array.isArray(body['messages']) ? body['messages'].slice(0, i) : [] }
  return spokenBlocks(before).length + j
}

/** Returns whether the request uses the beta that drops such blocks instead. */
function dropsUnbound({ request }: RuleSubject): boolean {
  const binding = objectOf(objectOf(request.body['thinking'])['block_binding'])
  const beta = (request.headers['anthropic-beta'] ?? '').includes('thinking-binding-controls-2026-08-01')
  return beta && binding['prefix_mismatch_behavior'] === 'drop_block'
}

import type { JsonValue } from '../../../../src/shared/json.ts'
import { contentBlocks, withoutMarks } from '../conversation-prefix.ts'
import { countTokens } from '../estimate-usage.ts'
import { objectOf, objectsOf, optionalText } from '../read-json.ts'
import type { SimulatorRequest } from '../simulator-request.ts'
import type { StreamItem } from '../stream-item.ts'

type Part = readonly [reason: string, bytes: string]

/**
 * What providers say about a request and an earlier one that it names: Anthropic (`diagnostics.previous_message_id`) and
 * OpenAI (`prompt_cache_options.comparison_response_id`).
 */
export class CacheDiagnoses {
  /** The requests by the ids of their responses. */
  readonly #answered = new Map<string, SimulatorRequest>()

  /** Must be called with each response. */
  note(items: readonly StreamItem[], request: SimulatorRequest): void {
    const first = items.find((item) => item.type === 'event' && item.json !== undefined)
    if (first?.type !== 'event') return
    const { message, response } = first.json ?? {}
    const id = optionalText(objectOf(message ?? response)['id'])
    if (id !== undefined) this.#answered.set(id, request)
  }

  /** Returns the field of the answer; undefined: the request asks for none. */
  diagnose(request: SimulatorRequest): JsonValue | undefined {
    if (request.host === 'anthropic') return this.#ofAnthropic(request)
    return request.host === 'openai' && request.wire === 'responses' ? this.#ofOpenai(request) : undefined
  }

  #ofAnthropic(request: SimulatorRequest): JsonValue | undefined {
    const { diagnostics } = request.body
    if (diagnostics === undefined) return undefined
    const id = optionalText(objectOf(diagnostics)['previous_message_id'])
    if (id === undefined) return null
    const earlier = this.#answered.get(id)
    if (earlier === undefined) return { cache_miss_reason: { type: 'previous_message_not_found' } }
    const missed = firstChange(anthropicParts(earlier), anthropicParts(request))
    if (missed === null) return null
    const { reason, tokens } = missed
    if (reason === 'unavailable') return { cache_miss_reason: { type: reason } }
    return { cache_miss_reason: { type: reason, cache_missed_input_tokens: tokens } }
  }

  #ofOpenai(request: SimulatorRequest): JsonValue | undefined {
    const id = optionalText(objectOf(request.body['prompt_cache_options'])['comparison_response_id'])
    if (id === undefined) return undefined
    const earlier = this.#answered.get(id)
    if (earlier === undefined) return { type: 'comparison_response_not_found' }
    const missed = firstChange(openaiParts(earlier), openaiParts(request))
    if (missed === null) return { type: (request.cacheUsage?.read ?? 0) > 0 ? 'cache_hit' : 'unavailable' }
    return { type: 'cache_miss', reason: missed.reason, cache_missed_tokens: missed.tokens }
  }
}

/** Returns the first part that the later request does not begin with, and what follows of the earlier one. */
function firstChange(
  earlier: readonly Part[],
  later: readonly Part[],
): { readonly reason: string; readonly tokens: number } | null {
  const at = earlier.findIndex(([reason, bytes], index) => reason !== later[index]?.[0] || bytes !== later[index]?.[1])
  const part = earlier[at]
  if (part === undefined) return null
  return {
    reason: part[0],
    tokens: countTokens(
      earlier
        .slice(at)
        .map(([, bytes]) => bytes)
        .join(''),
    ),
  }
}

const bytesOf = (value: JsonValue | undefined): string => withoutMarks(JSON.stringify(value ?? null))

function anthropicParts({ model, body }: SimulatorRequest): readonly Part[] {
  const said = objectsOf(body['messages']).flatMap(({ role, content }) =>
    contentBlocks(content).map((block): Part => ['messages_changed', bytesOf([role ?? '', block])]),
  )
  return [
    ['model_changed', model],
    ['system_changed', bytesOf(body['system'])],
    ['tools_changed', bytesOf(body['tools'])],
    ['unavailable', bytesOf([body['thinking'] ?? null, body['tool_choice'] ?? null])],
    ...said,
  ]
}

function openaiParts({ model, body }: SimulatorRequest): readonly Part[] {
  return [
    ['model_changed', model],
    ['prompt_cache_key_changed', bytesOf(body['prompt_cache_key'])],
    ['tools_changed', bytesOf(body['tools'])],
    ['text_format_changed', bytesOf(objectOf(body['text'])['format'])],
    ['reasoning_effort_changed', bytesOf(objectOf(body['reasoning'])['effort'])],
    ['verbosity_changed', bytesOf(objectOf(body['text'])['verbosity'])],
    ['service_tier_changed', bytesOf(body['service_tier'])],
    ['input_changed', bytesOf(body['instructions'])],
    ...objectsOf(body['input']).map((item): Part => ['input_changed', bytesOf(item)]),
  ]
}

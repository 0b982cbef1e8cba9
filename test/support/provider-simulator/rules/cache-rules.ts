import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import { spokenBlocks } from '../conversation-prefix.ts'
import { objectOf, objectsOf, textOf } from '../read-json.ts'
import type { RuleCheck, RuleRow } from './rule.ts'

/** Rules for the fields of prompt caches (docs/behaviour/providers.md#caches). */

const anthropicBody = (message: string): JsonObject => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
  request_id: 'req_…',
})

const openaiBody = (message: string, param: string): JsonObject => ({
  error: { message, type: 'invalid_request_error', param, code: 'invalid_parameter' },
})

export const CACHE_ROWS: readonly RuleRow[] = [
  {
    id: 'anthropic.cache_marks',
    http: 400,
    body: anthropicBody('A maximum of 4 blocks with cache_control may be provided. Found {n}.'),
  },
  {
    id: 'anthropic.cache_thinking',
    http: 400,
    body: anthropicBody('cache_control cannot be set on thinking blocks or empty text blocks.'),
  },
  {
    id: 'anthropic.cache_order',
    http: 400,
    body: anthropicBody("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."),
  },
  {
    id: 'anthropic.cache_diagnostics',
    http: 400,
    body: anthropicBody('diagnostics.previous_message_id: Input should be a message id (`msg_…`) or null'),
  },
  {
    id: 'responses.cache_options',
    http: 400,
    body: {
      error: {
        message: 'prompt_cache_options is not supported on this model',
        type: 'invalid_request_error',
        param: 'prompt_cache_options',
        code: 'invalid_parameter',
      },
    },
  },
  {
    id: 'responses.cache_fields',
    http: 400,
    body: openaiBody(
      'prompt_cache_retention cannot be used together with prompt_cache_options.',
      'prompt_cache_retention',
    ),
  },
  {
    id: 'responses.cache_lifetime',
    http: 400,
    body: openaiBody("Invalid value: '{v}'. Supported values are: '30m' and '12h'.", 'prompt_cache_options.ttl'),
  },
  {
    id: 'responses.cache_breakpoints',
    http: 400,
    body: openaiBody('At most {most} explicit prompt cache breakpoints are allowed. Found {n}.', 'input'),
  },
  {
    id: 'responses.cache_retention',
    http: 400,
    body: {
      error: {
        message: 'prompt_cache_retention is not supported on this model',
        type: 'invalid_request_error',
        param: 'prompt_cache_retention',
        code: 'invalid_parameter',
      },
    },
  },
]

const MAX_MARKS = 4

/** All parts of a request that may carry a mark, in the order of the cached prefix; the body's own mark is the last. */
function markable({ tools, system, messages, cache_control }: JsonObject): readonly JsonObject[] {
  const said = spokenBlocks({ messages: messages ?? [] }).map(({ block }) => block)
  return [
    ...objectsOf(tools),
    ...objectsOf(system),
    ...said,
    ...(cache_control === undefined ? [] : [{ cache_control }]),
  ]
}

const markOf = ({ cache_control }: JsonObject): JsonValue | undefined => cache_control ?? undefined

export const anthropicCacheRules: Readonly<Record<string, RuleCheck>> = {
  'anthropic.cache_marks': ({ request }) => {
    const n = markable(request.body).filter((block) => markOf(block) !== undefined).length
    return n > MAX_MARKS ? { values: { n } } : undefined
  },
  'anthropic.cache_diagnostics': ({ request }) => {
    const id = objectOf(request.body['diagnostics'])['previous_message_id'] ?? null
    return id === null || textOf(id).startsWith('msg_') ? undefined : {}
  },
  'anthropic.cache_thinking': ({ request }) => {
    const refuses = ({ type, text }: JsonObject): boolean => textOf(type).endsWith('thinking') || text === ''
    return markable(request.body).some((block) => markOf(block) !== undefined && refuses(block)) ? {} : undefined
  },
  'anthropic.cache_order': ({ request }) => {
    const lifetimes = markable(request.body).flatMap((block) => {
      const mark = markOf(block)
      return isJsonObject(mark) ? [mark['ttl'] ?? '5m'] : []
    })
    return lifetimes.lastIndexOf('1h') > lifetimes.indexOf('5m') && lifetimes.includes('5m') ? {} : undefined
  },
}

/** The models that the page on prompt caching names, with their dated and smaller releases. */
const TAKES_RETENTION =
  /^gpt-(4\.1|5|5\.1|5\.2|5\.4|5\.5)(-(mini|codex|codex-mini|codex-max|chat-latest))*(-\d{4}-\d\d-\d\d)?$/

const TAKES_OPTIONS = /^gpt-(5\.[6-9]|[6-9])/

/** Models before gpt-5.6 have neither lifetimes nor breakpoints nor diagnostics. */
const cacheOptions: RuleCheck = ({ request: { body, model } }) => {
  const isAsked = body['prompt_cache_options'] !== undefined || breakpoints(body).length > 0
  return isAsked && !TAKES_OPTIONS.test(model) ? {} : undefined
}

/** The marks on parts of messages, of the developer's and the user's, and of results. */
function breakpoints({ input }: JsonObject): readonly JsonObject[] {
  const parts = objectsOf(input).flatMap(({ content, output }) => [...objectsOf(content), ...objectsOf(output)])
  return parts.flatMap(({ prompt_cache_breakpoint: mark }) => (isJsonObject(mark) ? [mark] : []))
}

const LIFETIMES = new Set(['30m', '12h'])

export const responsesCacheRules: Readonly<Record<string, RuleCheck>> = {
  'responses.cache_fields': ({ request: { body } }) => {
    const isNew = body['prompt_cache_options'] !== undefined || breakpoints(body).length > 0
    return isNew && body['prompt_cache_retention'] !== undefined ? {} : undefined
  },
  'responses.cache_retention': ({ request: { body, model } }) =>
    body['prompt_cache_retention'] === undefined || TAKES_RETENTION.test(model) ? undefined : {},
  'responses.cache_options': cacheOptions,
  'responses.cache_lifetime': ({ request: { body } }) => {
    const given = [objectOf(body['prompt_cache_options']), ...breakpoints(body)].flatMap(({ ttl }) => ttl ?? [])
    const wrong = given.find((ttl) => !LIFETIMES.has(textOf(ttl)))
    return wrong === undefined ? undefined : { values: { v: textOf(wrong) } }
  },
  'responses.cache_breakpoints': ({ request: { body } }) => {
    const n = breakpoints(body).length
    const most = objectOf(body['prompt_cache_options'])['mode'] === 'explicit' ? MAX_MARKS : MAX_MARKS - 1
    return n > most ? { values: { n, most } } : undefined
  },
}

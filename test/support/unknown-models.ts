import { isJsonObject, type JsonObject, type JsonValue } from '../../src/shared/json.ts'
import { type ApiProviderName, PROVIDER_NAMES } from '../../src/shared/providers.ts'

/** Where models that no table knows are served, in turn. */
export const HOSTS = PROVIDER_NAMES

const NAMES: Readonly<Record<ApiProviderName, string>> = {
  anthropic: 'claude-nova-9',
  openai: 'gpt-9-nova',
  google: 'gemini-9-nova',
  xai: 'grok-9',
  meta: 'muse-nova-9',
  mistral: 'mistral-nova',
  moonshot: 'kimi-k9',
  openrouter: 'nova/nova-9',
  local: 'nova',
}

/** What a model takes, and how its server says what it does not take. */
export interface GeneratedModel {
  readonly id: string
  readonly host: ApiProviderName
  /** Lowest first; empty: it has no field for it. */
  readonly efforts: readonly string[]
  /** Tokens. */
  readonly maxOutput: number
  /** Tokens, where thinking has a budget. */
  readonly budget: readonly [least: number, most: number]
  readonly refuses: ReadonlySet<Refusable>
  /** Which of the wordings its server uses. */
  readonly wording: number
}

const REFUSABLE = [
  'temperature',
  'verbosity',
  'service_tier',
  'stream_options',
  'tool_choice',
  'tool_choice_forced',
  'parallel_tool_calls',
  'system',
  'tools',
  'max_tokens_name',
  'cache',
] as const
type Refusable = (typeof REFUSABLE)[number]

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

/** Returns a model with facts of chance. `random`: numbers in [0, 1). */
export function generatedModel(host: ApiProviderName, index: number, random: () => number): GeneratedModel {
  const scale = host === 'anthropic' ? EFFORTS.slice(2) : host === 'google' ? EFFORTS.slice(1) : EFFORTS
  const chosen = scale.filter(() => random() < 0.6)
  const least = 128 + Math.floor(random() * 2_000)
  return {
    id: `${NAMES[host]}-x${index}`,
    host,
    efforts: random() < 0.15 ? [] : chosen.length > 0 ? chosen : ['medium'],
    maxOutput: 2_048 + Math.floor(random() * 120_000),
    budget: [least, least + 4_000 + Math.floor(random() * 20_000)],
    refuses: new Set(REFUSABLE.filter(() => random() < 0.2)),
    wording: Math.floor(random() * 1_000),
  }
}

/** Why a request is refused: the fact of the model, and what its server says. */
export interface BrokenFact {
  readonly fact: string
  readonly words: string
}

const EFFORT_FIELDS = [
  ['reasoning', 'effort'],
  ['reasoning_effort'],
  ['output_config', 'effort'],
  ['generationConfig', 'thinkingConfig', 'thinkingLevel'],
] as const
const BUDGET_FIELDS = [
  ['thinking', 'budget_tokens'],
  ['generationConfig', 'thinkingConfig', 'thinkingBudget'],
] as const
const LIMIT_FIELDS = [
  ['max_tokens'],
  ['max_completion_tokens'],
  ['max_output_tokens'],
  ['generationConfig', 'maxOutputTokens'],
] as const

/** Returns the first fact of the model that the body breaks; null: none. */
export function brokenFact(model: GeneratedModel, body: JsonObject): BrokenFact | null {
  return (
    refusedField(model, body) ??
    wrongName(model, body) ??
    wrongLimit(model, body) ??
    wrongEffort(model, body) ??
    wrongBudget(model, body)
  )
}

const FIELDS: Readonly<Record<Exclude<Refusable, 'max_tokens_name'>, (body: JsonObject) => string | null>> = {
  temperature: (body) => present(body, [['temperature'], ['generationConfig', 'temperature']]),
  verbosity: (body) => present(body, [['verbosity'], ['text', 'verbosity']]),
  service_tier: (body) => present(body, [['service_tier']]),
  stream_options: (body) => present(body, [['stream_options']]),
  tool_choice: (body) => {
    const choice = JSON.stringify(
      body['tool_choice'] ?? at(body, ['toolConfig', 'functionCallingConfig', 'mode']) ?? '',
    )
    return /none/i.test(choice) ? 'tool_choice' : null
  },
  tool_choice_forced: (body) => {
    const choice = JSON.stringify(
      body['tool_choice'] ?? at(body, ['toolConfig', 'functionCallingConfig', 'mode']) ?? '',
    )
    return /required|"any"|"tool"|"function"/i.test(choice) ? 'tool_choice' : null
  },
  parallel_tool_calls: (body) => present(body, [['parallel_tool_calls'], ['tool_choice', 'disable_parallel_tool_use']]),
  system: (body) => {
    const text = JSON.stringify([body['messages'], body['input']])
    return /"role":"(system|developer)"/.test(text) ? 'system role' : null
  },
  tools: (body) => (Array.isArray(body['tools']) && body['tools'].length > 0 ? 'tools' : null),
  cache: (body) => present(body, [['prompt_cache_key'], ['prompt_cache_options']]),
}

function refusedField({ refuses, wording }: GeneratedModel, body: JsonObject): BrokenFact | null {
  for (const fact of refuses) {
    if (fact === 'max_tokens_name') continue
    const field = FIELDS[fact](body)
    if (field === null) continue
    const words = [
      `Unsupported parameter: '${field}' is not supported with this model.`,
      `${field}: Extra inputs are not permitted`,
      `This model does not support ${field}.`,
      `Unrecognized request argument supplied: ${field}`,
    ]
    const chosen =
      fact === 'tool_choice_forced'
        ? "tool_choice: this model supports only 'auto' and 'none'."
        : words[wording % words.length]
    return { fact, words: chosen ?? '' }
  }
  return null
}

function wrongName({ refuses }: GeneratedModel, body: JsonObject): BrokenFact | null {
  if (!refuses.has('max_tokens_name') || body['max_tokens'] === undefined || body['anthropic_version'] !== undefined)
    return null
  if (body['messages'] === undefined || body['thinking'] !== undefined || body['output_config'] !== undefined)
    return null
  return {
    fact: 'max_tokens_name',
    words: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  }
}

function wrongLimit({ maxOutput, wording }: GeneratedModel, body: JsonObject): BrokenFact | null {
  const path = LIMIT_FIELDS.find((each) => at(body, each) !== undefined)
  const value = path === undefined ? undefined : at(body, path)
  if (path === undefined || typeof value !== 'number' || value <= maxOutput) return null
  const name = path.at(-1) ?? ''
  const words = [
    `${name}: ${value} > ${maxOutput}, which is the maximum allowed number of output tokens for this model`,
    `${name} is too large: ${value}. This model supports at most ${maxOutput} completion tokens.`,
    `Invalid value for '${name}': must be less than or equal to ${maxOutput}.`,
    `The ${name} value of ${value} is out of the supported range from 1 (inclusive) to ${maxOutput + 1} (exclusive).`,
  ]
  return { fact: 'max_output', words: words[wording % words.length] ?? '' }
}

function wrongEffort({ efforts, wording }: GeneratedModel, body: JsonObject): BrokenFact | null {
  const path = EFFORT_FIELDS.find((each) => at(body, each) !== undefined)
  const value = path === undefined ? undefined : at(body, path)
  if (path === undefined || typeof value !== 'string' || efforts.includes(value.toLowerCase())) return null
  const name = path.join('.')
  if (efforts.length === 0)
    return { fact: 'effort', words: `Unsupported parameter: '${name}' is not supported with this model.` }
  const isUpper = value === value.toUpperCase()
  const listed = efforts.map((each) => `'${isUpper ? each.toUpperCase() : each}'`)
  const words = [
    `Unsupported value: '${value}' is not supported with this model. Supported values are: ${listed.join(', ')}. (${name})`,
    `${name}: Input should be ${listed.join(' or ')}`,
    `${name}: "${value}" is not supported on this model. Supported levels: ${listed.join(', ')}`,
    `Invalid ${name}. Expected one of ${listed.join(', ')}`,
  ]
  return { fact: 'effort', words: words[wording % words.length] ?? '' }
}

function wrongBudget({ budget: [least, most] }: GeneratedModel, body: JsonObject): BrokenFact | null {
  const path = BUDGET_FIELDS.find((each) => at(body, each) !== undefined)
  const value = path === undefined ? undefined : at(body, path)
  if (typeof value !== 'number' || value < 0 || (value >= least && value <= most)) return null
  return {
    fact: 'budget',
    words: `The thinking budget ${value} is invalid. Please choose a value between ${least} and ${most}.`,
  }
}

function present(body: JsonObject, paths: readonly (readonly string[])[]): string | null {
  const found = paths.find((path) => at(body, path) !== undefined)
  return found === undefined ? null : (found.at(-1) ?? null)
}

function at(body: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), body)
}

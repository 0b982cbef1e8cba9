import { z } from 'zod'

import { isJsonObject, type JsonObject } from './json.ts'
import { isRequestPart, type RequestPart } from './request-parts.ts'

export const VERBOSITIES = ['low', 'medium', 'high'] as const
type Verbosity = (typeof VERBOSITIES)[number]

/** How a provider treats requests: `flex` is cheaper and slower, `priority` faster and dearer. */
export const SERVICE_TIERS = ['standard', 'flex', 'priority'] as const
export type ServiceTier = (typeof SERVICE_TIERS)[number]

/** The largest temperature that any provider accepts. */
const MAX_TEMPERATURE = 2

/** Maximum length of a schema as JSON text, UTF-16 units. It is sent with every request. */
const MAX_SCHEMA_LENGTH = 100_000

/** An object from parsed JSON, used unchanged. A record schema would build a new object and lose some keys. */
const answerSchema = z.custom<JsonObject>(
  (value) => isJsonObject(value) && JSON.stringify(value).length <= MAX_SCHEMA_LENGTH,
  'expected a JSON Schema object of at most 100,000 characters',
)

/**
 * Settings of an agent for the requests to its model, beside model and thinking level. A missing one has the provider's
 * default, a missing switch is off. Keys are the stored ones.
 */
export const modelOptionsSchema = z.object({
  verbosity: z.enum(VERBOSITIES).optional(),
  service_tier: z.enum(SERVICE_TIERS).optional(),
  temperature: z.number().min(0).max(MAX_TEMPERATURE).optional(),
  /** Limit of a reply, tokens. */
  max_output_tokens: z.number().int().positive().optional(),
  /** JSON Schema of the final answer of every turn. */
  schema: answerSchema.optional(),
  /** The provider's own tools. */
  web_search: z.boolean().optional(),
  code_execution: z.boolean().optional(),
})
export type ModelOptions = Readonly<z.infer<typeof modelOptionsSchema>>
export type ModelOptionName = keyof ModelOptions

/** What can be left out of a request. */
export type OptionalPartName = ModelOptionName | RequestPart

export const NO_OPTIONS: ModelOptions = {}

/** Returns the valid options of stored data, which may have been written by hand. */
export function storedOptions(value: unknown): ModelOptions {
  const whole = modelOptionsSchema.safeParse(value)
  if (whole.success) return whole.data
  if (!isJsonObject(value)) return NO_OPTIONS
  const valid = Object.entries(value).filter(([key, each]) => modelOptionsSchema.safeParse({ [key]: each }).success)
  return modelOptionsSchema.parse(Object.fromEntries(valid))
}

/** The options that switch tools on which run at the provider. */
export const PROVIDER_TOOLS = ['web_search', 'code_execution'] as const

/** Returns the options without the tools of the provider. */
export function withoutProviderTools({
  web_search: _search,
  code_execution: _execution,
  ...options
}: ModelOptions): ModelOptions {
  return options
}

/**
 * Whether a request with `next` begins with other bytes than one with `before`: other tools, or another system prompt.
 */
export function changesPrefix(before: ModelOptions, next: ModelOptions): boolean {
  return (
    before.web_search !== next.web_search ||
    before.code_execution !== next.code_execution ||
    JSON.stringify(before.schema) !== JSON.stringify(next.schema)
  )
}

/** What a model takes, at one thinking level. What it does not take is not sent. */
export interface ModelControls {
  readonly verbosities: readonly Verbosity[]
  readonly serviceTiers: readonly ServiceTier[]
  /** The largest accepted temperature; null: none is accepted. */
  readonly maxTemperature: number | null
  /** Whether a limit of the reply is sent. */
  readonly outputLimit: boolean
  /** `native`: the provider holds the answer to a schema. `instructed`: the model is asked to. */
  readonly schema: 'native' | 'instructed'
  readonly webSearch: boolean
  readonly codeExecution: boolean
}

/** An unknown model takes nothing that a server might refuse. */
export const NO_CONTROLS: ModelControls = {
  verbosities: [],
  serviceTiers: [],
  maxTemperature: null,
  outputLimit: false,
  schema: 'instructed',
  webSearch: false,
  codeExecution: false,
}

/** Whether the option can be sent to the model. A schema always can, if only as an instruction. */
function takesOption(name: ModelOptionName, options: ModelOptions, controls: ModelControls): boolean {
  switch (name) {
    case 'verbosity':
      return options.verbosity === undefined || controls.verbosities.includes(options.verbosity)
    case 'service_tier':
      return options.service_tier === undefined || controls.serviceTiers.includes(options.service_tier)
    case 'temperature':
      return options.temperature === undefined || options.temperature <= (controls.maxTemperature ?? -1)
    case 'max_output_tokens':
      return options.max_output_tokens === undefined || controls.outputLimit
    case 'web_search':
      return options.web_search !== true || controls.webSearch
    case 'code_execution':
      return options.code_execution !== true || controls.codeExecution
    case 'schema':
      return true
  }
}

/** The options with their usual names. */
export const OPTION_LABELS: Readonly<Record<ModelOptionName, string>> = {
  verbosity: 'Verbosity',
  service_tier: 'Service tier',
  temperature: 'Temperature',
  max_output_tokens: 'Output limit',
  schema: 'Answer schema',
  web_search: 'Web search',
  code_execution: 'Code execution',
}

/** All options, in the order in which they are named. */
export const OPTION_NAMES: readonly ModelOptionName[] = modelOptionsSchema.keyof().options

/** Returns the options that the model takes. A temperature above its maximum is left out, not lowered. */
export function takenOptions(options: ModelOptions, controls: ModelControls): ModelOptions {
  const taken = OPTION_NAMES.filter((name) => takesOption(name, options, controls))
  return Object.fromEntries(taken.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/** An option of an agent, or another optional part, that a request did not contain. */
export interface UnsentOption {
  readonly option: OptionalPartName
  /** `not_taken`: by the table of models; `refused`: by the server, which was then asked without it. */
  readonly why: 'not_taken' | 'refused'
}

/** Returns what a request to the model does not contain. `refused`: the parts that its server has refused. */
export function unsentOptions(
  options: ModelOptions,
  controls: ModelControls,
  refused: readonly OptionalPartName[],
): readonly UnsentOption[] {
  const parts = refused.filter(isRequestPart).map((option) => ({ option, why: 'refused' }) as const)
  const unsent = OPTION_NAMES.flatMap((option): readonly UnsentOption[] => {
    if (!takesOption(option, options, controls)) return [{ option, why: 'not_taken' }]
    return options[option] !== undefined && refused.includes(option) ? [{ option, why: 'refused' }] : []
  })
  return [...unsent, ...parts]
}

/** Returns a sentence for each option that is not sent to the model. */
export function leftOutNotes(options: ModelOptions, controls: ModelControls, model: string): readonly string[] {
  return OPTION_NAMES.filter((name) => !takesOption(name, options, controls)).map((name) =>
    name === 'temperature' && controls.maxTemperature !== null
      ? `Temperature is not sent: ${model} takes at most ${controls.maxTemperature}.`
      : `${OPTION_LABELS[name]} is not sent: ${model} does not take ${valueText(name, options)}.`,
  )
}

function valueText(name: ModelOptionName, options: ModelOptions): string {
  const value = options[name]
  return typeof value === 'string' ? `${value}` : 'it'
}

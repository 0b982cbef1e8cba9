/** What an API accepts of the definitions of tools, beyond a root of type `object` without combinations. */
export interface ToolRules {
  /** Most tools in one request. Null: no limit is published. */
  readonly maxTools: number | null
  /** Longest description of a tool, UTF-16 units. Null: no limit is published. */
  readonly maxDescription: number | null
  /** What names of arguments must match, at every depth. Null: anything is accepted. */
  readonly propertyName: RegExp | null
  /**
   * Accepted keywords besides those that every API accepts: types, words, `enum`, `properties`, `required`, `items` and its
   * counts, `minimum`, `maximum` and `anyOf`.
   */
  readonly keywords: ReadonlySet<string>
  /** Accepted values of `format`. */
  readonly formats: ReadonlySet<string>
  /** Whether a schema without `type` or `anyOf` is refused. */
  readonly requiresType: boolean
  /** Whether an empty text is accepted in `enum`. */
  readonly acceptsEmptyText: boolean
  /** Whether `anyOf` may have a description beside it. */
  readonly describesUnions: boolean
}

const FURTHER_KEYWORDS: ReadonlySet<string> = new Set([
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'additionalProperties',
  'minProperties',
  'maxProperties',
])

const FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
])

/** Rules of a server that is not known to have any. */
export const PLAIN_TOOLS: ToolRules = {
  maxTools: null,
  maxDescription: null,
  propertyName: null,
  keywords: FURTHER_KEYWORDS,
  formats: FORMATS,
  requiresType: false,
  acceptsEmptyText: true,
  describesUnions: true,
}

/** Two of the 128 tools are left for the provider's own search and code execution. */
const MAX_TOOLS = 126

/**
 * Chat Completions and Responses: 128 tools (platform.openai.com, function calling; docs.x.ai and platform.moonshot.ai
 * name the same number), descriptions of 1,024 characters (error `string_above_max_length`).
 */
export const OPENAI_TOOLS: ToolRules = { ...PLAIN_TOOLS, maxTools: MAX_TOOLS, maxDescription: 1_024 }

/** Messages: names of arguments have a pattern (error "Property keys should match pattern"). */
export const ANTHROPIC_TOOLS: ToolRules = { ...PLAIN_TOOLS, propertyName: /^[a-zA-Z0-9_.-]{1,64}$/ }

/** Any of the APIs may be behind it. */
export const GATEWAY_TOOLS: ToolRules = { ...OPENAI_TOOLS, propertyName: ANTHROPIC_TOOLS.propertyName }

/**
 * The "moonshot flavored" JSON Schema: every schema has a type, and none has one beside `anyOf`
 * (github.com/MoonshotAI/kimi-code/issues/2661).
 */
export const MOONSHOT_TOOLS: ToolRules = { ...OPENAI_TOOLS, requiresType: true }

/**
 * Gemini: the part of JSON Schema that `parametersJsonSchema` accepts (ai.google.dev, Schema). An unknown keyword, an
 * empty text in `enum`, an array without the type of its items and fields beside `anyOf` are refused.
 */
export const GOOGLE_TOOLS: ToolRules = {
  ...PLAIN_TOOLS,
  maxTools: MAX_TOOLS,
  propertyName: ANTHROPIC_TOOLS.propertyName,
  keywords: new Set(),
  formats: new Set(['date-time']),
  requiresType: true,
  acceptsEmptyText: false,
  describesUnions: false,
}

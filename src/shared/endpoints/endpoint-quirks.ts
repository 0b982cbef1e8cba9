import { z } from 'zod'

import { defined } from '../defined.ts'
import { isJsonObject, type JsonObject } from '../json.ts'

/** How an API is told whether, and how much, a model thinks. `none`: no field is sent, the model does as it is set up. */
const THINKING_SHAPES = [
  'none',
  /** `reasoning_effort`, or `reasoning.effort` in Responses. */
  'effort',
  /** `thinking.type` with `reasoning_effort`. */
  'switch_effort',
  /** `thinking.type`, with `clear_thinking: false`: earlier thinking is kept. */
  'switch_kept',
  /** `enable_thinking` with `thinking_budget`. */
  'budget_field',
  /** `reasoning.enabled`. */
  'enabled',
  /** `reasoning.effort` in Chat Completions. */
  'gateway',
  /** `chat_template_kwargs.enable_thinking`. */
  'template',
  /** `thinking.budget_tokens` of the Messages API. */
  'budget',
  /** What Claude of that name takes, by the table of Claude models. */
  'claude',
] as const
export type ThinkingShape = (typeof THINKING_SHAPES)[number]

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

const flag = z.boolean('must be true or false')
const object = z.custom<JsonObject>(isJsonObject, 'must be an object')

/** What a server does differently from the API that it speaks. Missing: as `DEFAULT_QUIRKS` says. */
export const quirksSchema = z.strictObject({
  /** Whether usage is asked for by `stream_options`. Others send it unasked. */
  stream_options: flag.optional(),
  /** The role of the system prompt; `user`: it is part of the first prompt. */
  system_role: z.enum(['system', 'developer', 'user'], 'must be system, developer or user').optional(),
  /** `auto`: no other tool choice is accepted. */
  tool_choice: z.enum(['any', 'auto'], 'must be any or auto').optional(),
  /** Whether one answer in the transcript may hold several calls. */
  parallel_calls: flag.optional(),
  /** Whether tools may be marked as `strict`. */
  strict: flag.optional(),
  /** The field with the output limit; `none`: no limit is sent unless the user sets one. */
  max_tokens: z
    .enum(['max_tokens', 'max_completion_tokens', 'none'], 'must be max_tokens, max_completion_tokens or none')
    .optional(),
  thinking: z.enum(THINKING_SHAPES, `must be one of ${THINKING_SHAPES.join(', ')}`).optional(),
  /** The efforts that are accepted, lowest first. */
  efforts: z
    .array(z.enum(EFFORTS), `must be a list of ${EFFORTS.join(', ')}`)
    .min(1)
    .max(10)
    .optional(),
  /** The field in which earlier thinking goes back. Missing: the field in which it came. */
  reasoning_field: z.string('must be a name').max(100).optional(),
  /** `always`: every earlier answer has the field, an empty one where there was no thinking; `never`: none has it. */
  reasoning_back: z.enum(['same', 'always', 'never'], 'must be same, always or never').optional(),
  /** Whether Responses are asked for summaries of the thinking, without which it is not shown. */
  reasoning_summary: flag.optional(),
  /** Whether `store: false` is sent in Responses. */
  store: flag.optional(),
  /** Whether the chat templates of its models may begin with thinking that no tag opens. */
  think_tags: flag.optional(),
  /** Whether marks for the cache (Messages) or `prompt_cache_key` (the others) are sent. */
  cache: flag.optional(),
  temperature_min: z.number('must be a number').min(0).max(2).optional(),
  temperature_max: z.number('must be a number').min(0).max(2).optional(),
  /** Fields that are added to every request. */
  extra_body: object.optional(),
})
export type Quirks = Readonly<z.infer<typeof quirksSchema>>

/** The quirks of an endpoint with their defaults: nothing is sent that a server might refuse. */
const DEFAULT_QUIRKS = {
  stream_options: true,
  system_role: 'system',
  tool_choice: 'any',
  parallel_calls: true,
  strict: false,
  max_tokens: 'none',
  thinking: 'none',
  efforts: ['low', 'medium', 'high'],
  reasoning_back: 'same',
  reasoning_summary: false,
  store: true,
  think_tags: true,
  cache: false,
  temperature_min: 0,
  temperature_max: 2,
} as const satisfies Quirks

export type KnownQuirks = Quirks & { readonly [Name in keyof typeof DEFAULT_QUIRKS]-?: NonNullable<Quirks[Name]> }

export function knownQuirks(...layers: readonly (Quirks | undefined)[]): KnownQuirks {
  return layers.reduce<KnownQuirks>((known, quirks) => ({ ...known, ...defined(quirks ?? {}) }), DEFAULT_QUIRKS)
}

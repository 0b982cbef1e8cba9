import { z } from 'zod'

import { type AgentProfile, profileRuleSchema } from './agent-profile.ts'
import type { ModelChoice } from './agent-summary.ts'
import { type Budget, budgetSchema } from './budget.ts'
import { toolsThatChange } from './built-in-tools.ts'
import { sandboxLevelSchema } from './sandbox.ts'

/** A profile of config.json, or a built-in one. Null fields: as for an agent without a profile. */
export interface Profile extends Omit<AgentProfile, 'name'> {
  readonly description: string
  readonly systemPrompt: string | null
  readonly model: ModelChoice | null
  /** Limit of a new agent with this profile and its descendants. */
  readonly budget: Budget | null
}

/** By name, as typed after `--profile`. */
export type Profiles = Readonly<Record<string, Profile>>

/** An entry of `profiles` in config.json. */
export const profileEntrySchema = z.strictObject({
  description: z.string().max(1_000).optional(),
  system_prompt: z.string().max(1_000_000).optional(),
  model: z.string().max(300).optional(),
  tools: z.array(z.string().min(1).max(200)).max(1_000).optional(),
  rules: z
    .array(z.strictObject({ ...profileRuleSchema.shape, pattern: profileRuleSchema.shape.pattern.optional() }))
    .max(1_000)
    .optional(),
  max_tokens: z.int().positive().optional(),
  max_cost: z.number().positive().optional(),
  sandbox: sandboxLevelSchema.optional(),
})
export type ProfileEntry = Readonly<z.infer<typeof profileEntrySchema>>

type BuiltInProfile = 'read-only' | 'plan'

/** What the built-in profiles are for. */
export const BUILT_IN_PROFILE_TEXT: Readonly<Record<BuiltInProfile, string>> = {
  'read-only': 'Reads files and web pages. Changes nothing and runs no commands.',
  plan: 'Reads, asks, and answers with a plan. Changes nothing and runs no commands.',
}

const READ_ONLY: Profile = {
  description: BUILT_IN_PROFILE_TEXT['read-only'],
  systemPrompt: null,
  model: null,
  tools: toolsThatChange('nothing'),
  rules: [],
  budget: null,
  sandbox: 'read-only',
}

const PLAN_PROMPT = `You are an agent in ikigai. Your task is to make a plan, not to carry it out: you can read files and web pages, and you cannot change anything.

Read what you need first. If something that decides the plan is unclear, ask the user with the \`ask\` tool instead of guessing. Then answer with the plan in Markdown: the goal in one sentence; the steps in order, each with the files that it touches and how to check it; the risks; what you left out.`

/** Profiles that cannot be replaced in config.json. */
export const BUILT_IN_PROFILES: Profiles & Readonly<Record<BuiltInProfile, Profile>> = {
  'read-only': READ_ONLY,
  plan: {
    ...READ_ONLY,
    description: BUILT_IN_PROFILE_TEXT.plan,
    systemPrompt: PLAN_PROMPT,
  },
}

export function isBuiltInProfile(name: string): name is BuiltInProfile {
  return Object.hasOwn(BUILT_IN_PROFILES, name)
}

/** Returns the profile with a name; null: there is none. */
export function findProfile(name: string, configured: Profiles): Profile | null {
  if (isBuiltInProfile(name)) return BUILT_IN_PROFILES[name]
  return Object.hasOwn(configured, name) ? (configured[name] ?? null) : null
}

/** The names of all profiles, the built-in ones first. */
export function profileNames(configured: Readonly<Record<string, unknown>>): readonly string[] {
  const own = Object.keys(configured).filter((name) => !Object.hasOwn(BUILT_IN_PROFILES, name))
  return [...Object.keys(BUILT_IN_PROFILES), ...own.toSorted()]
}

/** The names of all profiles with their descriptions, the built-in ones first. */
export function describedProfiles(
  configured: Readonly<Record<string, ProfileEntry>>,
): readonly { readonly name: string; readonly description: string }[] {
  return profileNames(configured).map((name) => {
    const { description = '' } = (Object.hasOwn(BUILT_IN_PROFILES, name) ? BUILT_IN_PROFILES : configured)[name] ?? {}
    return { name, description }
  })
}

/** What an agent with this profile keeps. */
export function keptProfile(name: string, { tools, rules, sandbox }: Profile): AgentProfile {
  return { name, tools, rules, sandbox }
}

/** The profile of an agent whose own cannot be read: nothing is allowed that the strictest one does not allow. */
export const UNREADABLE_PROFILE: AgentProfile = keptProfile('unreadable', READ_ONLY)

/**
 * What a fork keeps for which no profile was chosen. Its level remains that of its parent, also when it changes there.
 */
export function inheritedProfile(profile: AgentProfile | undefined): AgentProfile | undefined {
  return profile === undefined ? undefined : { ...profile, sandbox: null }
}

/** Returns the limit of an entry; null: it has none. */
export function entryBudget({ max_tokens: tokens, max_cost: usd }: ProfileEntry): Budget | null {
  const limit = usd !== undefined ? { scope: 'subtree', usd, step: usd } : { scope: 'subtree', tokens, step: tokens }
  const parsed = budgetSchema.safeParse(limit)
  return parsed.success ? parsed.data : null
}

import {
  type NarrowedColumn,
  WITHHELD_COLUMNS,
  type WithheldAttributes,
  type WithheldColumn,
} from './agent-attributes.ts'
import type { AgentProfile } from './agent-profile.ts'
import type { AgentId } from './ids.ts'
import type { JsonValue } from './json.ts'
import { BUILT_IN_PROFILES, keptProfile, UNREADABLE_PROFILE } from './profile.ts'
import { type SandboxLevel, strictestLevel } from './sandbox.ts'

/**
 * Rights and settings that an import or a restore leaves out, because data brings no authority
 * (docs/security.md#imports-and-restores).
 *
 * - `profile`: it could not be read, or was not that of its name; the strictest one applies.
 * - `allowed`: rules of the profile that allow.
 * - `sandbox`: a level of the profile that confines less than this machine's.
 * - `wake_on_mail`: mail starts turns.
 * - `provider_tools`: tools that run at the provider are on.
 * - `checkpoints`: states of folders, which an undo would write.
 * - `setting`: a setting of the database.
 * - `queued_prompt`: a prompt that would be sent by itself.
 */
type WithheldRight =
  | NarrowedColumn
  | WithheldColumn
  | 'allowed'
  | 'sandbox'
  | 'provider_tools'
  | 'checkpoints'
  | 'setting'
  | 'queued_prompt'

/** Something that an import or a restore left out. */
export interface Withheld {
  /** The new agent that it was for; null: for no single one. */
  readonly agentId: AgentId | null
  readonly right: WithheldRight
  /** What the file or the backup had. Only for display. */
  readonly value: string
}

/** What was left out, without the agent that it was for. */
export type WithheldPart = Omit<Withheld, 'agentId'>

/**
 * Returns the narrower of a profile that came with data and of this machine's default, and what was left out of it.
 *
 * `profile`: null: the agent had none. Undefined: it is not known, or could not be read. `level`: that of agents
 * without a profile here.
 */
export function narrowedProfile(
  profile: AgentProfile | null | undefined,
  level: SandboxLevel,
): { readonly profile: AgentProfile | null; readonly withheld: readonly WithheldPart[] } {
  if (profile === null) return { profile: null, withheld: [] }
  if (profile === undefined || profile.name === UNREADABLE_PROFILE.name)
    return { profile: UNREADABLE_PROFILE, withheld: [{ right: 'profile', value: '' }] }
  const builtIn = builtInProfile(profile.name)
  // A name that users know must not stand for other rights.
  if (builtIn !== null && !isSameProfile(profile, builtIn)) {
    return { profile: UNREADABLE_PROFILE, withheld: [{ right: 'profile', value: profile.name }] }
  }
  const allowed = profile.rules.filter(({ action }) => action === 'allow')
  const sandbox = profile.sandbox === null ? null : strictestLevel([profile.sandbox, level])
  const withheld: readonly WithheldPart[] = [
    ...(allowed.length > 0 ? [{ right: 'allowed', value: allowed.map(ruleText).join('; ') } as const] : []),
    ...(sandbox === profile.sandbox ? [] : [{ right: 'sandbox', value: String(profile.sandbox) } as const]),
  ]
  return { profile: { ...profile, rules: profile.rules.filter(({ action }) => action !== 'allow'), sandbox }, withheld }
}

/** What becomes of the columns that are narrowed: a new one does not compile before it is here. */
export const NARROWED = { profile: narrowedProfile } as const satisfies Readonly<Record<NarrowedColumn, unknown>>

/** Returns the rights of an agent that a new one does not have. */
export function withheldParts(agent: WithheldAttributes): readonly WithheldPart[] {
  return WITHHELD_COLUMNS.flatMap(({ name, attribute, value }) => withheldPart(name, agent[attribute], value))
}

/** Returns a right that came, unless it is that of a new agent. */
export function withheldPart(right: WithheldColumn, came: JsonValue, fresh: JsonValue): readonly WithheldPart[] {
  return came === fresh ? [] : [{ right, value: came === true ? 'on' : JSON.stringify(came) }]
}

function builtInProfile(name: string): AgentProfile | null {
  const found = Object.hasOwn(BUILT_IN_PROFILES, name) ? BUILT_IN_PROFILES[name] : undefined
  return found === undefined ? null : keptProfile(name, found)
}

/** A fork inherits all of a profile but its level. */
function isSameProfile(one: AgentProfile, other: AgentProfile): boolean {
  const level = one.sandbox ?? other.sandbox
  return JSON.stringify(parts({ ...one, sandbox: level })) === JSON.stringify(parts(other))
}

function parts({ tools, rules, sandbox }: AgentProfile): readonly unknown[] {
  return [tools?.toSorted() ?? null, rules, sandbox]
}

function ruleText({ tool, pattern, outside }: AgentProfile['rules'][number]): string {
  return [tool, pattern ?? '*', ...(outside === true ? ['(outside)'] : [])].join(' ')
}

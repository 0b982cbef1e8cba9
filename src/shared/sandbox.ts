import { z } from 'zod'

import type { AgentId } from './ids.ts'

/**
 * How far the programs of an agent are confined, from the least to the most. `workspace`: they write in the agent's folder
 * only. `effects-first`: a command writes in a copy of the folder, and what it changed there is applied if rules or the user
 * allow it. `read-only`: they write nowhere. All have a private, temporary `/tmp`. `off`: they are not confined, so each
 * needs approval.
 */
export const SANDBOX_LEVELS = ['off', 'workspace', 'effects-first', 'read-only'] as const
export const sandboxLevelSchema = z.enum(SANDBOX_LEVELS)
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number]
export type ConfinedLevel = Exclude<SandboxLevel, 'off'>

/** The name of rules about the hosts that commands in the sandbox reach. */
export const NETWORK_RULES = 'network'

/** Where the program of a call runs. */
export type SandboxUse =
  | {
      readonly inside: true
      readonly level: ConfinedLevel
      /** The hosts that it was connected to. Missing: none, or it has not run yet. */
      readonly hosts?: readonly string[]
    }
  | {
      readonly inside: false
      /** Why it runs outside; a sentence for the user. */
      readonly reason: string
      /** The agent's level. Missing: not recorded, by an older version. */
      readonly level?: SandboxLevel
    }

/** Whether a program runs outside although the agent's level confines it. An allowance must say that it may. */
export function leavesSandbox(use: SandboxUse | undefined): boolean {
  return use?.inside === false && use.level !== 'off'
}

/** The level of one agent. */
export interface AgentSandbox {
  readonly level: SandboxLevel
  /** The agent whose level applies: this one or its nearest ancestor with a level. Null: that of config.json. */
  readonly chosenFor: AgentId | null
  /** The name of that agent's profile, if the level is the profile's; null: it was chosen otherwise. */
  readonly profile: string | null
}

export const SANDBOX_LEVEL_TEXT: Readonly<Record<SandboxLevel, string>> = {
  off: 'Off: every command needs approval',
  workspace: 'Write only in the folder',
  'effects-first': 'Effects first: show what a command changes, then apply it',
  'read-only': 'Read only',
}

/** Returns where a program runs, for a tool card or a question. */
export function sandboxText(use: SandboxUse): string {
  if (!use.inside) return `Outside the sandbox. ${use.reason}`
  const { level, hosts = [] } = use
  const place = INSIDE_TEXT[level]
  return hosts.length === 0 ? place : `${place}. Connected to ${hosts.join(', ')}`
}

const INSIDE_TEXT: Readonly<Record<ConfinedLevel, string>> = {
  workspace: 'Inside the sandbox',
  'effects-first': 'Inside the sandbox, in a copy of the folder',
  'read-only': 'Inside the sandbox, without writing',
}

/** Returns the level that permits less. */
export function strictestLevel(levels: readonly SandboxLevel[]): SandboxLevel {
  return SANDBOX_LEVELS.findLast((level) => levels.includes(level)) ?? 'off'
}

const levelsSchema = z.record(z.string(), sandboxLevelSchema)

/** Parses stored levels by agent; null if the value has another form. */
export function parseSandboxLevels(stored: unknown): Readonly<Record<AgentId, SandboxLevel>> | null {
  const parsed = levelsSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}

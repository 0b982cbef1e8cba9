import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { FolderTrust } from '../folder-trust.ts'
import type { Result } from '../result.ts'
import type { Switches } from '../switches.ts'
import { agentId, promptText } from './fields.ts'
import type { ListedSkill } from '../skill.ts'
import type { PromptTemplate } from '../prompt-template.ts'

/** What decides about the instruction files of an agent. */
export interface InstructionState {
  /** Whether they are used, for this agent or its nearest ancestor with a setting. */
  readonly isOn: boolean
  /** The project of the agent's folder. */
  readonly trust: FolderTrust
}

/** Instruction files and trust in folders (docs/behaviour/instructions.md). */
export const instructionsContract = {
  /** Returns the instruction files for an agent, whether they are switched on, and whether their project is trusted. */
  get: oc.input(z.object({ agentId })).output(type<Result<InstructionState>>()),
  /**
   * Switches instruction files for the agent and for descendants without a setting of their own, before the next
   * prompt.
   */
  set: oc.input(z.object({ agentId, isOn: z.boolean() })).output(type<Result<null>>()),
  /** The stored decisions, by real path of the project. */
  trusted: oc.output(type<Result<Switches>>()),
  /** Decides about the project of a folder; null: it is undecided again. Returns the project's path. */
  trust: oc
    .input(z.object({ folder: z.string().max(4_096), trusts: z.boolean().nullable() }))
    .output(type<Result<string>>()),
}

/** Null: the folder in which new agents work. */
const folder = z.string().max(4_096).nullable()
const path = z.string().max(4_096)

/** The skills of folders and of the user (docs/behaviour/instructions.md#skills). */
export const skillsContract = {
  /** The skills and plugins for an agent in the folder, the preferred one of a name first. */
  list: oc.input(z.object({ folder })).output(type<Result<readonly ListedSkill[]>>()),
  /** Returns the text of a listed skill, as a model gets it, or the files that describe a plugin. */
  show: oc.input(z.object({ folder, path })).output(type<Result<string>>()),
  /** Switches the skill or plugin with that path, before the next prompt of each agent. */
  set: oc.input(z.object({ path, isOn: z.boolean() })).output(type<Result<null>>()),
}

/** The prompt templates of folders and of the user (docs/behaviour/commands.md#prompt-templates). */
export const templatesContract = {
  /** The templates for an agent in the folder, the preferred one of a name first. */
  list: oc.input(z.object({ folder })).output(type<Result<readonly PromptTemplate[]>>()),
  /** Returns the prompt for a typed text that calls a template; null: it calls none. REFUSED if it cannot be used. */
  expand: oc.input(z.object({ folder, text: promptText })).output(type<Result<string | null>>()),
}

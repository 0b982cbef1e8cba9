import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { Result } from '../result.ts'
import type { ListedSkill } from '../skill.ts'

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

import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { PromptTemplate } from '../prompt-template.ts'
import type { Result } from '../result.ts'
import { promptText } from './fields.ts'

/** Null: the folder in which new agents work. */
const folder = z.string().max(4_096).nullable()

/** The prompt templates of folders and of the user (docs/behaviour/commands.md#prompt-templates). */
export const templatesContract = {
  /** The templates for an agent in the folder, the preferred one of a name first. */
  list: oc.input(z.object({ folder })).output(type<Result<readonly PromptTemplate[]>>()),
  /** Returns the prompt for a typed text that calls a template; null: it calls none. REFUSED if it cannot be used. */
  expand: oc.input(z.object({ folder, text: promptText })).output(type<Result<string | null>>()),
}

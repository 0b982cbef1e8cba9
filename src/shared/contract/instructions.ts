import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { FolderTrust } from '../folder-trust.ts'
import type { Result } from '../result.ts'
import type { Switches } from '../switches.ts'
import { agentId } from './fields.ts'

/** What decides about the instruction files of an agent. */
export interface InstructionState {
  /** Whether they are used, for this agent or its nearest ancestor with a setting. */
  readonly isOn: boolean
  /** The project of the agent's folder. */
  readonly trust: FolderTrust
}

/** Instruction files and trust in folders (docs/behaviour/instructions.md). */
export const instructionsContract = {
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

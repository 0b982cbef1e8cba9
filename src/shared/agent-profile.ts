import { z } from 'zod'

import { sandboxLevelSchema } from './sandbox.ts'

/** A rule of a profile. It applies to the agent that has the profile. */
export const profileRuleSchema = z.strictObject({
  tool: z.string().min(1).max(200),
  pattern: z.string().min(1).max(100_000).nullable(),
  action: z.enum(['allow', 'ask', 'deny']),
  /** Of a rule that allows: whether it also reaches commands that leave the sandbox. Missing: no. */
  outside: z.boolean().exactOptional(),
})

/** What an agent keeps of the profile that it was made with (docs/behaviour/instructions.md#profiles). */
export const agentProfileSchema = z.object({
  name: z.string(),
  /** Names of the tools that the agent has; `*` matches any characters. Null: all. */
  tools: z.array(z.string()).readonly().nullable(),
  rules: z.array(profileRuleSchema).readonly(),
  /**
   * How far the commands of the agent and its descendants are confined, unless another level is chosen for one of them.
   * Null: as for the parent, which is also so where a fork inherits the rest of its parent's profile.
   */
  sandbox: sandboxLevelSchema.nullable(),
})
export type AgentProfile = Readonly<z.infer<typeof agentProfileSchema>>

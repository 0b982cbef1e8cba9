import { z } from 'zod'

/** A rule of a profile. It applies to the agent that has the profile. */
export const profileRuleSchema = z.strictObject({
  tool: z.string().min(1).max(200),
  pattern: z.string().min(1).max(100_000).nullable(),
  action: z.enum(['allow', 'ask', 'deny']),
})

/** What an agent keeps of the profile that it was made with (docs/behaviour/instructions.md#profiles). */
export const agentProfileSchema = z.object({
  name: z.string(),
  /** Names of the tools that the agent has; `*` matches any characters. Null: all. */
  tools: z.array(z.string()).readonly().nullable(),
  rules: z.array(profileRuleSchema).readonly(),
  /** How far the agent's commands shall be confined. Null: no level was named. Recorded only: nothing reads it. */
  sandbox: z.enum(['off', 'workspace', 'read-only']).nullable(),
})
export type AgentProfile = Readonly<z.infer<typeof agentProfileSchema>>

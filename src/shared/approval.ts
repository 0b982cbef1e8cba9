import { z } from 'zod'

import type { AgentId } from './ids.ts'
import type { ToolAccess, WideFolder } from './tool-access.ts'
import type { ToolLink } from './tool-link.ts'

/** For whom a rule holds. `subtree`: the agent and all its descendants, also those that do not exist yet. */
const approvalScopeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('everywhere') }),
  z.object({ type: z.literal('agent'), agentId: z.uuid() }),
  z.object({ type: z.literal('subtree'), agentId: z.uuid() }),
])
export type ApprovalScope = Readonly<z.infer<typeof approvalScopeSchema>>

/** What is to happen with calls: a person's standing answer, or a policy for a tool. */
export const newApprovalRuleSchema = z.object({
  /** A tool's name; `*` in it stands for anything. */
  tool: z.string().min(1).max(200),
  /** What the call's subject must match (core/tools/match-pattern.ts); null: every call of the tool. */
  pattern: z.string().min(1).max(100_000).nullable(),
  action: z.enum(['allow', 'ask', 'deny']),
  scope: approvalScopeSchema,
  /** Hash of the definition that a server gave of the tool when it was allowed: another definition is asked about again. */
  definition: z.string().max(100).exactOptional(),
})
export type NewApprovalRule = Readonly<z.infer<typeof newApprovalRuleSchema>>

const approvalRuleSchema = newApprovalRuleSchema.extend({
  id: z.string(),
  /** ms since the epoch. */
  createdAt: z.number(),
})
export type ApprovalRule = Readonly<z.infer<typeof approvalRuleSchema>>

/** Rules as they were stored; null: that is no list of rules. */
export function parseApprovalRules(stored: unknown): readonly ApprovalRule[] | null {
  const parsed = z.array(approvalRuleSchema).safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** A call that waits for a person. */
export interface PendingApproval {
  /** The canonical id of the call. */
  readonly id: string
  readonly agentId: AgentId
  readonly tool: string
  /** A command, an absolute path, a URL, arguments as JSON. */
  readonly subject: string
  /**
   * `budget`: it is no call, the agent's budget is used up. `limit`: a call that would go beyond a limit on forks. Once: as much
   * again; an answer that lasts: no limit.
   */
  readonly access: ToolAccess | 'budget' | 'limit'
  readonly isInFolder: boolean
  /** Agents whose mail led to the call, and whose rights count too; missing: nobody's. */
  readonly mailFrom?: readonly AgentId[]
  /** What makes the path (for a command: one that it names) need a person's word each time: 'a file for secrets'. */
  readonly protectedAs?: string
  /** The agent's folder is no project but a whole home directory, or everything. */
  readonly wideFolder?: WideFolder
  /** The path goes through a symbolic link; `subject` is where it leads. */
  readonly link?: ToolLink
  /** A unified diff of an edit. */
  readonly preview?: string
  /** A unified diff of the tool's definition: it was allowed before its server changed it. */
  readonly definitionChange?: string
  /** ms since the epoch. */
  readonly askedAt: number
  /** Patterns to offer for an answer that lasts, narrowest first; the first one matches this very subject only. */
  readonly patterns: readonly string[]
}

/** `pattern`: which later calls of the tool it holds for; null: all of them. Only for answers that last. */
export const approvalAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow_once') }),
  z.object({
    type: z.literal('allow'),
    for: z.enum(['agent', 'subtree', 'always']),
    pattern: z.string().min(1).max(100_000).nullable(),
  }),
  /** `reason`: words for the model. */
  z.object({ type: z.literal('deny'), reason: z.string().max(10_000).optional() }),
])
export type ApprovalAnswer = Readonly<z.infer<typeof approvalAnswerSchema>>

/** The inbox over the whole tree: a snapshot first, then changes. */
export type ApprovalFeedItem =
  | { readonly type: 'snapshot'; readonly pending: readonly PendingApproval[]; readonly rules: readonly ApprovalRule[] }
  | { readonly type: 'requested'; readonly approval: PendingApproval }
  /** Answered, or its turn was cancelled. */
  | { readonly type: 'settled'; readonly id: string }
  | { readonly type: 'rules'; readonly rules: readonly ApprovalRule[] }

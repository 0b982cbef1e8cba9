import { z } from 'zod'

import type { ShownEffects } from './command-effects.ts'
import type { AgentId } from './ids.ts'
import type { SandboxUse } from './sandbox.ts'
import { formValuesSchema, type ServerQuestion } from './server-question.ts'
import type { ToolAccess, WideFolder } from './tool-access.ts'
import type { ToolLink } from './tool-link.ts'

/** The agents that a rule applies to. `subtree`: the agent and all its present and future descendants. */
const approvalScopeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('everywhere') }),
  z.object({ type: z.literal('agent'), agentId: z.uuid() }),
  z.object({ type: z.literal('subtree'), agentId: z.uuid() }),
])
export type ApprovalScope = Readonly<z.infer<typeof approvalScopeSchema>>

/** What happens with calls of a tool: a saved approval of the user, or a policy. */
export const newApprovalRuleSchema = z.object({
  /** A tool's name; `*` matches any characters. */
  tool: z.string().min(1).max(200),
  /** The pattern for the call's subject (core/tools/match-pattern.ts); null: every call of the tool. */
  pattern: z.string().min(1).max(100_000).nullable(),
  action: z.enum(['allow', 'ask', 'deny']),
  scope: approvalScopeSchema,
  /** Of a rule that allows: whether it also reaches commands that leave the sandbox. Missing: no. */
  outside: z.boolean().exactOptional(),
  /**
   * Of a rule that allows: only for agents that work in this folder or below it; absolute, symlinks resolved. Missing: wherever
   * they work.
   */
  workingIn: z.string().min(1).max(4_096).exactOptional(),
  /**
   * Hash of the server's definition of the tool at the time of the approval. A call with another definition needs a new
   * approval.
   */
  definition: z.string().max(100).exactOptional(),
})
export type NewApprovalRule = Readonly<z.infer<typeof newApprovalRuleSchema>>

const approvalRuleSchema = newApprovalRuleSchema.extend({
  id: z.string(),
  /** ms since the epoch. */
  createdAt: z.number(),
})
export type ApprovalRule = Readonly<z.infer<typeof approvalRuleSchema>>

/** Parses stored rules; null if the value is not a list of rules. */
export function parseApprovalRules(stored: unknown): readonly ApprovalRule[] | null {
  const parsed = z.array(approvalRuleSchema).safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** Most answers that a model's question offers, and the longest one, UTF-16 units. */
export const MAX_CHOICES = 12
export const MAX_CHOICE_LENGTH = 500

/** A call that waits for the user's approval. */
export interface PendingApproval {
  /** Of the question; no other open one has it. */
  readonly id: string
  readonly agentId: AgentId
  /**
   * The canonical id of the call that it is about. A call of another agent may have it too: reruns of one agent give
   * their calls the recorded ids. Missing: it is about no call.
   */
  readonly callId?: string
  readonly tool: string
  /** A command, an absolute path, a URL, arguments as JSON. */
  readonly subject: string
  /**
   * `budget`: not a call; the agent's budget is used up. `limit`: a fork, a turn or a request that would exceed a limit of its tree. Approving
   * once allows the same amount again; a saved approval removes the limit. `trust`: not a call; whether the project in
   * `subject`, whose further lines are the files found, is trusted. The answer is stored. `question`: a model's question, answered by `reply` or `deny`;
   * with `serverQuestion` that of a server of tools, answered by `fill`, `cancel` or `deny`.
   */
  readonly access: ToolAccess | 'budget' | 'limit' | 'trust' | 'question'
  readonly isInFolder: boolean
  /** Agents whose mail led to the call, and whose rights are checked too. Missing: none. */
  readonly mailFrom?: readonly AgentId[]
  /** Why the path (in a command: one of its paths) needs approval each time, for example 'a file for secrets'. */
  readonly protectedAs?: string
  /** A command names a link to that path, so no saved approval reaches it: each call is asked about. */
  readonly isBehindLink?: true
  /** Set if the agent's folder is not a project but a home directory or the root of the file system. */
  readonly wideFolder?: WideFolder
  /** Why a hook of the user wants the call to be asked, a sentence. Missing: none does. */
  readonly askedByHook?: string
  /** Set if the path goes through a symbolic link; `subject` is the link's target. */
  readonly link?: ToolLink
  /** Where the program of the call would run. Missing: it starts none. */
  readonly sandbox?: SandboxUse
  /** A unified diff of an edit, or the lines that a command changed in a copy of the folder. */
  readonly preview?: string
  /** The call makes a file that is not there yet. */
  readonly isNewFile?: true
  /** What a command changed in a copy of the folder, and what is to be applied. Missing: the question is not about that. */
  readonly effects?: ShownEffects
  /** A unified diff of the tool's definition, if its server changed it after it was allowed. */
  readonly definitionChange?: string
  /** ms since the epoch. */
  readonly askedAt: number
  /** Patterns offered for a saved approval, narrowest first; the first one matches exactly this subject. */
  readonly patterns: readonly string[]
  /** Answers that a model's question offers. Missing: none. */
  readonly choices?: readonly string[]
  /** Whether several of them can be chosen. */
  readonly allowsSeveral?: boolean
  readonly serverQuestion?: ServerQuestion
  /** Of a question about a budget or a limit: what approving once adds, `$1.00`, `200,000 tokens` or `20`. */
  readonly extension?: string
}

/** Returns the id of the question whether a call may run. */
export function questionId(agentId: AgentId, callId: string): string {
  return `${agentId}/${callId}`
}

/** `pattern`: the later calls of the tool that the answer applies to; null: all of them. For saved approvals only. */
export const approvalAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow_once') }),
  z.object({
    type: z.literal('allow'),
    for: z.enum(['agent', 'subtree', 'always']),
    pattern: z.string().min(1).max(100_000).nullable(),
  }),
  /** The answer to a model's question: what was chosen, a text, or both. */
  z.object({
    type: z.literal('reply'),
    choices: z.array(z.string().max(MAX_CHOICE_LENGTH)).max(MAX_CHOICES).readonly(),
    text: z.string().max(100_000),
  }),
  /** Sends the values of a server's form. Without values: its page was opened. */
  z.object({ type: z.literal('fill'), values: formValuesSchema }),
  /** Ends a server's question without a decision. */
  z.object({ type: z.literal('cancel') }),
  /** `reason`: text for the model. */
  z.object({ type: z.literal('deny'), reason: z.string().max(10_000).optional() }),
])
export type ApprovalAnswer = Readonly<z.infer<typeof approvalAnswerSchema>>

/** How a question ended. `withdrawn`: before an answer, because its turn was stopped. */
export type Settlement = 'allowed' | 'denied' | 'answered' | 'withdrawn'

/** The approval inbox of all agents: a snapshot first, then changes. */
export type ApprovalFeedItem =
  | { readonly type: 'snapshot'; readonly pending: readonly PendingApproval[]; readonly rules: readonly ApprovalRule[] }
  | { readonly type: 'requested'; readonly approval: PendingApproval }
  | { readonly type: 'settled'; readonly id: string; readonly how: Settlement }
  | { readonly type: 'rules'; readonly rules: readonly ApprovalRule[] }

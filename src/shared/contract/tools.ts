import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import { approvalAnswerSchema, type ApprovalFeedItem, newApprovalRuleSchema } from '../approval.ts'
import type { TreeCounts } from '../tree-limit.ts'
import { type Budget, budgetSchema } from '../budget.ts'
import type { AgentId } from '../ids.ts'
import type { DayUse } from '../near-limit.ts'
import type { Result } from '../result.ts'
import type { ToolApp } from '../tool-app.ts'
import type { SignInOffer, ToolList } from '../tool-list.ts'
import { agentId } from './fields.ts'

const serverName = z.object({ name: z.string().max(100) })

export const toolsContract = {
  /**
   * The agents' tools, and the MCP servers that provide some of them. Starts the servers if they were not started
   * yet.
   */
  list: oc.output(type<ToolList>()),
  /**
   * Returns the app that shows results of an agent's tool, as the tool's server has it now. Starts the servers if they
   * were not started yet. REFUSED if the server does not run, or the tool has no app.
   */
  app: oc.input(z.object({ agentId, name: z.string().max(200) })).output(type<Result<ToolApp>>()),
  /** Stops an MCP server and starts it again immediately. */
  restartServer: oc.input(serverName).output(type<Result<null>>()),
  /**
   * Begins a sign-in at an MCP server; an unfinished one ends. The user opens the address of the offer, and
   * `signInResult` says how it ended.
   */
  signIn: oc.input(serverName).output(type<Result<SignInOffer>>()),
  /** Answers when the open sign-in of the server has ended. */
  signInResult: oc.input(serverName).output(type<Result<null>>()),
  /** Takes the address of the last page, if the browser is on another machine and could not open it. */
  finishSignIn: oc.input(serverName.extend({ address: z.string().max(20_000) })).output(type<Result<null>>()),
  /** Forgets the login to an MCP server. */
  signOut: oc.input(serverName).output(type<Result<null>>()),
}

export const approvalsContract = {
  /** Calls of all agents that wait for approval, and the saved approvals: a snapshot first, then changes. */
  subscribe: oc.output(eventIterator(type<readonly ApprovalFeedItem[]>())),
  /** Refused if the question is no longer open. */
  answer: oc
    .input(z.object({ approvalId: z.string().max(400), answer: approvalAnswerSchema }))
    .output(type<Result<null>>()),
  /** Adds a policy; it replaces a rule about the same calls and agents. */
  addRule: oc.input(newApprovalRuleSchema).output(type<Result<null>>()),
  /** Removes a rule. Without one that denies, agents may do more. */
  revoke: oc.input(z.object({ ruleId: z.string().max(200) })).output(type<Result<null>>()),
}

export const budgetsContract = {
  /** Budgets by agent. Most agents have none. */
  list: oc.output(type<Result<Readonly<Record<AgentId, Budget>>>>()),
  /** What all agents may cost today, or this month if more of that limit is used, and have cost. Null: there is no limit. */
  today: oc.output(type<Result<DayUse | null>>()),
  /** How much of its limits on work without a user the tree of an agent has used. */
  tree: oc.input(z.object({ agentId })).output(type<Result<TreeCounts>>()),
  /** Null: no limit. Agents that wait for a higher limit continue if the new one is enough. */
  set: oc.input(z.object({ agentId, budget: budgetSchema.nullable() })).output(type<Result<null>>()),
}

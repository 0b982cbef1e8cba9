import type { ApprovalAnswer, ApprovalFeedItem, ApprovalRule, NewApprovalRule } from '../../../shared/approval.ts'
import type { Budget } from '../../../shared/budget.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { ToolList } from '../../../shared/tool-list.ts'
import type { Engine } from '../engine.ts'
import type { EngineParts } from './engine-parts.ts'

/** Tools, what they may do, and what may be spent. */
export function serveTools(parts: EngineParts) {
  return {
    subscribeApprovals(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]> {
      return parts.approvals.subscribe(signal)
    },

    answerApproval(approvalId: string, answer: ApprovalAnswer): Promise<Result<null>> {
      return parts.questions.answer(approvalId, answer)
    },

    approvalRules(): Promise<Result<readonly ApprovalRule[]>> {
      return parts.approvals.rules()
    },

    addApprovalRule(rule: NewApprovalRule): Promise<Result<null>> {
      return parts.approvals.addRule(rule)
    },

    revokeApprovalRule(ruleId: string): Promise<Result<null>> {
      return parts.approvals.revoke(ruleId)
    },

    async budgets(): Promise<Result<Readonly<Record<AgentId, Budget>>>> {
      return parts.budgets.all()
    },

    setBudget(agentId: AgentId, budget: Budget | null): Promise<Result<null>> {
      return parts.budgets.set(agentId, budget)
    },

    listTools(signal: AbortSignal): Promise<ToolList> {
      return parts.tools.list(signal)
    },

    restartToolServer(name: string): Promise<Result<null>> {
      const restarted = parts.dependencies.toolServers.restart(name)
      return Promise.resolve(restarted ? DONE : refuse(`No server of tools is called ${name}.`))
    },
  } satisfies Partial<Engine>
}

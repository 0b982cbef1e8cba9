import type { ApprovalAnswer, NewApprovalRule } from '../../shared/approval.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import { reachEngine } from './reach-engine.ts'

/** User operations on approvals. A refusal is shown at the bottom of the window. */
export interface ApprovalActions {
  answer(approvalId: string, answer: ApprovalAnswer): Promise<void>
  addRule(rule: NewApprovalRule): Promise<void>
  revoke(ruleId: string): Promise<void>
}

export interface ApprovalActionsNeeds {
  readonly client: EngineClient
  readonly notices: Notices
}

export function createApprovalActions({ client, notices }: ApprovalActionsNeeds): ApprovalActions {
  async function unlessRefused(call: Promise<Result<null>>): Promise<void> {
    const outcome = await reachEngine(call)
    if (!outcome.ok) notices.fail(outcome.error.message)
  }

  return {
    answer: (approvalId, answer) => unlessRefused(client.approvals.answer({ approvalId, answer })),
    addRule: (rule) => unlessRefused(client.approvals.addRule(rule)),
    revoke: (ruleId) => unlessRefused(client.approvals.revoke({ ruleId })),
  }
}

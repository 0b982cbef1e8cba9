import type { ApprovalAnswer, NewApprovalRule } from '../../shared/approval.ts'
import type { Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ApprovalStore } from '../store/approval-store.ts'
import type { Notices } from '../store/notice-store.ts'
import { callEngine } from './call-engine.ts'

/** User operations on approvals. A refusal is shown at the bottom of the window. */
export interface ApprovalActions {
  answer(approvalId: string, answer: ApprovalAnswer): Promise<void>
  addRule(rule: NewApprovalRule): Promise<void>
  revoke(ruleId: string): Promise<void>
}

export function createApprovalActions(
  client: EngineClient,
  approvals: ApprovalStore,
  notices: Notices,
): ApprovalActions {
  async function noticeIfRefused(call: Promise<Result<null>>): Promise<void> {
    const outcome = await callEngine(call)
    if (!outcome.ok) notices.fail(outcome.error.message)
  }

  return {
    answer(approvalId, answer) {
      approvals.setState(({ own }) => ({ own: new Set(own).add(approvalId) }))
      return noticeIfRefused(client.approvals.answer({ approvalId, answer }))
    },
    addRule: (rule) => noticeIfRefused(client.approvals.addRule(rule)),
    revoke: (ruleId) => noticeIfRefused(client.approvals.revoke({ ruleId })),
  }
}

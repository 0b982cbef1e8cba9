import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'

/** A limit that does not allow the next request. */
export interface Overrun {
  readonly subject: string
  /** What one extension adds: `$1.00`. Missing: the price is not known, and approving once allows the model. */
  readonly step?: string
  /** Raises the limit by its step, or removes it. */
  readonly raise: (isRemoved: boolean) => Promise<Result<unknown>>
}

/** Returns the question that a limit asks before the next request of an agent. */
export function limitQuestion(
  agentId: AgentId,
  { subject, step }: Overrun,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
): PendingApproval {
  return {
    id: `budget_${ids.uuid()}`,
    agentId,
    tool: 'budget',
    subject,
    access: 'budget',
    isInFolder: true,
    askedAt: clock.now(),
    patterns: [],
    ...(step !== undefined && { extension: step }),
  }
}

/** An approval for once raises the limit by its step, a lasting one removes it. */
export async function acceptAnswer(answer: ApprovalAnswer, raise: Overrun['raise']): Promise<Result<Approval>> {
  if (answer.type === 'deny') {
    const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
    return ok({ type: 'denied', message: `The budget is used up and was not raised.${reason}` })
  }
  const raised = await raise(answer.type === 'allow')
  return mapOk(raised, () => ALLOWED)
}

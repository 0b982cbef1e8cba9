import type { ApprovalAnswer } from '../../../shared/approval.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'

/** A limit that does not allow the next request. */
export interface Overrun {
  readonly subject: string
  /** What one extension adds: `$1.00`. Missing: the price is not known, and approving once allows the model. */
  readonly step?: string
  /** Raises the limit by its step, or removes it. */
  readonly raise: (isRemoved: boolean) => Promise<Result<unknown>>
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

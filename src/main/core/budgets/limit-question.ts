import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import { defined } from '../../../shared/defined.ts'

/** A limit that does not allow the next request, turn or child. */
export interface Overrun {
  /** `budget`: a limit of tokens or dollars; `limit`: one of a tree. */
  readonly kind: 'budget' | 'limit'
  readonly subject: string
  /** What one extension adds: `$1.00`, `20`. Missing: the price is not known, and approving once allows the model. */
  readonly step?: string
  /** Raises the limit by its step, or removes it. */
  readonly raise: (isRemoved: boolean) => Promise<Result<unknown>>
}

/** What a model or a turn is told after a denial. */
const DENIED = {
  budget: 'The budget is used up and was not raised.',
  limit: 'The user allows no more here.',
} as const

/**
 * Returns the question that a limit asks before the next request, turn or child of an agent. Its figures are in `subject`
 * (`budget-policy.ts`), its sentence is in the catalogue of the window.
 */
export function limitQuestion(
  agentId: AgentId,
  { kind, subject, step }: Overrun,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
): PendingApproval {
  return {
    id: `${kind}_${ids.uuid()}`,
    agentId,
    tool: kind,
    subject,
    access: kind,
    isInFolder: true,
    askedAt: clock.now(),
    patterns: [],
    ...defined({ extension: step }),
  }
}

/** An approval for once raises the limit by its step, a lasting one removes it. */
export async function acceptAnswer(answer: ApprovalAnswer, { kind, raise }: Overrun): Promise<Result<Approval>> {
  if (answer.type === 'deny') {
    const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
    return ok({ type: 'denied', message: `${DENIED[kind]}${reason}` })
  }
  const raised = await raise(answer.type === 'allow')
  return mapOk(raised, () => ALLOWED)
}

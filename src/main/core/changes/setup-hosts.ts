import type { AgentId } from '../../../shared/ids.ts'
import type { ApprovalInbox } from '../approvals/approval-inbox.ts'
import { matchesPattern } from '../approvals/match-pattern.ts'
import type { ApproveAccess } from '../ports/tool-ports.ts'

/**
 * Decides the hosts of a command of a set-up. What the user confirmed with it is allowed, and what the rules allow the
 * agent's own commands; what a rule denies stays denied. Nobody is asked.
 */
export function setupHosts(
  network: readonly string[],
  actor: AgentId,
  unasked: ApprovalInbox['unasked'],
): ApproveAccess {
  return async (access) => {
    const call = { paths: [], isInFolder: false, ...access }
    const decided = await unasked('bash', call, actor)
    if (decided.type !== 'ask') return decided
    return network.some((pattern) => matchesPattern(pattern, access.subject, 'anything'))
      ? { type: 'allowed' }
      : { type: 'denied', message: NOT_NAMED }
  }
}

const NOT_NAMED = 'The set-up does not name this host in `network`.'

import type { PendingApproval } from '../../../shared/approval.ts'
import { shortAgentId } from '../../../shared/ids.ts'
import type { PreparedCall, ToolCallSite } from '../ports.ts'
import type { PolicyQuestion } from './approval-policy.ts'
import type { Asking } from './call-check.ts'
import { exactPattern } from './match-pattern.ts'
import { offeredPatterns } from './offer-patterns.ts'

/** Returns the question about a call as the user sees it. */
export function pendingApproval(
  { tool }: PolicyQuestion,
  { subject, access, isInFolder, protectedAs, wideFolder, link, preview }: PreparedCall,
  { agentId, callId }: ToolCallSite,
  askedAt: number,
): PendingApproval {
  return {
    id: callId,
    agentId,
    tool,
    subject,
    access,
    isInFolder,
    ...(protectedAs !== undefined && { protectedAs }),
    ...(wideFolder !== undefined && { wideFolder }),
    ...(link !== undefined && { link }),
    ...(preview !== undefined && { preview }),
    askedAt,
    patterns: protectedAs === undefined ? offeredPatterns(subject, access) : [exactPattern(subject)],
  }
}

/** Denial text for the model, which can tell the user how to permit the call. */
export function nobodyToAsk(tool: string, { subject, access }: PreparedCall, { change, mailFrom }: Asking): string {
  const quoted = `'${`${tool}:${exactPattern(subject)}`.replaceAll("'", `'\\''`)}'`
  const changed = change === null ? '' : `The definition of ${tool} has changed since it was allowed. `
  const whose =
    mailFrom.length === 0
      ? ''
      : `This turn follows mail of ${mailFrom.map(shortAgentId).join(', ')}, so only what both agents may do is allowed. `
  if (access === 'mail') return `${whose}${heldMail(subject)}`
  return `${whose}${changed}${tool} needs a person's approval, and nobody can be asked in this run. To permit it: --allow ${tool}, or only this call: --allow ${quoted}`
}

/**
 * Denial text for mail to an agent that is neither an ancestor nor a descendant. The user can repeat the run with the
 * flag, or allow the mail in the window.
 */
function heldMail(subject: string): string {
  const [pattern = ''] = offeredPatterns(subject, 'mail')
  return `The mail is held and was not sent: this agent and ${shortAgentId(subject)} are not one above the other in the tree, so a person must accept mail from one to the other first, and nobody can be asked in this run. To accept it: --allow 'mail:${pattern}'`
}

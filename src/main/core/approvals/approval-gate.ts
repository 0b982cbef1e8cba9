import type { CallEnd } from '../../../shared/call-end.ts'
import type { AskedCall, ToolCallSite } from '../ports/tool-ports.ts'

export type Approval =
  /** `reply`: the user's answer to a model's question. `isAnswer`: the user was asked; missing: the rules allow it. */
  | { readonly type: 'allowed'; readonly reply?: string; readonly isAnswer?: true }
  /** `message`: for the model; who denied the call, or why no approval was possible. `end`: missing if not the user did. */
  | { readonly type: 'denied'; readonly message: string; readonly end?: CallEnd }

/**
 * Decides whether a prepared call may run, asking the user where the policy requires it. An unanswered question is
 * never treated as denied: it waits for an answer or until the signal aborts (which counts as denied).
 */
export interface ApprovalGate {
  approve(tool: string, call: AskedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval>
  /**
   * Decides once more about a call that was allowed and has waited since: as `approve`, but what the user has answered is
   * not asked again. A rule that denies it by now holds.
   */
  approveAgain(
    given: Approval,
    tool: string,
    call: AskedCall,
    site: ToolCallSite,
    signal: AbortSignal,
  ): Promise<Approval>
}

import type { PreparedCall, ToolCallSite } from '../ports.ts'

export type Approval =
  | { readonly type: 'allowed' }
  /** For the model: who said no, or why nobody could be asked. */
  | { readonly type: 'denied'; readonly message: string }

/**
 * Decides whether a prepared call may run, asking a person where the policy says so. Unanswered is never declined: it
 * waits until somebody answers or the signal aborts (which counts as denied).
 */
export interface ApprovalGate {
  approve(tool: string, call: PreparedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval>
}

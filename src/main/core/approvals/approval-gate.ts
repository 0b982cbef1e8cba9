import type { AskedCall, ToolCallSite } from '../ports/tool-ports.ts'

export type Approval =
  /** `reply`: the user's answer to a model's question. */
  | { readonly type: 'allowed'; readonly reply?: string }
  /** `message`: for the model; who denied the call, or why no approval was possible. */
  | { readonly type: 'denied'; readonly message: string }

/**
 * Decides whether a prepared call may run, asking the user where the policy requires it. An unanswered question is
 * never treated as denied: it waits for an answer or until the signal aborts (which counts as denied).
 */
export interface ApprovalGate {
  approve(tool: string, call: AskedCall, site: ToolCallSite, signal: AbortSignal): Promise<Approval>
}

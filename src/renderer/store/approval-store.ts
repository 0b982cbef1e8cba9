import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ApprovalFeedItem, ApprovalRule, PendingApproval, Settlement } from '../../shared/approval.ts'
import { assertNever } from '../../shared/assert-never.ts'

/** A question that is not open any more. */
export interface SettledApproval {
  readonly approval: PendingApproval
  readonly how: Settlement
  /** Whether this window answered it. */
  readonly isOwn: boolean
}

/** Settled questions that are kept. */
const MAX_SETTLED = 20

/** Open approval questions of all agents, oldest first, and the saved approvals. */
export interface ApprovalState {
  readonly pending: ReadonlyMap<string, PendingApproval>
  readonly rules: readonly ApprovalRule[]
  /** Settled while this window was connected, the newest first. */
  readonly settled: readonly SettledApproval[]
  /** Questions that this window is answering or has answered. */
  readonly own: ReadonlySet<string>
}

export type ApprovalStore = StoreApi<ApprovalState>

export const NO_APPROVALS: ApprovalState = { pending: new Map(), rules: [], settled: [], own: new Set() }

export function createApprovalStore(): ApprovalStore {
  return createStore(() => NO_APPROVALS)
}

/** Applies a batch of the feed. Idempotent, because a snapshot may overlap with the items after it. */
export function applyApprovalItems(state: ApprovalState, items: readonly ApprovalFeedItem[]): ApprovalState {
  const pending = new Map(state.pending)
  let { rules, settled } = state
  for (const item of items) {
    switch (item.type) {
      case 'snapshot':
        pending.clear()
        for (const approval of item.pending) pending.set(approval.id, approval)
        rules = item.rules
        break
      case 'requested':
        pending.set(item.approval.id, item.approval)
        break
      case 'settled':
        settled = withSettled({ ...state, settled }, pending.get(item.id), item.how)
        pending.delete(item.id)
        break
      case 'rules':
        rules = item.rules
        break
      default:
        assertNever(item)
    }
  }
  return { ...state, pending, rules, settled }
}

function withSettled(
  { settled, own }: ApprovalState,
  approval: PendingApproval | undefined,
  how: Settlement,
): readonly SettledApproval[] {
  if (approval === undefined) return settled
  return [{ approval, how, isOwn: own.has(approval.id) }, ...settled].slice(0, MAX_SETTLED)
}

import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ApprovalFeedItem, ApprovalRule, PendingApproval } from '../../shared/approval.ts'
import { assertNever } from '../../shared/assert-never.ts'

/** Open approval questions of all agents, oldest first, and the saved approvals. */
export interface ApprovalState {
  readonly pending: ReadonlyMap<string, PendingApproval>
  readonly rules: readonly ApprovalRule[]
}

export type ApprovalStore = StoreApi<ApprovalState>

export const NO_APPROVALS: ApprovalState = { pending: new Map(), rules: [] }

export function createApprovalStore(): ApprovalStore {
  return createStore(() => NO_APPROVALS)
}

/** Applies a batch of the feed. Idempotent, because a snapshot may overlap with the items after it. */
export function applyApprovalItems(state: ApprovalState, items: readonly ApprovalFeedItem[]): ApprovalState {
  const pending = new Map(state.pending)
  let { rules } = state
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
        pending.delete(item.id)
        break
      case 'rules':
        rules = item.rules
        break
      default:
        assertNever(item)
    }
  }
  return { pending, rules }
}

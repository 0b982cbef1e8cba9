import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import { NO_TOTALS, type UsageTotals } from '../../shared/usage-totals.ts'
import { applyEngineItems } from '../store/agent-tree-store.ts'
import { announcement } from '../store/announcement.ts'
import { nearLimitMessages } from '../store/budget-store.ts'
import type { EngineConnection } from '../store/engine-connection.ts'
import { createFrameBatch, type FrameScheduler } from '../store/frame-batch.ts'
import { hasNewResult, withUnread } from '../store/unread-results.ts'
import type { AppStores } from './app-stores.ts'

/** Applies the engine's feed about all agents to the stores, once per frame. */
export function followEngine(connection: EngineConnection, stores: AppStores, frame: FrameScheduler) {
  const firstSnapshot = Promise.withResolvers<void>()
  const batch = createFrameBatch<EngineFeedItem>((items) => {
    applyFeed(stores, items)
    firstSnapshot.resolve()
  }, frame)
  const stop = connection.followEngine((items) => batch.push(items))
  return {
    firstSnapshot: firstSnapshot.promise,
    stop() {
      stop()
      batch.dispose()
    },
  }
}

function applyFeed(stores: AppStores, items: readonly EngineFeedItem[]): void {
  // Update item by item: a short turn may begin and end within one frame.
  const before = stores.tree.getState().agents
  const known = new Map(before)
  stores.tree.setState((state) => applyEngineItems(state, items), true)
  for (const item of items) {
    if (item.type !== 'agent') continue
    announce(stores, known.get(item.agent.id), item.agent)
    noteResult(stores, known.get(item.agent.id), item.agent)
    if (hasOtherTotals(known.get(item.agent.id), item.agent)) stores.usage.changed()
    known.set(item.agent.id, item.agent)
  }
  if (items.every(({ type }) => type !== 'snapshot')) tellNearLimits(stores, before)
  if (!stores.connection.getState().ready || items.every((item) => item.type !== 'snapshot')) return
  dropMissingPanes(stores)
  // A snapshot may replace many changes.
  stores.usage.changed()
}

/** Returns whether responses of the agent were recorded. */
function hasOtherTotals(before: UsageTotals = NO_TOTALS, after: UsageTotals): boolean {
  return (
    before.usage.totalTokens !== after.usage.totalTokens ||
    before.cost.usd !== after.cost.usd ||
    before.cost.unpriced !== after.cost.unpriced
  )
}

/** Tells once when a budget is nearly used up. */
function tellNearLimits(
  { budgets, tree, toasts, notices }: AppStores,
  before: ReadonlyMap<AgentId, AgentSummary>,
): void {
  // Most windows have no budgets, and the tree changes often.
  if (Object.keys(budgets.getState().budgets).length === 0) return
  for (const message of nearLimitMessages(budgets.getState().budgets, before, tree.getState().agents)) {
    toasts.show(message)
    notices.announce(message)
  }
}

function announce({ notices }: AppStores, before: AgentSummary | undefined, after: AgentSummary): void {
  const text = announcement(before, after)
  if (text !== null) notices.announce(text)
}

/** Those in view are removed again at once. */
function noteResult({ unread }: AppStores, before: AgentSummary | undefined, after: AgentSummary): void {
  if (hasNewResult(before, after)) unread.setState((state) => withUnread(state, [after]), true)
}

/** Removes agents that no longer exist from the saved state. */
export function dropMissingPanes({ tree, layout, comparisons }: AppStores): void {
  const known = new Set(tree.getState().agents.keys())
  layout.dispatch({ type: 'keep_only', known })
  comparisons.dispatch({ type: 'keep_only', known })
}

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import { applyEngineItems } from '../store/agent-tree-store.ts'
import { announcement } from '../store/announcement.ts'
import type { EngineConnection } from '../store/engine-connection.ts'
import { createFrameBatch, type FrameScheduler } from '../store/frame-batch.ts'
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
  const known = new Map(stores.tree.getState().agents)
  stores.tree.setState((state) => applyEngineItems(state, items), true)
  for (const item of items) {
    if (item.type !== 'agent') continue
    announce(stores, known.get(item.agent.id), item.agent)
    known.set(item.agent.id, item.agent)
  }
  if (stores.connection.getState().ready && items.some((item) => item.type === 'snapshot')) dropMissingPanes(stores)
}

function announce({ notices }: AppStores, before: AgentSummary | undefined, after: AgentSummary): void {
  const words = announcement(before, after)
  if (words !== null) notices.announce(words)
}

/** Removes agents that no longer exist from the saved state. */
export function dropMissingPanes({ tree, layout, comparisons }: AppStores): void {
  const known = new Set(tree.getState().agents.keys())
  layout.dispatch({ type: 'keep_only', known })
  comparisons.dispatch({ type: 'keep_only', known })
}

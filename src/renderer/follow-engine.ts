import type { AgentSummary } from '../shared/agent-summary.ts'
import type { EngineFeedItem } from '../shared/engine-state.ts'
import type { AgentId } from '../shared/ids.ts'
import { applyEngineItems } from './store/agent-tree-store.ts'
import { announcement } from './store/announcement.ts'
import type { EngineConnection } from './store/engine-connection.ts'
import { createFrameBatch, type FrameScheduler } from './store/frame-batch.ts'
import { isBusy } from './store/prompt-queue.ts'
import type { WindowStores } from './window-stores.ts'

interface FollowOptions {
  readonly frame: FrameScheduler
  /** A turn ended by itself. */
  onTurnEnd(agentId: AgentId): void
}

/** Brings what the engine tells of all agents into the stores, once a frame. */
export function followEngine(connection: EngineConnection, stores: WindowStores, { frame, onTurnEnd }: FollowOptions) {
  const firstSnapshot = Promise.withResolvers<void>()
  const batch = createFrameBatch<EngineFeedItem>((items) => {
    applyFeed(stores, items, onTurnEnd)
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

function applyFeed(
  stores: WindowStores,
  items: readonly EngineFeedItem[],
  onTurnEnd: (agentId: AgentId) => void,
): void {
  // As it goes: a short turn begins and ends within one frame.
  const known = new Map(stores.tree.getState().agents)
  stores.tree.setState((state) => applyEngineItems(state, items), true)
  for (const item of items) {
    if (item.type !== 'agent') continue
    agentChanged(stores, known.get(item.agent.id), item.agent, onTurnEnd)
    known.set(item.agent.id, item.agent)
  }
  if (stores.connection.getState().ready && items.some((item) => item.type === 'snapshot')) dropMissingPanes(stores)
}

function agentChanged(
  { notices, stopped }: WindowStores,
  before: AgentSummary | undefined,
  after: AgentSummary,
  onTurnEnd: (agentId: AgentId) => void,
): void {
  const wasStopped = stopped.has(after.id)
  const words = announcement(before, after, wasStopped)
  if (words !== null) notices.announce(words)
  if (isBusy(before) === isBusy(after)) return
  stopped.delete(after.id)
  if (after.activity.type === 'idle' && !wasStopped && after.status === 'running') onTurnEnd(after.id)
}

/** What is kept may name agents that are not there any more. */
export function dropMissingPanes({ tree, layout, comparisons }: WindowStores): void {
  const known = new Set(tree.getState().agents.keys())
  layout.dispatch({ type: 'keep_only', known })
  comparisons.dispatch({ type: 'keep_only', known })
}

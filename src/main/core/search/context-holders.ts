import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { AgentContexts } from '../context/agent-contexts.ts'
import type { ContextEditLog } from '../ports/search-ports.ts'

/**
 * Returns, for each event, the agents whose context currently contains it: its own agent and forks. Whether a context
 * contains given events depends only on those events and on the clears, rewinds and summaries of the agent and its
 * ancestors, so nothing else is read: replaying many long histories for one page of results would take seconds.
 */
export async function contextHolders(
  events: readonly AgentEvent[],
  { log, tree }: { readonly log: ContextEditLog; readonly tree: AgentTree },
): Promise<Result<ReadonlyMap<EventId, readonly AgentId[]>>> {
  const inheritors = inheritorsOf(events, tree)
  const edits = await log.contextEdits([...lineagesOf([...inheritors.values()].flat(), tree)])
  if (!edits.ok) return edits
  const contexts = contextsOf([...events, ...edits.value], tree)
  const holders = new Map<EventId, readonly AgentId[]>()
  for (const event of events) {
    const holding: AgentId[] = []
    for (const id of inheritors.get(event.id) ?? []) if (await contexts.holds(id, event.id)) holding.push(id)
    holders.set(event.id, holding)
  }
  return ok(holders)
}

/** Most agents examined for one event, because a chain of forks may be thousands deep. */
const MAX_HOLDERS = 1_000

/** For each event: its agent and the forks whose range includes it, limited to the nearest `MAX_HOLDERS`. */
function inheritorsOf(events: readonly AgentEvent[], tree: AgentTree): ReadonlyMap<EventId, readonly AgentId[]> {
  const children = Map.groupBy(tree.all(), ({ parentId }) => parentId)
  const inheritors = new Map<EventId, readonly AgentId[]>()
  for (const { id, agentId } of events) {
    const owner = tree.get(agentId)
    const found = owner === undefined ? [] : [owner]
    for (const agent of found) {
      if (found.length >= MAX_HOLDERS) break
      for (const child of children.get(agent.id) ?? []) if (inherits(child, id)) found.push(child)
    }
    inheritors.set(
      id,
      found.slice(0, MAX_HOLDERS).map((agent) => agent.id),
    )
  }
  return inheritors
}

/** The agents and all their ancestors. */
function lineagesOf(agentIds: readonly AgentId[], tree: AgentTree): ReadonlySet<AgentId> {
  const found = new Set<AgentId>()
  for (const id of agentIds) {
    for (let agent = tree.get(id); agent !== undefined && !found.has(agent.id);) {
      found.add(agent.id)
      agent = agent.parentId === null ? undefined : tree.get(agent.parentId)
    }
  }
  return found
}

function inherits({ forkEventId, forkFromId }: AgentRecord, id: EventId): boolean {
  return id <= (forkEventId ?? 0) && id > (forkFromId ?? 0)
}

/** Contexts of a log that consists of these events only. */
function contextsOf(events: readonly AgentEvent[], tree: AgentTree) {
  const inOrder = [...new Map(events.map((event) => [event.id, event])).values()].toSorted((a, b) => a.id - b.id)
  const byAgent = Map.groupBy(inOrder, ({ agentId }) => agentId)
  const contexts = new AgentContexts(
    {
      events: async ({ agentId, upToId = Number.MAX_SAFE_INTEGER }) =>
        ok((byAgent.get(agentId) ?? []).filter(({ id }) => id <= upToId)),
    },
    nearestRecords(tree, byAgent),
  )
  const held = new Map<AgentId, ReadonlySet<EventId>>()
  return {
    async holds(agentId: AgentId, eventId: EventId): Promise<boolean> {
      let items = held.get(agentId)
      if (items === undefined) {
        const replay = await contexts.contextOf(agentId)
        items = new Set(replay.ok ? replay.value.items.map(({ id }) => id) : [])
        held.set(agentId, items)
      }
      return items.has(eventId)
    },
  }
}

/**
 * Returns the agents without the ancestors that have no events: such an ancestor passes on the events of its own
 * parent, within the bounds of both forks. Paths are then at most as long as the number of events, however deep the
 * tree is.
 */
function nearestRecords(
  tree: AgentTree,
  byAgent: ReadonlyMap<AgentId, readonly AgentEvent[]>,
): (id: AgentId) => AgentRecord | undefined {
  const known = new Map<AgentId, AgentRecord>()
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const agent = tree.get(id)
    if (agent === undefined) return undefined
    let record = agent
    while (record.parentId !== null && !byAgent.has(record.parentId)) {
      const parent = known.get(record.parentId) ?? tree.get(record.parentId)
      if (parent === undefined) break
      record = joined(record, parent)
    }
    known.set(id, record)
    return record
  }
}

/** The agent as if it had been forked from its parent's parent. */
function joined(agent: AgentRecord, parent: AgentRecord): AgentRecord {
  const forkEventId =
    agent.forkEventId === null || parent.forkEventId === null ? null : Math.min(agent.forkEventId, parent.forkEventId)
  const fromIds = [agent.forkFromId, parent.forkFromId].filter((id) => id !== null)
  const forkFromId = fromIds.length === 0 ? null : Math.max(...fromIds)
  return { ...agent, parentId: parent.parentId, forkEventId, forkFromId }
}

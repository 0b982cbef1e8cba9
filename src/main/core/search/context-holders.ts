import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { AgentContexts } from '../context/agent-contexts.ts'
import type { LogSearch } from '../ports.ts'

/**
 * Of each event the agents whose context holds it now: its own and forks of it. What a context holds of some events is
 * decided by these and by the acts of its agent and those above it, so nothing else is read: a page of hits from many
 * long histories would take seconds otherwise.
 */
export async function contextHolders(
  events: readonly AgentEvent[],
  { log, tree }: { readonly log: Pick<LogSearch, 'acts'>; readonly tree: AgentTree },
): Promise<Outcome<ReadonlyMap<EventId, readonly AgentId[]>>> {
  const inheritors = inheritorsOf(events, tree)
  const concerned = new Set([...inheritors.values()].flat().flatMap((id) => tree.lineage(id)))
  const acts = await log.acts([...concerned])
  if (!acts.ok) return acts
  const contexts = contextsOf([...events, ...acts.value], tree)
  const holders = new Map<EventId, readonly AgentId[]>()
  for (const event of events) {
    const holding: AgentId[] = []
    for (const id of inheritors.get(event.id) ?? []) if (await contexts.holds(id, event.id)) holding.push(id)
    holders.set(event.id, holding)
  }
  return { ok: true, value: holders }
}

/** Of each event its agent, and the forks whose range holds it. */
function inheritorsOf(events: readonly AgentEvent[], tree: AgentTree): ReadonlyMap<EventId, readonly AgentId[]> {
  const children = Map.groupBy(tree.all(), ({ parentId }) => parentId)
  const inheritors = new Map<EventId, readonly AgentId[]>()
  for (const { id, agentId } of events) {
    const owner = tree.get(agentId)
    const found = owner === undefined ? [] : [owner]
    for (const agent of found) found.push(...(children.get(agent.id) ?? []).filter((child) => inherits(child, id)))
    inheritors.set(
      id,
      found.map((agent) => agent.id),
    )
  }
  return inheritors
}

function inherits({ forkEventId, forkFromId }: AgentRecord, id: EventId): boolean {
  return id <= (forkEventId ?? 0) && id > (forkFromId ?? 0)
}

/** Contexts of a log that consists of these events alone. */
function contextsOf(events: readonly AgentEvent[], tree: AgentTree) {
  const inOrder = [...new Map(events.map((event) => [event.id, event])).values()].toSorted((a, b) => a.id - b.id)
  const byAgent = Map.groupBy(inOrder, ({ agentId }) => agentId)
  const contexts = new AgentContexts(
    {
      events: async ({ agentId, upToId = Number.MAX_SAFE_INTEGER }) => ({
        ok: true,
        value: (byAgent.get(agentId) ?? []).filter(({ id }) => id <= upToId),
      }),
    },
    (id) => tree.get(id),
  )
  const held = new Map<AgentId, ReadonlySet<EventId>>()
  return {
    async holds(agentId: AgentId, eventId: EventId): Promise<boolean> {
      let items = held.get(agentId)
      if (items === undefined) {
        const replay = await contexts.of(agentId)
        items = new Set(replay.ok ? replay.value.items.map(({ id }) => id) : [])
        held.set(agentId, items)
      }
      return items.has(eventId)
    },
  }
}

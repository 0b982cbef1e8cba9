import type { AgentMapPage, AgentMapRequest, MapPoint } from '../../../src/shared/agent-map.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'

/** Returns what arrived at agents, newest first, as the engine does. */
export function mapPreview(
  agents: Iterable<AgentSummary>,
  logs: Iterable<readonly AgentEvent[]>,
  { agentId, beforeId = Infinity, afterId = 0, limit }: AgentMapRequest,
): AgentMapPage {
  const events = new Map([...logs].flat().map((event) => [event.id, event]))
  const found = [...events.values()]
    .filter(({ id }) => id < beforeId && id > afterId)
    .filter((event) => agentId === undefined || event.agentId === agentId)
    .flatMap((event) => pointOf(event) ?? [])
    .toSorted((a, b) => b.point.eventId - a.point.eventId)
  const page = found.slice(0, limit)
  const byAgent = Map.groupBy(page, (each) => each.agentId)
  const lines = [...agents].flatMap(({ id, name, parentId, createdAt, cost, lastActivityAt = null }) => {
    const points = (byAgent.get(id) ?? []).map(({ point }) => point).toReversed()
    if (points.length === 0) return []
    return [{ agentId: id, name, parentId, createdAt, lastActivityAt, cost, costWithBelow: cost, points }]
  })
  return { lines, olderBefore: found.length > limit ? (page.at(-1)?.point.eventId ?? null) : null }
}

function pointOf(event: AgentEvent): { readonly agentId: string; readonly point: MapPoint } | null {
  const { id: eventId, agentId, kind, createdAt: at, content } = event
  const point = { eventId, at, text: (content ?? '').slice(0, 160) }
  if (kind === 'user') return { agentId, point: { ...point, kind: 'prompt', from: [] } }
  if (kind === 'mail') return { agentId, point: { ...point, kind, from: [event.data.from] } }
  if (kind === 'merge')
    return { agentId, point: { ...point, kind, from: event.data.sources.map(({ agent }) => agent) } }
  return null
}

import type { AgentMapPage, AgentMapRequest, MapLine, MapPoint } from '../../../shared/agent-map.ts'
import { defined } from '../../../shared/defined.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { subtreeTotals } from '../../../shared/usage-totals.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { LogSearch } from '../ports/search-ports.ts'

interface AgentMapParts {
  readonly search: LogSearch
  readonly tree: AgentTree
  readonly registry: AgentRegistry
}

/** Characters of the text of a point: two lines beside a dot. */
const TEXT_LENGTH = 160

/** Reads what a map of the agents over time shows. */
export class AgentMap {
  readonly #search: LogSearch
  readonly #tree: AgentTree
  readonly #registry: AgentRegistry

  constructor({ search, tree, registry }: AgentMapParts) {
    this.#search = search
    this.#tree = tree
    this.#registry = registry
  }

  /** Returns one page of points, the newest that the request names, by agent. */
  async page(request: AgentMapRequest): Promise<Result<AgentMapPage>> {
    const { agentId, beforeId = Number.MAX_SAFE_INTEGER, afterId = 0, limit } = request
    if (agentId !== undefined && this.#tree.get(agentId) === undefined) return refuse(`No agent: ${agentId}`)
    const agentIds = agentId === undefined ? null : this.#tree.withDescendants(agentId).map(({ id }) => id)
    const forks = await this.#registry.readForks()
    if (!forks.ok) return forks
    const found = await this.#search.mapPoints({ agentIds, beforeId, afterId, limit: limit + 1 })
    if (!found.ok) return found
    const points = found.value.points.slice(0, limit)
    const isFull = found.value.points.length > limit
    const olderBefore = isFull ? points.at(-1)?.eventId : found.value.readFrom
    return ok({ lines: this.#lines(points), olderBefore: olderBefore || null })
  }

  #lines(found: readonly (MapPoint & { readonly agentId: AgentId })[]): readonly MapLine[] {
    const points = Map.groupBy(found.toReversed(), ({ agentId }) => agentId)
    const shown = new Set([...points.keys()].flatMap((id) => this.#tree.lineage(id)))
    const all = this.#tree.all()
    const totals = subtreeTotals(all)
    return all.flatMap((agent) => {
      if (!shown.has(agent.id)) return []
      const { forkReason, lastActivityAt = null } = this.#registry.summary(agent)
      return {
        agentId: agent.id,
        name: agent.name,
        parentId: agent.parentId,
        ...defined({ forkReason }),
        createdAt: agent.createdAt,
        lastActivityAt,
        cost: agent.cost,
        costWithBelow: totals.get(agent.id)?.cost ?? agent.cost,
        points: (points.get(agent.id) ?? []).map(({ eventId, kind, at, text, from }) => ({
          eventId,
          kind,
          at,
          text: oneLine(text),
          from,
        })),
      }
    })
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH - 1).trimEnd()}…` : line
}

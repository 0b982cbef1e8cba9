import { type AgentSummary, isBusy } from '../../shared/agent-summary.ts'
import type { ForkReason } from '../../shared/fork-reason.ts'
import type { AgentId } from '../../shared/ids.ts'
import { withAncestors } from './agent-state.ts'
import { type Agents, placesWithVersions } from './versions.ts'

/** What the row of an agent says about the versions of the place where it was forked. */
export interface VersionsOfRow {
  /** Identifies the place. */
  readonly place: string
  /** The owner of the place included, as in `2/3` at the message. */
  readonly count: number
  /** Which of them the row is, counted from 1. */
  readonly index: number
  /** Whether the others have rows of their own. Null: there are no others to show. */
  readonly isOpen: boolean | null
  /** The versions before and after it that have no row of their own; null: there is none. */
  readonly before: AgentId | null
  readonly after: AgentId | null
}

export interface FoldedVersions {
  /** All agents except the versions without a row, and what is below those. */
  readonly agents: Agents
  /** By the agents whose rows name the count. */
  readonly rows: ReadonlyMap<AgentId, VersionsOfRow>
}

/** Versions of these forks share one row. The others were asked for as agents of their own. */
const SHARING: ReadonlySet<ForkReason> = new Set<ForkReason>(['edit', 'retry'])

/**
 * Folds the versions that "Edit" and "Try again" made at one place into one row: that of the version that was seen
 * last, or of the newest one. Versions that work or wait keep a row of their own. `seen`: the shown agents, newest
 * first; `opened`: the places whose versions all have rows.
 */
export function foldVersions(
  agents: Agents,
  { seen, opened }: { readonly seen: readonly AgentId[]; readonly opened: ReadonlySet<string> },
): FoldedVersions {
  const rows = new Map<AgentId, VersionsOfRow>()
  const hidden = new Set<AgentId>()
  let recent: ReadonlySet<AgentId> | null = null
  for (const { place, count, forks } of placesWithVersions(agents)) {
    const sharing = forks.filter(({ forkReason }) => forkReason !== undefined && SHARING.has(forkReason))
    recent ??= withAncestors(agents, seen)
    const shown = shownOf(sharing, recent)
    if (shown === undefined) continue
    const others = sharing.filter((agent) => agent !== shown && !isBusy(agent.activity.type))
    const isOpen = opened.has(place)
    const index = count - forks.length + forks.indexOf(shown) + 1
    const at = sharing.indexOf(shown)
    const folded = (agent: AgentSummary | undefined): AgentId | null =>
      agent !== undefined && !isOpen && others.includes(agent) ? agent.id : null
    rows.set(shown.id, {
      place,
      count,
      index,
      isOpen: others.length === 0 ? null : isOpen,
      before: folded(sharing[at - 1]),
      after: folded(sharing[at + 1]),
    })
    if (!isOpen) for (const { id } of others) hidden.add(id)
  }
  return { agents: hidden.size === 0 ? agents : without(hidden, agents), rows }
}

/** The version that was seen last, itself or below it; else the newest. */
function shownOf(versions: readonly AgentSummary[], recent: ReadonlySet<AgentId>): AgentSummary | undefined {
  for (const id of recent) {
    const found = versions.find((version) => version.id === id)
    if (found !== undefined) return found
  }
  return versions.at(-1)
}

/** Returns the agents without the hidden ones and everything below those. */
function without(hidden: ReadonlySet<AgentId>, agents: Agents): Agents {
  const isHidden = new Map<AgentId, boolean>([...hidden].map((id) => [id, true]))
  for (const { id } of agents.values()) {
    const path = new Set<AgentId>()
    let next: AgentId | null = id
    while (next !== null && !isHidden.has(next) && !path.has(next)) {
      path.add(next)
      next = agents.get(next)?.parentId ?? null
    }
    const found = next !== null && isHidden.get(next) === true
    for (const each of path) isHidden.set(each, found)
  }
  return new Map([...agents].filter(([id]) => isHidden.get(id) !== true))
}

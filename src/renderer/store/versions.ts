import type { AgentEvent, EventKind } from '../../shared/agent-event.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import { isInherited } from '../../shared/context-edits.ts'
import { eventHas } from '../../shared/event-facts.ts'
import type { ForkReason } from '../../shared/fork-reason.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

export type Agents = ReadonlyMap<AgentId, AgentSummary>

/** The point after an event, or the start of a root (event 0). The owner is the agent that the event belongs to. */
export interface VersionPlace {
  readonly ownerId: AgentId
  readonly eventId: EventId
}

/** The agents that continue from one place, in order, and which of them a path takes. */
export interface Versions {
  readonly place: VersionPlace
  /** The owner of the place first, if it goes on there; then by creation. At least two. */
  readonly agents: readonly AgentId[]
  /** Counted from 0. */
  readonly index: number
}

export interface PathVersions {
  /** By the first message after the place. */
  readonly byEvent: ReadonlyMap<EventId, Versions>
  /** Where the path ends at a place, as it does while the first answer of a new version streams. */
  readonly atEnd: Versions | null
}

/** Forks that continue a place as another version of it, and not for another purpose. */
const VERSION_REASONS: ReadonlySet<ForkReason> = new Set<ForkReason>(['edit', 'retry', 'ask', 'race', 'fork'])
/** These begin by themselves: they are versions even before their first message, and if they failed. */
const STARTED: ReadonlySet<ForkReason> = new Set<ForkReason>(['edit', 'retry', 'race'])
/** What a fork sets up before its first message. */
const SETTINGS: ReadonlySet<EventKind> = new Set<EventKind>(['system', 'options', 'instructions'])

/** Whether the event is what may be said in other words or answered anew. */
function isSaid(event: AgentEvent): boolean {
  return eventHas(event, 'message', 'whole') || event.kind === 'tool_call' || event.kind === 'error'
}

/** Returns the versions along the path of an agent. `events`: the loaded end of its path. */
export function pathVersions(
  agentId: AgentId,
  { events, hasOlder }: { readonly events: readonly AgentEvent[]; readonly hasOlder: boolean },
  agents: Agents,
): PathVersions {
  const siblings = forksByPlace(agents)
  const byEvent = new Map<EventId, Versions>()
  let place = hasOlder ? null : startOf(agentId, agents)
  let owner: AgentId | null = hasOlder ? (events[0]?.agentId ?? null) : null
  /** Whether the owner has no message of its own so far. */
  let isFresh = !hasOlder
  /** Whether a message followed the place. */
  let isContinued = false
  for (const event of events) {
    if (event.agentId !== owner) {
      place = placeOfFork(agents.get(event.agentId)) ?? place
      owner = event.agentId
      isFresh = true
      isContinued = false
    }
    if (isSaid(event) && !isContinued) {
      const versions = place === null ? null : versionsAt(place, event.agentId, agents, siblings)
      if (versions !== null) byEvent.set(event.id, versions)
      isContinued = true
    }
    if (!isInherited(event) || (isFresh && SETTINGS.has(event.kind) && isFork(agents.get(event.agentId)))) continue
    place = { ownerId: event.agentId, eventId: event.id }
    isFresh = false
    isContinued = false
  }
  if (owner !== agentId) {
    place = placeOfFork(agents.get(agentId)) ?? place
    isContinued = false
  }
  const atEnd = place === null || isContinued ? null : versionsAt(place, agentId, agents, siblings)
  return { byEvent, atEnd }
}

/** Returns the key of a place. */
export function placeKey({ ownerId, eventId }: VersionPlace): string {
  return `${ownerId}:${eventId}`
}

/**
 * Returns the agent to show for a version: the one below it that was shown last, if it continues this version with
 * versions of its own. `seen`: the shown agents, newest first.
 */
export function lastSeenBelow(
  version: AgentId,
  place: VersionPlace,
  seen: readonly AgentId[],
  agents: Agents,
): AgentId {
  return seen.find((agentId) => continues(agentId, version, place, agents)) ?? version
}

function continues(agentId: AgentId, version: AgentId, { eventId }: VersionPlace, agents: Agents): boolean {
  let below: AgentSummary | null = null
  for (let agent = agents.get(agentId); agent !== undefined;) {
    if (agent.id === version) return below === null || (below.forkEventId ?? 0) > eventId
    if (!isVersionAgent(agent) || agent.parentId === null) return false
    below = agent
    agent = agents.get(agent.parentId)
  }
  return false
}

/**
 * Returns a text that changes with whatever `pathVersions` reads of the agents; empty: the path has no versions. It
 * costs one step per agent, so that a pane can ask it of every change of the tree.
 */
export function familyText(agentId: AgentId, agents: Agents): string {
  const lineage = new Set<AgentId>()
  for (let agent = agents.get(agentId); agent !== undefined && !lineage.has(agent.id);) {
    lineage.add(agent.id)
    agent = agent.parentId === null ? undefined : agents.get(agent.parentId)
  }
  const versions: string[] = []
  for (const agent of agents.values()) {
    if (agent.parentId !== null && lineage.has(agent.parentId) && isVersionAgent(agent)) versions.push(agent.id)
  }
  if (versions.length === 0) return ''
  return [...versions, ...[...lineage].map((id) => `${id} ${agents.get(id)?.lastMessageId ?? 0}`)].join(' ')
}

function startOf(agentId: AgentId, agents: Agents): VersionPlace | null {
  const passed = new Set<AgentId>()
  for (let agent = agents.get(agentId); agent !== undefined && !passed.has(agent.id);) {
    if (agent.parentId === null) return { ownerId: agent.id, eventId: 0 }
    passed.add(agent.id)
    agent = agents.get(agent.parentId)
  }
  return null
}

function isFork(agent: AgentSummary | undefined): boolean {
  return agent !== undefined && agent.parentId !== null
}

/** Null: a root, or a fork from a mark, which begins with another context. */
function placeOfFork(agent: AgentSummary | undefined): VersionPlace | null {
  if (agent === undefined || agent.parentId === null || agent.forkEventId === null || agent.forkFromId !== null)
    return null
  return { ownerId: agent.parentId, eventId: agent.forkEventId }
}

/** Whether the agent is a version of the place where it was forked. */
function isVersionAgent(agent: AgentSummary): boolean {
  const { forkReason, lastMessageId } = agent
  if (forkReason === undefined || !VERSION_REASONS.has(forkReason) || placeOfFork(agent) === null) return false
  return STARTED.has(forkReason) || lastMessageId !== undefined
}

function forksByPlace(agents: Agents): ReadonlyMap<string, readonly AgentSummary[]> {
  return Map.groupBy(agents.values(), (agent) => {
    const place = isVersionAgent(agent) ? placeOfFork(agent) : null
    return place === null ? '' : placeKey(place)
  })
}

interface PlaceVersions {
  /** The key of the place. */
  readonly place: string
  /** How many continue there, its owner included. */
  readonly count: number
  /** By creation. */
  readonly forks: readonly AgentSummary[]
}

/** Returns the places with at least two versions. */
export function placesWithVersions(agents: Agents): readonly PlaceVersions[] {
  return [...forksByPlace(agents)].flatMap(([key, children]) => {
    const forks = children.toSorted(byAge)
    const place = placeOfFork(forks[0])
    if (key === '' || place === null) return []
    const count = forks.length + (goesOn(place, agents) ? 1 : 0)
    return count < 2 ? [] : [{ place: key, count, forks }]
  })
}

/** Whether the owner of the place continues there itself. */
function goesOn({ ownerId, eventId }: VersionPlace, agents: Agents): boolean {
  return (agents.get(ownerId)?.lastMessageId ?? 0) > eventId
}

function versionsAt(
  place: VersionPlace,
  taken: AgentId,
  agents: Agents,
  forks: ReadonlyMap<string, readonly AgentSummary[]>,
): Versions | null {
  const children = (forks.get(placeKey(place)) ?? []).toSorted(byAge).map(({ id }) => id)
  if (children.length === 0) return null
  const all = goesOn(place, agents) ? [place.ownerId, ...children] : children
  const index = all.indexOf(taken)
  return index === -1 || all.length < 2 ? null : { place, agents: all, index }
}

function byAge(a: AgentSummary, b: AgentSummary): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}

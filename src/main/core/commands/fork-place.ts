import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { ForkRequest } from '../../../shared/engine-api.ts'
import type { EventId } from '../../../shared/ids.ts'
import { NO_OPTIONS } from '../../../shared/model-options.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import { type ForkPoint, replayedForkPoint } from '../context/fork-point.ts'
import { unknownMark } from './clear-command.ts'
import type { CommandServices } from './command-services.ts'

/** Where a fork begins. */
export interface ForkPlace {
  /**
   * The agent that the event of `point` belongs to; it becomes the parent, so that all forks of one place are siblings.
   */
  readonly owner: AgentRecord
  readonly point: ForkPoint
  /** The system prompt and the options that a child inherits there; null: those that the agent has now. */
  readonly inherited: Pick<ContextReplay, 'system' | 'options'> | null
}

const NO_SETTINGS = { system: null, options: NO_OPTIONS }
const NOTHING: ForkPoint = { atId: 0, fromId: null, unanswered: null }

/** Returns the place that a request names in the path of `agent`. */
export async function forkPlace(
  { mark, atEventId, before }: Pick<ForkRequest, 'mark' | 'atEventId' | 'before'>,
  agent: AgentRecord,
  services: CommandServices,
): Promise<Result<ForkPlace>> {
  const { contexts, registry } = services
  if (atEventId !== undefined && before !== undefined) return refuse(TWO_PLACES)
  const upToId = atEventId ?? (typeof before === 'number' ? before - 1 : undefined)
  if (mark !== undefined) return fromMark(mark, agent, upToId, contexts)
  if (before === 'start') return ok({ owner: rootOf(agent, registry.tree), point: NOTHING, inherited: NO_SETTINGS })
  if (upToId !== undefined) return placeUpTo(upToId, agent, services)
  const point = await contexts.forkPoint(agent.id)
  return point.ok ? ok({ owner: agent, point: point.value, inherited: null }) : point
}

const TWO_PLACES = 'Both an event to fork at and one to fork before were given: give one of them.'

/** The agent of a mark has only what follows it in its context, so its fork stays below it. */
async function fromMark(
  mark: string,
  agent: AgentRecord,
  upToId: EventId | undefined,
  contexts: AgentContexts,
): Promise<Result<ForkPlace>> {
  const context = await (upToId === undefined ? contexts.contextOf(agent.id) : contexts.at(agent.id, upToId))
  if (!context.ok) return context
  const fromId = context.value.marks.get(mark)
  if (fromId === undefined) return refuse(unknownMark(mark, context.value.marks))
  return ok({ owner: agent, point: replayedForkPoint(context.value, fromId), inherited: context.value })
}

/**
 * Returns the place after the last inherited event up to `upToId`. An agent of the path that has no message of its own
 * until then begins at the place where it was forked; what it set up itself (its system prompt, its options) does not
 * move the place.
 */
async function placeUpTo(
  upToId: EventId,
  agent: AgentRecord,
  { contexts, registry: { tree } }: CommandServices,
): Promise<Result<ForkPlace>> {
  let owner = agent
  let [atId, fromId]: [EventId, EventId | null] = [upToId, null]
  for (;;) {
    const parent = owner.parentId === null ? undefined : tree.get(owner.parentId)
    const forkedAt = owner.forkEventId ?? 0
    if (parent === undefined || atId > forkedAt) {
      const context = await contexts.at(owner.id, atId)
      if (!context.ok) return context
      if (parent === undefined || hasOwnPart(context.value, owner)) {
        return ok({ owner, point: replayedForkPoint(context.value, fromId), inherited: context.value })
      }
    }
    atId = Math.min(atId, forkedAt)
    fromId = later(fromId, owner.forkFromId)
    owner = parent
  }
}

function hasOwnPart({ items, spans }: ContextReplay, { id }: AgentRecord): boolean {
  return spans.length > 0 || items.some(({ agentId, kind }) => agentId === id && kind !== 'instructions')
}

function later(a: EventId | null, b: EventId | null): EventId | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function rootOf(agent: AgentRecord, tree: AgentTree): AgentRecord {
  const root = tree.lineage(agent.id).at(-1)
  return (root === undefined ? undefined : tree.get(root)) ?? agent
}

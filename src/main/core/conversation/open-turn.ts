import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import { namedByPrompt } from '../agents/agent-names.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { ReachedLimit } from '../budgets/tree-limit-policy.ts'
import type { TurnCounts } from '../budgets/tree-limits.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { IdSource, Logger } from '../ports/system-ports.ts'
import type { Mail, SentPrompt, TurnLease, TurnLeases, EventReader } from '../ports/log-ports.ts'
import { catchBug } from './catch-bug.ts'

/** Error text when another engine is running the agent's turn. */
export const LEASED_ELSEWHERE = "Another ikigai on this database is running this agent's turn. Wait until it has ended."

const HAS_BEGUN = 'Another ikigai on this database has run the first turn of this agent.'

export interface Opening {
  readonly agent: AgentRecord
  readonly choice: ModelChoice
  /** The prompt; missing if the context already ends with something to answer. */
  readonly opening?: readonly NewEvent[]
  /** Instruction files that changed, recorded before the prompt. They are not the user's input. */
  readonly preceding?: readonly NewEvent[]
  /** The mail in `opening`. */
  readonly readMail?: readonly Mail[]
  /** The queued prompts in `opening`. */
  readonly sentPrompts?: readonly SentPrompt[]
  /** As in `TurnBeginning`. */
  readonly isWithoutUser?: boolean
  /** Open only if the agent has had no turn yet. */
  readonly isFirst?: boolean
}

/** A turn that has started: this engine holds the agent's lease. */
export interface OpenedTurn {
  readonly ok: true
  readonly turnId: TurnId
  readonly lease: TurnLease
}

/** `busy`: another engine holds the agent's lease. */
export interface RefusedTurn {
  readonly ok: false
  readonly error: AppError
  readonly busy?: true
  /** Set if a limit of the tree allows no turn without a user. */
  readonly reached?: ReachedLimit
}

interface OpeningDependencies {
  readonly treeLimits: TurnCounts
  readonly leases: TurnLeases
  readonly contexts: { catchUp(agentId: AgentId): Promise<Result<unknown>> }
  readonly rights: TurnRights
  readonly hub: EventRecorder
  readonly store: EventReader
  readonly ids: IdSource
  readonly logger: Logger
}

/**
 * Acquires the agent's lease and records the beginning of its turn. Refused, without any record, if another engine
 * holds the lease.
 */
export async function openTurn(
  {
    agent,
    choice,
    opening = [],
    preceding = [],
    readMail = [],
    sentPrompts = [],
    isFirst = false,
    isWithoutUser,
  }: Opening,
  dependencies: OpeningDependencies,
): Promise<OpenedTurn | RefusedTurn> {
  const { rights, hub, store, treeLimits, logger } = dependencies
  const agentId = agent.id
  const acquired = await acquireTurn(agentId, dependencies)
  if (!acquired.ok) return acquired
  const { turnId, lease } = acquired
  const prompt = readMail.length > 0 ? null : titleOf(opening.at(-1))
  const change = {
    agentChanges: namedByPrompt(agent, prompt),
    events: [...preceding, ...opening].map((event) => ({ ...event, turnId })),
    startedTurns: [{ agentId, turnId, choice }],
    readMail,
    sentPrompts,
  }
  const record = async () => {
    const earlier = isFirst ? await newestTurn(agentId, store) : NO_TURN
    if (!earlier.ok) return earlier
    if (earlier.value !== 'none') return { ...refuse(HAS_BEGUN), busy: true } as const
    const limited = await limitRights(agentId, opening, readMail, rights)
    if (!limited.ok) return limited
    // The children of a model were counted when they were announced.
    const counted = isFirst
      ? NOTHING_REACHED
      : await count(agentId, isWithoutUser === true || readMail.length > 0, treeLimits)
    if (!counted.ok) return counted
    const reached = counted.value
    return reached === null ? hub.record(change) : { ...refuse(reached.text), reached }
  }
  const recorded = await catchBug(record, { agentId, fallback: err, logger })
  if (recorded.ok) return acquired
  await catchBug(() => lease.release(), { agentId, fallback: () => undefined, logger })
  return recorded
}

/**
 * Acquires the agent's lease for a turn of which nothing is recorded yet. The context then contains all that other
 * engines have recorded under the lease.
 */
export async function acquireTurn(
  agentId: AgentId,
  { leases, contexts, ids, logger }: OpeningDependencies,
): Promise<OpenedTurn | RefusedTurn> {
  const acquired = await leases.acquire(agentId)
  if (!acquired.ok) return acquired
  const lease = acquired.value
  if (lease === null) return { ...refuse(LEASED_ELSEWHERE), busy: true }
  const begin = async () => {
    const current = await contexts.catchUp(agentId)
    return current.ok ? ok(ids.uuid()) : current
  }
  const begun = await catchBug(begin, { agentId, fallback: err, logger })
  if (begun.ok) return { ok: true, turnId: begun.value, lease }
  await catchBug(() => lease.release(), { agentId, fallback: () => undefined, logger })
  return begun
}

const NO_TURN = ok('none')
const NOTHING_REACHED = ok(null)

/** Counts a turn that begins without a user; any other one is an act of a user, or of what a user has planned. */
async function count(
  agentId: AgentId,
  isWithoutUser: boolean,
  limits: TurnCounts,
): Promise<Result<ReachedLimit | null>> {
  return isWithoutUser ? limits.beginTurn(agentId) : limits.acted(agentId)
}

/** A turn without mail or a prompt of its own continues what came before it and keeps those limits. */
function limitRights(
  agentId: AgentId,
  opening: readonly NewEvent[],
  readMail: readonly Mail[],
  rights: TurnRights,
): Promise<Result<unknown>> {
  if (readMail.length > 0) return rights.beginByMail(agentId, readMail)
  return opening.length > 0 ? rights.beginByPerson(agentId) : rights.chainOf(agentId)
}

/** The text of a prompt, or the name of its first file; null: it has neither. */
function titleOf(event: NewEvent | undefined): string | null {
  if (event?.kind !== 'user' || event.content?.trim() !== '') return event?.content ?? null
  return event.data?.attachments[0]?.name ?? null
}

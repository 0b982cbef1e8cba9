import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { type AppError, refused } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import { namedByPrompt } from '../agents/name-from-prompt.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { IdSource, Logger, Mail, SentPrompt, Store, TurnLease, TurnLeases } from '../ports.ts'
import { FAULTED, guarded } from './guarded.ts'

/** The words when another engine runs the agent's turn. */
export const RUNS_ELSEWHERE = "Another ikigai on this database is running this agent's turn. Wait until it has ended."

const HAS_BEGUN = 'Another ikigai on this database has run the first turn of this agent.'

export interface Opening {
  readonly agent: AgentRecord
  readonly choice: ModelChoice
  /** The prompt, or nothing when the context already ends in what is to be answered. */
  readonly opening?: readonly NewEvent[]
  /** Mail that `opening` is made of. */
  readonly readMail?: readonly Mail[]
  /** Queued prompts that `opening` is made of. */
  readonly sentPrompts?: readonly SentPrompt[]
  /** Only if the agent has had no turn yet. */
  readonly isFirst?: boolean
}

/** A turn that has begun: its prompt is recorded, and the agent is ours. */
export interface OpenedTurn {
  readonly ok: true
  readonly turnId: string
  readonly lease: TurnLease
}

/** `busy`: another engine has the agent. */
export interface RefusedTurn {
  readonly ok: false
  readonly error: AppError
  readonly busy?: true
}

interface OpeningDependencies {
  readonly leases: TurnLeases
  readonly rights: TurnRights
  readonly hub: EventHub
  readonly store: Store
  readonly ids: IdSource
  readonly logger: Logger
}

/** Takes the agent and records what its turn begins with; refused without a trace when another engine has it. */
export async function openTurn(
  { agent, choice, opening = [], readMail = [], sentPrompts = [], isFirst = false }: Opening,
  { leases, rights, hub, store, ids, logger }: OpeningDependencies,
): Promise<OpenedTurn | RefusedTurn> {
  const agentId = agent.id
  const lease = await leases.acquire(agentId)
  if (!lease.ok) return lease
  const held = lease.value
  if (held === null) return { ok: false, error: refused(RUNS_ELSEWHERE), busy: true }
  const turnId = ids.uuid()
  const prompt = readMail.length > 0 ? null : (opening.at(-1)?.content ?? null)
  const change = {
    agentChanges: namedByPrompt(agent, prompt),
    events: opening.map((event) => ({ ...event, turnId })),
    startedTurns: [{ agentId, turnId, choice }],
    readMail,
    sentPrompts,
  }
  const record = async () => {
    const earlier = isFirst ? await newestTurn(agentId, store) : NO_TURN
    if (!earlier.ok) return earlier
    if (earlier.value !== 'none') return { ...refuse(HAS_BEGUN), busy: true } as const
    const limited = await limitRights(agentId, opening, readMail, rights)
    return limited.ok ? hub.record(change) : limited
  }
  const recorded = await guarded(record, { agentId, instead: FAULTED, logger })
  if (recorded.ok) return { ok: true, turnId, lease: held }
  await guarded(() => held.release(), { agentId, instead: undefined, logger })
  return recorded
}

const NO_TURN = ok('none')

/** A turn that begins with nothing of its own goes on with what came before it, and keeps the limits of that. */
function limitRights(
  agentId: AgentId,
  opening: readonly NewEvent[],
  readMail: readonly Mail[],
  rights: TurnRights,
): Promise<Result<unknown>> {
  if (readMail.length > 0) return rights.beginByMail(agentId, readMail)
  return opening.length > 0 ? rights.beginByPerson(agentId) : rights.of(agentId)
}

import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mailEvent } from '../content/input-events.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ReachedLimit } from '../budgets/tree-limit-policy.ts'
import type { HeldMail } from '../budgets/tree-limits.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { MailStore } from '../ports/log-ports.ts'
import type { IdSource, Logger } from '../ports/system-ports.ts'
import { errorEvent } from './response-events.ts'
import type { TurnRunner } from './turn-loop.ts'

interface MailDependencies {
  readonly tree: AgentTree
  readonly mail: MailStore
  readonly treeLimits: HeldMail
  readonly loop: TurnRunner
  readonly hub: EventRecorder
  readonly attended: boolean
  readonly ids: IdSource
  readonly logger: Logger
}

/** Starts the turns of agents that start on mail; the mail is their prompt. */
export class MailStarter {
  readonly #dependencies: MailDependencies
  /** Agents whose mail is being held back here, as long as a question about it is open. */
  readonly #holding = new Set<AgentId>()

  constructor(dependencies: MailDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Starts a turn if the agent starts on mail, is idle and has unread mail; returns whether it did. Called again at the
   * end of every turn, in the engine that ran it.
   */
  async startOnMail(agentId: AgentId): Promise<boolean> {
    if (this.#starter(agentId) === null) return false
    const { mail, tree, loop, treeLimits, logger } = this.#dependencies
    const unread = await mail.unread(agentId)
    if (!unread.ok) {
      logger.warn('Mail that should start a turn could not be read', { agentId, error: unread.error.message })
      return false
    }
    // The agent may have been killed while its mail was read.
    const agent = this.#starter(agentId)
    // Mail from another home waits for the next turn that a user of this one begins.
    const mails = unread.value.filter(({ from }) => tree.get(from)?.home === undefined)
    if (agent === null || mails.length === 0) return false
    // A user may have acted in another engine since it was held back here.
    const held = await treeLimits.isHeld(agentId)
    if (!held.ok || held.value) return false
    const started = await loop.start(agent, { opening: mails.map(mailEvent), readMail: mails })
    if (!started.ok && started.reached !== undefined) await this.#hold(agent, started.reached)
    return started.ok
  }

  /** Starts a turn with the mail that a limit has held back, because a user has acted in the tree. */
  async release(agentId: AgentId): Promise<void> {
    this.#holding.delete(agentId)
    await this.startOnMail(agentId)
  }

  /** Returns the agent if mail may start a turn of it now; else null. */
  #starter(agentId: AgentId): AgentRecord | null {
    const { tree, loop } = this.#dependencies
    const agent = tree.get(agentId)
    const isHere = agent?.home === undefined
    const isFree = !this.#holding.has(agentId) && !loop.isBusy(agentId)
    return isHere && isFree && agent?.wakeOnMail === true && agent.status !== 'killed' ? agent : null
  }

  async #hold(agent: AgentRecord, reached: ReachedLimit): Promise<void> {
    const { treeLimits, loop, attended } = this.#dependencies
    this.#holding.add(agent.id)
    const end = (): void => void this.#holding.delete(agent.id)
    // A question can be withdrawn like a turn.
    if (attended) {
      // `hold` ends before the agent is free, which looks at its mail again. Without a start, `hold` is not called.
      void loop
        .runExclusive(agent, ({ signal }) => treeLimits.hold(agent.id, reached, signal).finally(end))
        .finally(end)
      return
    }
    const held = await treeLimits.hold(agent.id, reached, new AbortController().signal).finally(end)
    if (held.ok) await this.startOnMail(agent.id)
    else await this.#record(agent, held.error)
  }

  /** The agent's pane shows why its mail waits. */
  async #record({ id: agentId, choice }: AgentRecord, error: AppError): Promise<void> {
    const { hub, ids, logger } = this.#dependencies
    const recorded = await hub.record({ events: [errorEvent({ agentId, turnId: ids.uuid() }, error, choice)] })
    if (!recorded.ok) logger.warn('Mail waits for a user', { agentId, reason: error.message })
  }
}

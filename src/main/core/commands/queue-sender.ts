import type { SubmitResult } from '../../../shared/contract/agents.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import { isCompleteAnswer } from '../../../shared/answer-end.ts'
import { NOT_QUEUED } from '../agents/prompt-queues.ts'
import { catchBug } from '../conversation/catch-bug.ts'
import type { Committed } from '../ports/log-ports.ts'
import type { InputRunner } from './input-runner.ts'
import type { CommandServices } from './command-services.ts'

/** `later`: another engine runs the agent, or the database is unavailable. */
type Attempt = 'sent' | 'nothing' | 'later'

const LATER_MS = 1_000
const BUSY = 'A turn of this agent is running. The prompt is sent when it ends; to send it now, stop the turn first.'

/**
 * Sends queued prompts in order, one after each turn that ended with an answer. The commit that records a prompt also
 * removes it from the queue, so that only one engine sends it. After a stop, a failure or a crash nothing is sent until
 * another prompt has been answered; this follows from the log alone.
 */
export class QueueSender {
  readonly #services: CommandServices
  readonly #inputs: InputRunner
  readonly #closing = new AbortController()
  readonly #waiting = new Set<AgentId>()

  constructor(services: CommandServices, inputs: InputRunner) {
    this.#services = services
    this.#inputs = inputs
  }

  /**
   * Sends the agent's first queued prompt if its newest turn was answered and no turn runs; returns whether it did now.
   */
  async sendNext(agentId: AgentId): Promise<boolean> {
    const attempt = await this.#attempt(agentId)
    if (attempt === 'later') void this.#tryAgain(agentId)
    return attempt === 'sent'
  }

  /** Sends the prompts that were left in the queues. Called once, when the engine starts. */
  sendLeftOver(): void {
    for (const { id, queuedPrompts } of this.#services.tree.all()) if (queuedPrompts > 0) void this.sendNext(id)
  }

  /**
   * Handles commits of other engines. An engine that ended a turn sends the next prompt itself, unless it does not stay
   * open; therefore this engine tries shortly afterwards.
   */
  onRemoteCommit({ events }: Committed): void {
    for (const event of events) {
      const waits = (this.#services.tree.get(event.agentId)?.queuedPrompts ?? 0) > 0
      if (waits && isCompleteAnswer(event)) void this.#tryAgain(event.agentId)
    }
  }

  /** Sends one prompt at the user's request, however the last turn ended. */
  async send(agentId: AgentId, promptId: string): Promise<Result<SubmitResult>> {
    const { order, queues } = this.#services
    const begun = await order.run(agentId, async () => {
      if (this.#inputs.isOccupied(agentId)) return refuse(BUSY)
      const queue = await queues.list(agentId)
      if (!queue.ok) return queue
      const prompt = queue.value.find(({ id }) => id === promptId)
      return prompt === undefined ? refuse(NOT_QUEUED) : this.#inputs.beginQueued(agentId, prompt)
    })
    return begun.ok ? this.#inputs.finish(agentId, begun.value) : begun
  }

  /** Stops sending. */
  close(): void {
    this.#closing.abort()
  }

  async #tryAgain(agentId: AgentId): Promise<void> {
    if (!this.#services.staysOpen || this.#waiting.has(agentId)) return
    this.#waiting.add(agentId)
    const { clock } = this.#services
    let attempt: Attempt
    do {
      await clock.sleep(LATER_MS, this.#closing.signal)
      attempt = await this.#attempt(agentId)
    } while (attempt === 'later')
    this.#waiting.delete(agentId)
  }

  #attempt(agentId: AgentId): Promise<Attempt> {
    const { order, logger, staysOpen } = this.#services
    if (!staysOpen) return Promise.resolve('nothing')
    const work = (): Promise<Attempt> => order.run(agentId, () => this.#sendFirst(agentId))
    return catchBug<Attempt>(work, { agentId, fallback: () => 'nothing', logger })
  }

  async #sendFirst(agentId: AgentId): Promise<Attempt> {
    const { tree, queues, store, logger } = this.#services
    for (let before: string | null = null; ;) {
      const agent = tree.get(agentId)
      const isRunning = agent?.status === 'running' && agent.home === undefined
      if (this.#closing.signal.aborted || !isRunning || this.#inputs.isOccupied(agentId)) return 'nothing'
      const queue = await queues.list(agentId)
      if (!queue.ok) return 'later'
      // A user here sends what users of other homes have written.
      const first = queue.value.find(({ from }) => from === undefined)
      // An unchanged first prompt was refused for another reason than being sent by another engine.
      if (first === undefined || before === JSON.stringify(first)) return 'nothing'
      const turn = await newestTurn(agentId, store)
      if (!turn.ok) return 'later'
      if (turn.value === 'open') return 'nothing'
      const begun = await this.#inputs.beginQueued(agentId, first)
      if (begun.ok) {
        void this.#finish(agentId, begun.value)
        return 'sent'
      }
      if (begun.busy === true || begun.error.retryable) return 'later'
      logger.warn('A queued prompt was not sent', { agent: agentId, reason: begun.error.message })
      before = JSON.stringify(first)
    }
  }

  async #finish(agentId: AgentId, begun: Parameters<InputRunner['finish']>[1]): Promise<void> {
    const { logger } = this.#services
    const finished = await this.#inputs.finish(agentId, begun)
    if (!finished.ok) {
      logger.warn('A queued script ended before its last line', { agent: agentId, reason: finished.error.message })
    }
  }
}

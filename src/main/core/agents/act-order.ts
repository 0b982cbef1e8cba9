import type { AgentId } from '../../../shared/ids.ts'

/**
 * The acts of people on one agent, one after the other in the order in which they came: whoever picks a model and presses
 * Enter at once means the prompt for that model. Agents do not wait for each other.
 */
export class ActOrder {
  readonly #last = new Map<AgentId, Promise<unknown>>()

  /** Runs `act` when the acts before it have ended, however they did. An act must not wait for another one's place. */
  async inOrder<T>(agentId: AgentId, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(agentId)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#last.set(agentId, done)
    await before
    try {
      return await act()
    } finally {
      resolve()
      if (this.#last.get(agentId) === done) this.#last.delete(agentId)
    }
  }

  /** Resolves when the acts that came before have ended; takes no place itself. */
  async after(agentId: AgentId): Promise<void> {
    await this.#last.get(agentId)
  }
}

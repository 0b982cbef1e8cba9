import type { AgentId } from '../../../shared/ids.ts'

/**
 * Runs a user's operations on one agent in order of arrival, so that a prompt sent right after a model switch uses the
 * new model. Operations on different agents run independently.
 */
export class ActOrder {
  readonly #last = new Map<AgentId, Promise<unknown>>()

  /**
   * Runs `act` after all earlier operations on the agent have settled. `act` must not call `inOrder` for the same
   * agent: that would deadlock.
   */
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

  /** Resolves when all earlier operations on the agent have settled. Later operations do not wait for the caller. */
  async after(agentId: AgentId): Promise<void> {
    await this.#last.get(agentId)
  }
}

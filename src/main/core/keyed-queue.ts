/**
 * Runs tasks with the same key one after the other, in order of arrival. Tasks with different keys run independently.
 * With an agent's id as the key, a prompt sent right after a model switch uses the new model.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /**
   * Runs `task` after all earlier tasks of the key have settled. `task` must not call `run` with the same key: that
   * would deadlock.
   */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#last.set(key, done)
    await before
    try {
      return await task()
    } finally {
      resolve()
      if (this.#last.get(key) === done) this.#last.delete(key)
    }
  }

  /** Resolves when all earlier tasks of the key have settled. Later tasks do not wait for the caller. */
  async after(key: string): Promise<void> {
    await this.#last.get(key)
  }
}

import type { PreparedCall, Tool } from '../../src/main/core/ports/tool-ports.ts'

/** A tool that runs until its turn is stopped. */
export class SleepTool implements Tool {
  readonly definition = { name: 'sleep', description: 'Waits.', parameters: { type: 'object', properties: {} } }
  #started = Promise.withResolvers<void>()

  prepare() {
    const call: PreparedCall = {
      subject: 'sleep',
      access: 'context',
      paths: [],
      isInFolder: true,
      run: async ({ signal }) => {
        const stopped = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => stopped.resolve())
        this.#started.resolve()
        if (!signal.aborted) await stopped.promise
        return { content: 'woken', isError: true }
      },
    }
    return Promise.resolve({ ok: true, call } as const)
  }

  /** Resolves when the next call is running. */
  async started(): Promise<void> {
    await this.#started.promise
    this.#started = Promise.withResolvers()
  }
}

import type { Store } from '../../src/main/core/ports/log-ports.ts'

/** A store whose commit of the prompt `Break.` makes the engine's reading of it throw. */
export function breaking(store: Store, message: string): Store {
  return {
    ...store,
    async commit(change) {
      const committed = await store.commit(change)
      if (!committed.ok || change.events?.every(({ content }) => content !== 'Break.') !== false) return committed
      const events = committed.value.events.map((event) =>
        Object.defineProperty({ ...event }, 'kind', {
          get: () => {
            throw new Error(message)
          },
        }),
      )
      return { ok: true, value: { ...committed.value, events } }
    },
  }
}

import type { StoreApi } from 'zustand/vanilla'

import type { WindowSetting } from '../../shared/window-settings.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient, Stop } from './engine-connection.ts'

/** A store whose whole state the engine's settings keep across restarts. */
export interface KeptStore {
  /** Reads what was kept. What can't be read stays as it is. */
  restore(): Promise<void>
  /** Keeps the state from now on, whenever it has rested for a while. */
  keep(): Stop
  flush(): void
}

export interface KeptStoreOptions<State> {
  readonly client: EngineClient
  readonly delay: DelayScheduler
  /** The setting's key. */
  readonly key: WindowSetting
  readonly store: StoreApi<State>
  /** Null: that is of another shape. */
  parse(value: unknown): State | null
}

export function keptStore<State>({ client, delay, key, store, parse }: KeptStoreOptions<State>): KeptStore {
  const writes = createDelayedWrites<State>((_, value) => {
    // What can't be kept now is kept with the next change; it is still on the screen.
    client.settings.set({ key, value }).catch(() => undefined)
  }, delay)

  return {
    async restore() {
      const state = parse(await client.settings.get({ key }).catch(() => null))
      if (state !== null) store.setState(state, true)
    },
    keep: () => store.subscribe((value) => writes.put(key, value)),
    flush: writes.flush,
  }
}

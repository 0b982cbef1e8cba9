import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient, Stop } from './engine-connection.ts'
import { parseLayout } from './layout.ts'
import type { LayoutStore } from './layout-store.ts'
import { keptPreference, PREFERENCE_NAMES, settingOf, type PreferenceStore } from './preference-store.ts'

/** What the window keeps in the engine's settings, apart from drafts. */
export interface KeptSettings {
  /** Reads layout and preferences. What can't be read stays as it is. */
  restore(): Promise<void>
  /** Keeps the layout from now on, whenever it has rested for a while. */
  keep(): Stop
  flush(): void
}

export interface KeptSettingsNeeds {
  readonly client: EngineClient
  readonly layout: LayoutStore
  readonly preferences: PreferenceStore
}

export function createKeptSettings(needs: KeptSettingsNeeds, delay: DelayScheduler): KeptSettings {
  const { client, layout, preferences } = needs
  const writes = createDelayedWrites<unknown>((_, value) => {
    // What can't be kept now is kept with the next change; nothing is lost but an arrangement.
    client.settings.set({ key: 'layout', value }).catch(() => undefined)
  }, delay)

  return {
    async restore() {
      const get = (key: string) => client.settings.get({ key }).catch(() => null)
      const [keptLayout, ...values] = await Promise.all([
        get('layout'),
        ...PREFERENCE_NAMES.map((name) => get(settingOf(name))),
      ])
      PREFERENCE_NAMES.forEach((name, index) => preferences.setState(keptPreference(name, values[index])))
      const restored = parseLayout(keptLayout)
      if (restored !== null) layout.store.setState(restored, true)
    },
    keep: () => layout.store.subscribe((value) => writes.put('layout', value)),
    flush: writes.flush,
  }
}

import { keyAtHome } from '../../../shared/home-settings.ts'
import { mapOk } from '../../../shared/result.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/** Returns the settings as one home sees them: what each home has for itself is stored under a key of its own. */
export function homeSettings(settings: SettingsStore<string>, homeId: string): SettingsStore<string> {
  const at = (key: string): string => keyAtHome(key, homeId)
  return {
    ...settings,
    get: (key) => settings.get(at(key)),
    getAll: async (keys) => {
      const own = new Map(keys.map((key) => [at(key), key]))
      const stored = await settings.getAll([...own.keys()])
      return mapOk(stored, (values) => new Map([...values].map(([key, value]) => [own.get(key) ?? key, value])))
    },
    set: (key, value) => settings.set(at(key), value),
    replace: (key, expected, value) => settings.replace(at(key), expected, value),
  }
}

import type { SettingsStore } from '../../src/main/core/ports/log-ports.ts'
import type { JsonValue } from '../../src/shared/json.ts'

/** Settings in memory; `failing`: every call fails as when the database does not answer. */
export function memorySettings(failing = false): SettingsStore<string> {
  const kept = new Map<string, JsonValue>()
  const error = { category: 'STORAGE', message: 'down', retryable: true } as const
  const result = <T>(value: T) =>
    Promise.resolve(failing ? { ok: false as const, error } : { ok: true as const, value })
  return {
    get: (key) => result(kept.get(key) ?? null),
    getAll: (keys) => result(new Map(keys.flatMap((key) => (kept.has(key) ? [[key, kept.get(key) ?? null]] : [])))),
    set: (key, value) => result((kept.set(key, value), null)),
    replace: (key, expected, value) => {
      const isExpected = JSON.stringify(kept.get(key) ?? null) === JSON.stringify(expected)
      if (isExpected) kept.set(key, value)
      return result(isExpected)
    },
    draft: () => result({ text: '', asText: false }),
    setDraft: () => result(null),
  }
}

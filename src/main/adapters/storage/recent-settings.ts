import type { JsonValue } from '../../../shared/json.ts'
import type { Result } from '../../../shared/result.ts'
import type { SettingsStore } from '../../core/ports/log-ports.ts'

/**
 * How long a value that was read is used again, ms. A call reads some of them five times within this time, from its preparation
 * to its start. A change by another engine takes effect up to this much later, which is less than a call takes to start.
 */
export const FRESH_MS = 10

/** Most values that are held; there may be thousands of agents. */
const MAX_READS = 200

/**
 * The settings that each call reads, also below the name of a home. Not those by which an engine takes a right away from calls
 * of another one: rules, levels of the sandbox and trust.
 */
const OF_CALLS = /^(?:home:[^:]*:)?(?:agent_folders|budgets|run_limits|(?:agent_folder|turn_rights):.*)$/

interface RecentRead {
  /** When it was begun: the value is not older. */
  readonly at: number
  readonly value: Promise<Result<JsonValue | null>>
}

/**
 * A store that reads a setting of calls once for reads within `FRESH_MS`, and again after each change through it. `now`: ms,
 * never going back.
 */
export function recentSettings(store: SettingsStore<string>, now: () => number): SettingsStore<string> {
  const recent = new Map<string, RecentRead>()
  /** A read that began before the end of a change may have seen what was before. */
  const changing = async <T>(key: string, change: () => Promise<T>): Promise<T> => {
    try {
      return await change()
    } finally {
      recent.delete(key)
    }
  }
  return {
    ...store,
    get(key) {
      const last = recent.get(key)
      if (last !== undefined && now() - last.at < FRESH_MS) return last.value
      const value = store.get(key)
      if (!OF_CALLS.test(key)) return value
      const read = { at: now(), value }
      if (recent.size >= MAX_READS) recent.clear()
      recent.set(key, read)
      void value.then(({ ok }) => {
        if (!ok && recent.get(key) === read) recent.delete(key)
      })
      return value
    },
    set: (key, value) => changing(key, () => store.set(key, value)),
    replace: (key, expected, value) => changing(key, () => store.replace(key, expected, value)),
  }
}

import type { StoredKey } from '../../shared/home-settings.ts'
import type { JsonValue } from '../../shared/json.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SettingsStore } from './ports/log-ports.ts'

/** Each failed try is another engine's success, so that more than a few mean that something else is wrong. */
const MAX_TRIES = 100

export interface SettingShape<T> {
  readonly key: StoredKey
  /** What counts when nothing is kept. */
  readonly empty: T
  /** Null: not what this setting holds. */
  readonly parse: (stored: JsonValue) => T | null
  /** The words when `parse` answers null. */
  readonly damaged: string
}

/**
 * A value that users change a part of, kept in the database under one key; changes of several engines are all kept.
 */
export class StoredSetting<T> {
  readonly #settings: SettingsStore
  readonly #shape: SettingShape<T>

  constructor(settings: SettingsStore, shape: SettingShape<T>) {
    this.#settings = settings
    this.#shape = shape
  }

  async read(): Promise<Result<T>> {
    const stored = await this.#settings.get(this.#shape.key)
    return stored.ok ? this.#parse(stored.value) : stored
  }

  /** Returns the stored value. `change` must be pure: it runs again after a lost compare-and-set. */
  async change(change: (value: T) => T & JsonValue): Promise<Result<T>> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const stored = await this.#settings.get(this.#shape.key)
      if (!stored.ok) return stored
      const before = this.#parse(stored.value)
      if (!before.ok) return before
      const value = change(before.value)
      const replaced = await this.#settings.replace(this.#shape.key, stored.value, value)
      if (!replaced.ok) return replaced
      if (replaced.value) return ok(value)
    }
    return storageError('Could not save: another ikigai on this database keeps changing this setting. Try again.', true)
  }

  #parse(stored: JsonValue | null): Result<T> {
    const value = stored === null ? this.#shape.empty : this.#shape.parse(stored)
    return value === null ? storageError(this.#shape.damaged, false) : ok(value)
  }
}

function storageError(message: string, retryable: boolean): Result<never> {
  return err({ category: 'STORAGE', message, retryable })
}

import type { StoredKey } from '../../../shared/home-settings.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { NO_TREE_USE, parseTreeUse, type TreeUse } from '../../../shared/tree-limit.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/** Each failed try is another engine's success, so that more than a few mean that something else is wrong. */
const MAX_TRIES = 100

/** What becomes of a tree's use. `use`: null if it stays as it is. */
export interface UseChange<T> {
  readonly use: TreeUse | null
  readonly value: T
}

/**
 * The use of each tree, in one stored value for all engines on a database. It is changed by compare and set, so that no
 * two engines take the same rest of a limit.
 */
export class TreeUses {
  readonly #settings: SettingsStore
  /** Changes of this engine do not compete with each other. */
  readonly #order = new KeyedQueue()

  constructor(settings: SettingsStore) {
    this.#settings = settings
  }

  async read(rootId: AgentId): Promise<Result<TreeUse>> {
    const stored = await this.#settings.get(keyOf(rootId))
    return stored.ok ? parse(stored.value) : stored
  }

  /** Changes what is stored of a tree. `decide` runs again if another engine was faster. */
  change<T>(rootId: AgentId, decide: (use: TreeUse) => Promise<Result<UseChange<T>>>): Promise<Result<T>> {
    return this.#order.run(rootId, () => this.#change(rootId, decide))
  }

  async #change<T>(rootId: AgentId, decide: (use: TreeUse) => Promise<Result<UseChange<T>>>): Promise<Result<T>> {
    const key = keyOf(rootId)
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const stored = await this.#settings.get(key)
      if (!stored.ok) return stored
      const before = parse(stored.value)
      if (!before.ok) return before
      const decided = await decide(before.value)
      if (!decided.ok) return decided
      const { use, value } = decided.value
      if (use === null) return ok(value)
      const next = { ...use, version: before.value.version + 1 }
      const replaced = await this.#settings.replace(key, stored.value, next)
      if (!replaced.ok) return replaced
      if (replaced.value) return ok(value)
    }
    return err({
      category: 'STORAGE',
      message:
        'The limits of this tree could not be counted: another ikigai on this database keeps changing them. Try again.',
      retryable: true,
    })
  }
}

function keyOf(rootId: AgentId): StoredKey {
  return `tree_use:${rootId}`
}

function parse(stored: JsonValue | null): Result<TreeUse> {
  const use = stored === null ? NO_TREE_USE : parseTreeUse(stored)
  if (use !== null) return ok(use)
  return err({ category: 'STORAGE', message: 'The stored use of this tree is damaged.', retryable: false })
}

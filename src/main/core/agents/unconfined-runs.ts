import type { StoredKey } from '../../../shared/home-settings.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/**
 * The races and evaluations whose test commands a user of this home lets run where there is no sandbox. What the log
 * records of it allows nothing by itself: an event can come from an import, from another home, or from another program.
 */
export class UnconfinedRuns {
  readonly #settings: SettingsStore

  constructor(settings: SettingsStore) {
    this.#settings = settings
  }

  /** Notes what a user has said about a race or an evaluation. Saying nothing takes back nothing. */
  async note(runId: AgentId, unconfined: boolean): Promise<Result<null>> {
    return unconfined ? this.#settings.set(keyOf(runId), true) : ok(null)
  }

  /** Returns the plan as it may be carried out here. */
  async limited<Plan extends { readonly unconfined: boolean }>(runId: AgentId, plan: Plan): Promise<Result<Plan>> {
    if (!plan.unconfined) return ok(plan)
    return mapOk(await this.#settings.get(keyOf(runId)), (stored) => ({ ...plan, unconfined: stored === true }))
  }
}

function keyOf(runId: AgentId): StoredKey {
  return `unconfined_run:${runId}`
}

import { type DayExtension, parseDayExtension } from '../../../shared/budget.ts'
import { dollars } from '../../../shared/money.ts'
import type { DayUse } from '../../../shared/near-limit.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { DayCosts } from '../ports/search-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { dayLimitText, isOverrun } from './budget-policy.ts'
import type { Overrun } from './limit-question.ts'

const EXTENSION = {
  key: 'day_budget' as const,
  empty: { day: '', more: 0 },
  parse: parseDayExtension,
  damaged: 'The stored extension of the daily limit is damaged.',
}

/** A limit of today that does not allow the next request. */
interface DayOverrun extends DayUse {
  /** What one extension adds, US dollars. */
  readonly step: number
}

/** `max_cost_per_day` of config.json, and how far the user has raised it for today. */
export class DayBudget {
  readonly #search: DayCosts
  readonly #config: Config
  readonly #clock: Clock
  readonly #extension: StoredSetting<DayExtension>

  constructor(settings: SettingsStore, search: DayCosts, config: Config, clock: Clock) {
    this.#search = search
    this.#config = config
    this.#clock = clock
    this.#extension = new StoredSetting<DayExtension>(settings, EXTENSION)
  }

  /** Returns the limit if it does not allow the next request; null: it does, or there is none. */
  async overrun(nextUsd: number | null): Promise<Result<DayOverrun | null>> {
    const use = await this.use()
    const step = this.#config.maxCostPerDay
    if (!use.ok || use.value === null || step === null) return use.ok ? ok(null) : use
    return ok(isOverrun(use.value.cost.usd, use.value.limit, nextUsd) ? { ...use.value, step } : null)
  }

  /**
   * Returns the question that the next request raises; null: it may be sent. `onRaised`: called when the user has raised
   * the limit.
   */
  async question(nextUsd: number | null, onRaised: () => Promise<void>): Promise<Result<Overrun | null>> {
    return mapOk(await this.overrun(nextUsd), (use) =>
      use === null
        ? null
        : {
            kind: 'budget',
            subject: dayLimitText(use.cost, use.limit, nextUsd),
            step: dollars(use.step),
            raise: async (isRemoved) => {
              const raised = await this.extend(use.day, isRemoved ? null : use.step)
              if (raised.ok) await onRaised()
              return raised
            },
          },
    )
  }

  /** Returns the limit of today and what all agents have cost; null: there is no limit. */
  async use(): Promise<Result<DayUse | null>> {
    if (this.#config.maxCostPerDay === null) return ok(null)
    const today = await this.#search.costToday(this.#clock.now())
    if (!today.ok) return today
    const extension = await this.#extension.read()
    if (!extension.ok) return extension
    const { day, cost } = today.value
    const more = extension.value.day === day ? extension.value.more : 0
    return ok(more === null ? null : { day, cost, limit: this.#config.maxCostPerDay + more })
  }

  /** Raises the limit of a day; null: by any amount. */
  extend(day: string, more: number | null): Promise<Result<unknown>> {
    return this.#extension.change((before) => {
      if (before.day !== day) return { day, more }
      return { day, more: more === null || before.more === null ? null : before.more + more }
    })
  }
}

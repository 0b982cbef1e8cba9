import { type DayExtension, parseDayExtension } from '../../../shared/budget.ts'
import type { CostSum } from '../../../shared/cost-sum.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { LogSearch, SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { isOverrun } from './budget-policy.ts'

const EXTENSION = {
  key: 'day_budget',
  empty: { day: '', more: 0 },
  parse: parseDayExtension,
  damaged: 'The stored extension of the daily limit is damaged.',
}

export interface DayBudgetDependencies {
  readonly settings: SettingsStore
  readonly search: Pick<LogSearch, 'costToday'>
  readonly config: Pick<Config, 'maxCostPerDay'>
  readonly clock: Clock
}

/** The limit of today and what was spent, over all agents. */
export interface DayUse {
  /** ISO date. */
  readonly day: string
  readonly cost: CostSum
  /** US dollars. */
  readonly limit: number
  /** What one extension adds, US dollars. */
  readonly step: number
}

/** `max_cost_per_day` of config.json, and how far the user has raised it for today. */
export class DayBudget {
  readonly #dependencies: DayBudgetDependencies
  readonly #extension: StoredSetting<DayExtension>

  constructor(dependencies: DayBudgetDependencies) {
    this.#dependencies = dependencies
    this.#extension = new StoredSetting<DayExtension>(dependencies.settings, EXTENSION)
  }

  /** Returns the limit if it does not allow the next request; null: it does, or there is none. */
  async overrun(nextUsd: number | null): Promise<Result<DayUse | null>> {
    const { search, config, clock } = this.#dependencies
    const step = config.maxCostPerDay
    if (step === null) return ok(null)
    const today = await search.costToday(clock.now())
    if (!today.ok) return today
    const extension = await this.#extension.read()
    if (!extension.ok) return extension
    const { day, cost } = today.value
    const more = extension.value.day === day ? extension.value.more : 0
    const limit = more === null ? Infinity : step + more
    return ok(isOverrun(cost.usd, limit, nextUsd) ? { day, cost, limit, step } : null)
  }

  /** Raises the limit of a day; null: by any amount. */
  extend(day: string, more: number | null): Promise<Result<unknown>> {
    return this.#extension.change((before) => {
      if (before.day !== day) return { day, more }
      return { day, more: more === null || before.more === null ? null : before.more + more }
    })
  }
}

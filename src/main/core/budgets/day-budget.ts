import { type DayExtension, parseDayExtension } from '../../../shared/budget.ts'
import { SETTINGS } from '../../../shared/config.ts'
import { dollars } from '../../../shared/money.ts'
import { dayShare, type DayUse } from '../../../shared/near-limit.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { DayCosts, LimitPeriod } from '../ports/search-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { dayLimitText, isOverrun, wrongLimitText } from './budget-policy.ts'
import type { Overrun } from './limit-question.ts'

const EMPTY = { empty: { day: '', more: 0 }, parse: parseDayExtension }

/** The limits of config.json on what all agents cost in a period, and how far the user has raised them. */
const PERIODS = {
  day: {
    setting: 'maxCostPerDay',
    extension: { ...EMPTY, key: 'day_budget', damaged: 'The stored extension of the daily limit is damaged.' },
  },
  month: {
    setting: 'maxCostPerMonth',
    extension: { ...EMPTY, key: 'month_budget', damaged: 'The stored extension of the monthly limit is damaged.' },
  },
} as const

/** What one extension allows while the limit in the file is wrong, US dollars. */
const WRONG_STEP = 1

/** A limit of today, or of this month, that does not allow the next request. */
interface DayOverrun extends DayUse {
  /** What one extension adds, US dollars. */
  readonly step: number
}

/** `max_cost_per_day` or `max_cost_per_month` of config.json, and how far the user has raised it for this day or month. */
export class DayBudget {
  readonly #search: DayCosts
  readonly #config: Config
  readonly #clock: Clock
  readonly #extension: StoredSetting<DayExtension>
  readonly #period: LimitPeriod

  constructor(
    settings: SettingsStore,
    search: DayCosts,
    { config, clock }: { readonly config: Config; readonly clock: Clock },
    period: LimitPeriod = 'day',
  ) {
    this.#period = period
    this.#search = search
    this.#config = config
    this.#clock = clock
    this.#extension = new StoredSetting<DayExtension>(settings, PERIODS[period].extension)
  }

  /** The limit in config.json, US dollars; null: none; 0: it is wrong. */
  get configured(): number | null {
    return this.#config[PERIODS[this.#period].setting]
  }

  /** The name of its setting in config.json. */
  get settingName(): string {
    return SETTINGS[PERIODS[this.#period].setting].key
  }

  /** Returns the limit if it does not allow the next request; null: it does, or there is none. */
  async overrun(nextUsd: number | null): Promise<Result<DayOverrun | null>> {
    const use = await this.use()
    if (!use.ok || use.value === null || this.configured === null) return use.ok ? ok(null) : use
    const step = this.configured === 0 ? WRONG_STEP : this.configured
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
            subject: use.limit === 0 ? wrongLimitText(this.settingName) : dayLimitText(use, this.#period, nextUsd),
            step: dollars(use.step),
            raise: async (isRemoved) => {
              const raised = await this.extend(use.day, isRemoved ? null : use.step)
              if (raised.ok) await onRaised()
              return raised
            },
          },
    )
  }

  /** Returns the limit of the period and what all agents have cost in it; null: there is no limit. */
  async use(): Promise<Result<DayUse | null>> {
    const { configured } = this
    if (configured === null) return ok(null)
    const today = await this.#search.costIn(this.#period, this.#clock.now())
    if (!today.ok) return today
    const extension = await this.#extension.read()
    if (!extension.ok) return extension
    const { day, cost } = today.value
    const more = extension.value.day === day ? extension.value.more : 0
    return ok(more === null ? null : { period: this.#period, day, cost, limit: configured + more })
  }

  /** Raises the limit of a day, or of the month that begins with it; null: by any amount. */
  extend(day: string, more: number | null): Promise<Result<unknown>> {
    return this.#extension.change((before) => {
      if (before.day !== day) return { day, more }
      return { day, more: more === null || before.more === null ? null : before.more + more }
    })
  }
}

/** Returns the limit of which most is used, and what all agents have cost; null: there is none. */
export async function nearestUse(periods: readonly DayBudget[]): Promise<Result<DayUse | null>> {
  let nearest: DayUse | null = null
  for (const period of periods) {
    const use = await period.use()
    if (!use.ok) return use
    if (use.value !== null && (nearest === null || dayShare(use.value) > dayShare(nearest))) nearest = use.value
  }
  return ok(nearest)
}

/** Returns the question of the first limit that the next request would pass; null: it may be sent. */
export async function periodQuestion(
  periods: readonly DayBudget[],
  nextUsd: number | null,
  onRaised: () => Promise<void>,
): Promise<Result<Overrun | null>> {
  for (const period of periods) {
    const question = await period.question(nextUsd, onRaised)
    if (!question.ok || question.value !== null) return question
  }
  return ok(null)
}

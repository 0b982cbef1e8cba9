import { z } from 'zod'

import type { Budget } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { dayShare, type DayUse, isNearLimit } from '../../shared/near-limit.ts'
import { ok } from '../../shared/result.ts'
import { limitText } from '../parts/money-text.ts'
import type { BudgetStore } from '../store/budget-store.ts'
import type { ConfigStore } from '../store/config-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import type { Toasts } from '../store/toast-store.ts'
import { callEngine } from './call-engine.ts'

/** The day and the limit that a window last showed a message about. */
const dayNoticeSchema = z.object({ day: z.string(), limit: z.number() })

/** User operations on budgets. */
export interface BudgetActions {
  /** Loads the budgets again, because answering the question of a paused agent may have increased one. */
  load(): Promise<void>
  /** Sets the budget; null removes it. Returns why nothing was changed, or null. */
  set(agentId: AgentId, budget: Budget | null): Promise<string | null>
  /**
   * Loads how much of the limit of today or this month is used, and tells when it is nearly all: once per limit in all windows.
   */
  loadToday(): Promise<void>
}

export function createBudgetActions(dependencies: {
  readonly client: EngineClient
  readonly budgets: BudgetStore
  readonly configuration: ConfigStore
  readonly notices: Notices
  readonly toasts: Toasts
}): BudgetActions {
  const { client, budgets, configuration, notices, toasts } = dependencies

  async function load(): Promise<void> {
    const outcome = await callEngine(client.budgets.list())
    if (outcome.ok) budgets.setState({ budgets: outcome.value })
  }

  /** Notes the notice in the engine; returns whether it is a new one and no other window was faster. */
  async function isNew({ day, limit }: DayUse): Promise<boolean> {
    const key = 'day_notice'
    const stored = await client.settings.get({ key }).catch(() => null)
    const known = dayNoticeSchema.safeParse(stored).data
    if (known?.day === day && known.limit === limit) return false
    const replaced = await callEngine(client.settings.replace({ key, expected: stored, value: { day, limit } }))
    return replaced.ok && replaced.value
  }

  async function loadToday(): Promise<void> {
    const { config } = configuration.getState()
    const hasLimit = [config?.maxCostPerDay ?? null, config?.maxCostPerMonth ?? null].some((limit) => limit !== null)
    const outcome = hasLimit ? await callEngine(client.budgets.today()) : ok(null)
    if (!outcome.ok) return
    budgets.setState({ today: outcome.value })
    if (outcome.value === null || !isNearLimit(dayShare(outcome.value)) || !(await isNew(outcome.value))) return
    const message = limitText(outcome.value)
    toasts.show(message)
    notices.announce(message)
  }

  return {
    load,
    loadToday,
    async set(agentId, budget) {
      const outcome = await callEngine(client.budgets.set({ agentId, budget }))
      if (!outcome.ok) return outcome.error.message
      await load()
      return null
    },
  }
}

import { implement } from '@orpc/server'

import { addDays, dayIn, type CalendarDay } from '../../../src/renderer/text/calendar-day.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { addCosts, NO_COST } from '../../../src/shared/cost-sum.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { StandingRow } from '../../../src/shared/standing.ts'
import {
  addFigures,
  NO_USAGE,
  PURPOSE_LABELS,
  type UsageFigures,
  type UsagePurpose,
  type UsageRequest,
} from '../../../src/shared/usage-report.ts'

/** A response of the preview. */
interface SpentResponse {
  readonly daysAgo: number
  readonly agentId: AgentId
  readonly model: string
  readonly pool: string
  readonly purpose: UsagePurpose
  readonly figures: UsageFigures
}

const MODELS = [
  { model: 'anthropic/claude-sonnet-5-5', pool: '', purpose: 'answer', usd: 0.031 },
  { model: 'openai/gpt-5-mini', pool: 'quick', purpose: 'judge', usd: 0.0042 },
  { model: 'local/qwen3', pool: '', purpose: 'summary', usd: 0 },
  { model: 'openrouter/someone/new-model', pool: 'quick', purpose: 'answer', usd: null },
] as const

const FOLDERS = ['/home/ada/gateway', '/home/ada/notes'] as const

/** Forty days of work: no day is like the one before it, and some are free. */
function spent(agents: readonly AgentSummary[]): SpentResponse[] {
  return Array.from({ length: 40 }, (_, daysAgo) => daysAgo).flatMap((daysAgo) =>
    agents.flatMap(({ id: agentId }, index) => {
      const kind = MODELS[index % MODELS.length]
      const responses = ((daysAgo * (daysAgo + 5) + index * 3) % 7) % 5
      return kind === undefined || responses === 0
        ? []
        : [{ daysAgo, agentId, ...kind, figures: figuresOf(responses, kind.usd) }]
    }),
  )
}

/** `usd` of one response; null: no price is known. */
function figuresOf(responses: number, usd: number | null): UsageFigures {
  return {
    ...NO_USAGE,
    responses,
    input: responses * 12_400,
    cached: responses * 9_000,
    cacheWrites: responses * 300,
    output: responses * 810,
    missed: responses % 2 === 0 ? responses * 2_100 : 0,
    missedUsd: responses % 2 === 0 ? (usd ?? 0) * responses * 0.2 : 0,
    cost: { usd: (usd ?? 0) * responses, unpriced: usd === null ? responses : 0, partial: 0 },
  }
}

/** The recorded responses of the preview, and how it answers questions about them. */
export function previewUsage(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  change: (agentId: AgentId, changed: Partial<AgentSummary>) => void,
) {
  const responses = spent([...agents.values()])
  const folderOf = (agentId: AgentId): string => FOLDERS[[...agents.keys()].indexOf(agentId) % FOLDERS.length] ?? ''

  function keyOf(response: SpentResponse, day: CalendarDay, by: UsageRequest['by']): string {
    if (by === 'day') return day
    if (by === 'agent') return response.agentId
    if (by === 'provider') return response.model.replace(/\/.*/, '')
    if (by === 'cause') return response.figures.missed > 0 ? 'expired' : ''
    return by === 'folder' ? folderOf(response.agentId) : response[by]
  }

  function labelOf(by: UsageRequest['by'], key: string): string {
    if (by === 'agent') return agents.get(key)?.name || key.slice(0, 6)
    if (by === 'purpose') return Object.entries(PURPOSE_LABELS).find(([purpose]) => purpose === key)?.[1] ?? key
    return by === 'pool' ? (key === '' ? 'No pool' : `@${key}`) : key
  }

  function query({ by, timeZone, from = '', to = '9999-12-31', folder, model, purpose, pool }: UsageRequest) {
    const today = dayIn(timeZone, Date.now())
    const chosen = responses
      .map((response) => ({ ...response, day: addDays(today, -response.daysAgo) }))
      .filter(({ day }) => from <= day && day <= to)
      .filter(({ agentId }) => folder === undefined || folderOf(agentId) === folder)
      .filter((each) => purpose === undefined || each.purpose === purpose)
      .filter((each) => (model === undefined || each.model === model) && (pool === undefined || each.pool === pool))
    const sum = (group: readonly SpentResponse[]) => group.map(({ figures }) => figures).reduce(addFigures, NO_USAGE)
    const rows = [...Map.groupBy(chosen, (each) => keyOf(each, each.day, by))]
      .map(([key, group]) => ({ ...sum(group), key, label: labelOf(by, key) }))
      .toSorted((a, b) => (by === 'day' ? (a.key < b.key ? -1 : 1) : b.cost.usd - a.cost.usd))
    return { by, rows, totals: sum(chosen) }
  }

  return {
    /** Records a response of today with a cost in US dollars. */
    spend(agentId: AgentId, usd: number): void {
      responses.push({
        daysAgo: 0,
        agentId,
        model: MODELS[0].model,
        pool: '',
        purpose: 'answer',
        figures: figuresOf(1, usd),
      })
      change(agentId, { cost: addCosts(agents.get(agentId)?.cost ?? NO_COST, { ...NO_COST, usd }) })
    },
    /** `limit`: US dollars a day; null: none. */
    today: (note: (name: string, input: unknown) => unknown, limit: number | null) =>
      implement(contract).budgets.today.handler(() => {
        note('budgets.today', {})
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
        const day = dayIn(timeZone, Date.now())
        const { cost } = query({ by: 'day', timeZone, from: day, to: day }).totals
        return { ok: true as const, value: limit === null ? null : { period: 'day' as const, day, cost, limit } }
      }),
    router: (note: (name: string, input: unknown) => unknown) => ({
      query: implement(contract).usage.query.handler(({ input }) => {
        note('usage.query', input)
        return { ok: true as const, value: query(input) }
      }),
      standing: implement(contract).usage.standing.handler(() => ({ ok: true as const, value: STANDING })),
    }),
  }
}

const STANDING: readonly StandingRow[] = [
  {
    kind: 'all',
    value: 'all',
    provider: 'anthropic',
    model: 'claude-haiku-4-5',
    thinkingLevel: 'low',
    cases: 12,
    won: 9,
    rate: 0.75,
    low: 0.467_694,
    high: 0.911_057,
    meanCostUsd: 0.042,
    medianResponseMs: 8_400,
  },
]

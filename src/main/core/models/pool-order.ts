import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { DEFAULT_EXPLORE, type ModelPool } from '../../../shared/model-pool.ts'
import type { PoolChoice } from '../../../shared/pool-choice.ts'
import { type AgentWork, POOL_KINDS, type PoolKind, type StandingRow } from '../../../shared/standing.ts'

/** A model that a turn may use. `reason`: of the strategy `best`; null: of the others. */
export interface PoolMember {
  readonly choice: ModelChoice
  readonly reason: PoolChoice | null
}

/** What is known when a turn of a pool with the strategy `best` begins. */
export interface KnownWork {
  readonly work: AgentWork
  readonly standing: readonly StandingRow[]
}

export const NOTHING_KNOWN: KnownWork = { work: {}, standing: [] }

/** Returns the members in the order of the strategy. `turns`: turns of the pool before this one. */
export function inStrategyOrder(pool: ModelPool, turns: number, known: KnownWork): readonly PoolMember[] {
  const { strategy, models } = pool
  if (strategy === 'best') return bestFirst(pool, turns, known)
  const first = strategy === 'round-robin' ? turns % Math.max(1, models.length) : 0
  return [...models.slice(first), ...models.slice(0, first)].map((choice) => ({ choice, reason: null }))
}

interface Candidate {
  readonly choice: ModelChoice
  /** Null: fewer than five cases. */
  readonly row: StandingRow | null
}

/**
 * Returns the members by how often they win: first those with at least five cases, by the lower end of the interval, so
 * that few cases count less; then by price and time. In a share of the turns the least known of the others is first.
 */
function bestFirst({ models, explore }: ModelPool, turns: number, known: KnownWork): readonly PoolMember[] {
  const compared = comparedAt(models, known)
  if (compared === null) return models.map((choice) => ({ choice, reason: { why: 'order' } }))
  const { kind, value, candidates } = compared
  const [best, ...others] = candidates.toSorted(byStanding)
  const explored = leastKnown(others, explorationsUntil(turns, explore), explorationsUntil(turns + 1, explore))
  const rest = [best, ...others].filter((each) => each !== undefined && each !== explored)
  return [explored, ...rest].flatMap((each) => {
    if (each === undefined) return []
    const why = each === explored ? 'explored' : each === best ? 'best' : 'next'
    return [{ choice: each.choice, reason: { why, kind, value, ...figuresOf(each.row) } }]
  })
}

/**
 * Returns the members with what is known of them at the most specific kind of work at which at least two of them have
 * five cases; null: there is none.
 */
function comparedAt(models: readonly ModelChoice[], { work, standing }: KnownWork) {
  for (const kind of POOL_KINDS) {
    const value = kind === 'all' ? 'all' : work[kind]
    if (value === undefined) continue
    const rows = standing.filter((row) => row.kind === kind && row.value === value)
    const candidates = models.map((choice): Candidate => ({ choice, row: rows.find(isOf(choice)) ?? null }))
    if (candidates.filter(({ row }) => row !== null).length >= 2) return { kind, value, candidates } satisfies Compared
  }
  return null
}

interface Compared {
  readonly kind: PoolKind
  readonly value: string
  readonly candidates: readonly Candidate[]
}

function isOf({ provider, model, thinkingLevel }: ModelChoice) {
  return (row: StandingRow): boolean =>
    row.provider === provider && row.model === model && row.thinkingLevel === thinkingLevel
}

function byStanding({ row: a }: Candidate, { row: b }: Candidate): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  // As it is shown: a smaller difference is none.
  const won = Math.round(b.low * 100) - Math.round(a.low * 100)
  return won || ascending(a.meanCostUsd, b.meanCostUsd) || ascending(a.medianResponseMs, b.medianResponseMs)
}

/** Unknown values last. */
function ascending(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b
}

/** How many of the first `turns` turns went to another member than the best, spread evenly. */
function explorationsUntil(turns: number, percent = DEFAULT_EXPLORE): number {
  return Math.floor((turns * percent) / 100)
}

/** The member whose interval is widest, equal ones in turn; undefined: this turn goes to the best one. */
function leastKnown(others: readonly Candidate[], before: number, after: number): Candidate | undefined {
  if (after === before) return undefined
  const width = ({ row }: Candidate): number => (row === null ? 1 : row.high - row.low)
  const widest = Math.max(...others.map(width))
  const candidates = others.filter((each) => width(each) === widest)
  return candidates[before % Math.max(1, candidates.length)]
}

function figuresOf(row: StandingRow | null): Partial<PoolChoice> {
  return row === null ? {} : { cases: row.cases, won: row.won, low: row.low, high: row.high }
}

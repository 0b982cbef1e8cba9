import { describe, expect, it } from 'vitest'

import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import type { ModelPool } from '../../../src/shared/model-pool.ts'
import { type PoolChoice, poolChoiceText } from '../../../src/shared/pool-choice.ts'
import type { PoolKind, StandingRow } from '../../../src/shared/standing.ts'
import { inStrategyOrder, type KnownWork } from '../../../src/main/core/models/pool-order.ts'
import { wilsonInterval } from '../../../src/main/core/statistics/rate-intervals.ts'

const A: ModelChoice = { provider: 'anthropic', model: 'a', thinkingLevel: 'med' }
const B: ModelChoice = { provider: 'openai', model: 'b', thinkingLevel: 'high' }
const C: ModelChoice = { provider: 'google', model: 'c', thinkingLevel: 'low' }
const BEST: ModelPool = { strategy: 'best', models: [A, B, C], explore: 0 }
const FOLDER = '/work/project'

interface Figures {
  readonly kind?: PoolKind
  readonly value?: string
  readonly usd?: number
  readonly ms?: number
}

function row(choice: ModelChoice, won: number, cases: number, figures: Figures = {}): StandingRow {
  const { kind = 'all', value = 'all', usd = null, ms = null } = figures
  const { low, high } = wilsonInterval(won, cases) ?? { low: 0, high: 1 }
  return { kind, value, ...choice, cases, won, rate: won / cases, low, high, meanCostUsd: usd, medianResponseMs: ms }
}

const inFolder = { kind: 'folder', value: FOLDER } as const

const knowing = (standing: readonly StandingRow[], work: KnownWork['work'] = { folder: FOLDER }): KnownWork => ({
  standing,
  work,
})

function tried(known: KnownWork, pool: ModelPool = BEST, turns = 0): readonly string[] {
  return inStrategyOrder(pool, turns, known).map(
    ({ choice, reason }) => `${choice.model}: ${reason === null ? '' : poolChoiceText(reason)}`,
  )
}

describe('best', () => {
  it('asks the model that wins at this kind of work, and says why', () => {
    const standing = [row(A, 5, 20), row(B, 4, 20), row(A, 3, 9, inFolder), row(B, 7, 9, inFolder)]
    expect(tried(knowing(standing))).toEqual([
      'b: won 7 of 9 in this folder, 45–94 %',
      'a: the better models failed or rest; won 3 of 9 in this folder, 12–65 %',
      'c: the better models failed or rest; fewer than five cases in this folder',
    ])
  })

  it('goes by all work where fewer than two models have five cases at this kind', () => {
    const standing = [row(A, 1, 20), row(B, 19, 20), row(A, 9, 9, inFolder)]
    expect(tried(knowing(standing))[0]).toBe('b: won 19 of 20 in all, 76–99 %')
  })

  it('does not use what it knows about other work', () => {
    const elsewhere = { kind: 'folder', value: '/elsewhere' } as const
    const standing = [row(A, 1, 9, elsewhere), row(B, 9, 9, elsewhere)]
    expect(tried(knowing(standing))).toEqual(
      ['a', 'b', 'c'].map((model) => `${model}: fewer than five cases for two models, so the order of the pool`),
    )
  })

  it('takes the most specific kind that is known', () => {
    const files = { kind: 'file_type', value: 'ts' } as const
    const tools = { kind: 'tools', value: 'edits' } as const
    const standing = [row(A, 9, 9, tools), row(B, 1, 9, tools), row(A, 1, 9, files), row(C, 9, 9, files)]
    expect(tried(knowing(standing, { file_type: 'ts', tools: 'edits' }))[0]).toBe('c: won 9 of 9 at ts files, 70–100 %')
    expect(tried(knowing(standing, { tools: 'edits' }))[0]).toBe('a: won 9 of 9 with edits of files, 70–100 %')
  })

  it('counts few cases less than many', () => {
    expect(tried(knowing([row(A, 5, 5), row(B, 90, 100)]))[0]).toContain('b: won 90 of 100')
  })

  it('goes by price, then by time, at equal standing; unknown figures are last', () => {
    const priced = [row(A, 8, 10), row(B, 8, 10, { usd: 0.2 }), row(C, 8, 10, { usd: 0.1 })]
    expect(tried(knowing(priced)).map((each) => each[0])).toEqual(['c', 'b', 'a'])
    const timed = [row(A, 8, 10, { usd: 0.1, ms: 9 }), row(B, 8, 10, { usd: 0.1, ms: 2 })]
    expect(tried(knowing(timed)).map((each) => each[0])).toEqual(['b', 'a', 'c'])
  })

  it('does not confuse levels of one model', () => {
    const low = { ...A, thinkingLevel: 'low' } as const
    const pool: ModelPool = { strategy: 'best', models: [A, low], explore: 0 }
    expect(tried(knowing([row(A, 1, 9), row(low, 9, 9)]), pool)[0]).toBe('a: won 9 of 9 in all, 70–100 %')
    expect(inStrategyOrder(pool, 0, knowing([row(A, 1, 9), row(low, 9, 9)]))[0]?.choice).toEqual(low)
  })
})

describe('exploration', () => {
  const standing = [row(A, 9, 10), row(B, 3, 20)]
  const firstOf = (pool: ModelPool, known: KnownWork, turns: number): string =>
    Array.from({ length: turns }, (_, turn) => inStrategyOrder(pool, turn, known)[0]?.choice.model).join('')

  it('tries the least known model in a share of the turns', () => {
    const pool = { ...BEST, explore: 20 }
    expect(firstOf(pool, knowing(standing), 20)).toBe('aaaacaaaacaaaacaaaac')
    expect(tried(knowing(standing), pool, 4)[0]).toBe('c: tried for comparison; fewer than five cases in all')
    expect(tried(knowing(standing), pool, 4)[1]).toBe('a: won 9 of 10 in all, 60–98 %')
  })

  it('takes equally known ones in turn', () => {
    expect(firstOf({ ...BEST, models: [A, B, C, { ...C, model: 'd' }], explore: 50 }, knowing(standing), 8)).toBe(
      'acadacad',
    )
  })

  it('is a tenth of the turns without a setting, and can be turned off', () => {
    const { explore: _explore, ...usual } = BEST
    expect(firstOf(usual, knowing(standing), 200).replaceAll('a', '')).toHaveLength(20)
    expect(firstOf(BEST, knowing(standing), 50)).toBe('a'.repeat(50))
  })

  it('does not begin before there is a standing', () => {
    expect(firstOf({ ...BEST, explore: 50 }, knowing([]), 4)).toBe('aaaa')
  })
})

it('survives reasons that were written by hand', () => {
  const moon: PoolChoice = JSON.parse('{"why":7,"kind":"moon","cases":"many"}')
  expect(poolChoiceText(moon)).toContain('the order of the pool')
  const half: PoolChoice = JSON.parse('{"kind":"folder","cases":3}')
  expect(poolChoiceText(half)).toBe('fewer than five cases in this folder')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { drawMap } from '../../../src/renderer/map/draw-map.ts'
import {
  lanesBetween,
  layoutMap,
  type MapLayout,
  placeOf,
  pointsBetween,
  sortLanes,
} from '../../../src/renderer/map/layout-map.ts'
import { agentsIn, agentTimes, mapLanes } from '../../../src/renderer/map/map-lanes.ts'
import { treeRows } from '../../../src/renderer/store/tree-rows.ts'
import type { MapPoint } from '../../../src/shared/agent-map.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const DAY = new Date(2026, 10, 27).getTime()
const PERIOD = { from: DAY, to: DAY + 86_400_000 }
const MEASURES = { pxPerHour: 95, zoom: 1 }
const minute = (minutes: number): number => DAY + minutes * 60_000
const iso = (time: number): string => new Date(time).toISOString()

const point = (eventId: number, time: number, fields: Partial<MapPoint> = {}): MapPoint => ({
  eventId,
  kind: 'prompt',
  at: iso(time),
  text: '',
  from: [],
  ...fields,
})

function agent(id: string, parentId: string | null, from: number, to: number, fields: Partial<AgentSummary> = {}) {
  return agentSummary({
    id,
    parentId,
    createdAt: iso(from),
    lastActivityAt: iso(to),
    ...(parentId === null ? {} : { forkReason: 'fork' as const, forkEventId: 1 }),
    ...fields,
  })
}

function laidOut(agents: readonly AgentSummary[], points: ReadonlyMap<string, readonly MapPoint[]> = new Map()) {
  const facts = { points, now: minute(24 * 60 - 1) }
  const byId = new Map(agents.map((each) => [each.id, each]))
  const shown = agentsIn(byId, PERIOD, facts)
  return layoutMap(sortLanes(mapLanes(treeRows(shown, new Set()), facts)), PERIOD, MEASURES)
}

const ALL = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
const NOTHING = { path: new Set<string>(), adopted: new Set<string>() }
const ids = ({ lanes }: MapLayout) => lanes.map(({ lane }) => lane.agent.id)

describe('layoutMap', () => {
  it('puts roots further apart, and begins a fork where it left its parent', () => {
    const map = laidOut([agent('a', null, minute(540), minute(700)), agent('b', 'a', minute(600), minute(660))])
    const [a, b] = map.lanes
    expect((b?.y ?? 0) - (a?.y ?? 0)).toBe(37)
    expect(b?.x).toBe(18 + 95)
    expect(b?.end).toBe(18 + 2 * 95)
    const two = laidOut([agent('a', null, minute(540), minute(700)), agent('b', null, minute(600), minute(660))])
    expect((two.lanes[1]?.y ?? 0) - (two.lanes[0]?.y ?? 0)).toBeCloseTo(37 + 17)
  })

  it('shows who is above an agent of the period, at the edge, and nobody else', () => {
    const yesterday = minute(-600)
    const map = laidOut([
      agent('a', null, yesterday, yesterday + 1),
      agent('b', 'a', minute(540), minute(600)),
      agent('c', null, yesterday, yesterday + 1),
      agentSummary({ id: 'd', createdAt: iso(minute(550)) }),
    ])
    expect(ids(map)).toEqual(['a', 'b'])
    expect(map.lanes[0]).toMatchObject({ isBefore: true, isCutAtStart: true, x: 18 })
    expect(map.lanes[1]).toMatchObject({ isBefore: false, isCutAtStart: false })
  })

  it('gives the attempts of one race one row, and another race its own', () => {
    const race = { forkReason: 'race', forkEventId: 7 } as const
    const map = laidOut([
      agent('a', null, minute(540), minute(600)),
      ...['b', 'c', 'd'].map((id) => agent(id, 'a', minute(560), minute(580), race)),
      agent('e', 'a', minute(590), minute(595), { ...race, forkEventId: 8 }),
      agent('f', 'c', minute(570), minute(571)),
    ])
    expect(map.lanes.map(({ lane }) => lane.attempts.map(({ agent: { id } }) => id))).toEqual([
      [],
      ['b', 'c', 'd'],
      [],
      ['e'],
    ])
    expect(map.lanes[2]?.lane.parent).toBe(1)
  })

  it('draws at most one of the points that are too near to each other, and says how many it stands for', () => {
    const near = [point(1, minute(540)), point(2, minute(541)), point(3, minute(600))]
    const map = laidOut([agent('a', null, minute(540), minute(600))], new Map([['a', near]]))
    const [lane] = map.lanes
    if (lane === undefined) throw new Error('No lane')
    expect(pointsBetween(map, lane, 0, Infinity)).toEqual([
      { index: 0, x: 18, more: 1 },
      { index: 2, x: 18 + 95, more: 0 },
    ])
    expect(pointsBetween(map, lane, 50, Infinity).map(({ index }) => index)).toEqual([2])
  })
})

/** A tree with times: each agent forks while its parent is active. */
const TREE = fc
  .array(fc.record({ parent: fc.nat(), from: fc.nat(1_000), length: fc.nat(400), isRace: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((drawn) =>
    drawn.map(({ parent, from, length, isRace }, index) => {
      const above = parent % (index + 1)
      const isRoot = above === index
      return agent(
        `n${index}`,
        isRoot ? null : `n${above}`,
        minute(from),
        minute(Math.min(1_400, from + length)),
        isRoot ? {} : { forkReason: isRace ? 'race' : 'fork' },
      )
    }),
  )

describe('in any tree', () => {
  it('every agent is there once, no rows overlap, and each begins at the time of its fork', () => {
    fc.assert(
      fc.property(TREE, (agents) => {
        const map = laidOut(agents)
        const shown = map.lanes.flatMap(({ lane }) =>
          lane.attempts.length > 0 ? lane.attempts.map(({ agent: { id } }) => id) : [lane.agent.id],
        )
        expect(shown.toSorted()).toEqual(agents.map(({ id }) => id).toSorted())
        for (const [index, { y, x, end, lane }] of map.lanes.entries()) {
          expect(y - (map.lanes[index - 1]?.y ?? -Infinity)).toBeGreaterThanOrEqual(map.rowHeight)
          expect(x).toBe(placeOf(map, Date.parse(lane.agent.createdAt)))
          expect(end).toBeGreaterThan(x)
          expect(end).toBeLessThanOrEqual(map.width)
          expect(y).toBeLessThan(map.height)
          // Who it forked from is above it.
          expect(lane.parent ?? -1).toBeLessThan(index)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('the lanes of a part of the height are those that a walk through all finds', () => {
    fc.assert(
      fc.property(TREE, fc.nat(2_000), fc.nat(600), (agents, top, height) => {
        const map = laidOut(agents)
        const [from, to] = lanesBetween(map, top, top + height)
        const half = map.rowHeight / 2
        const naive = map.lanes.flatMap(({ y }, index) => (y >= top - half && y < top + height + half ? [index] : []))
        expect(Array.from({ length: to - from }, (_, index) => from + index)).toEqual(naive)
      }),
    )
  })

  it('what is drawn of a part is what is drawn of the whole, as far as it is in that part', () => {
    fc.assert(
      fc.property(TREE, fc.nat(1_500), (agents, top) => {
        const map = laidOut(agents)
        const part = drawMap(map, { ...ALL, top, bottom: top + 300 }, NOTHING)
        const whole = drawMap(map, ALL, NOTHING)
        const pieces = (path: string) => new Set(path.split('M').filter((piece) => piece !== ''))
        for (const look of ['wood', 'sap', 'leads', 'ends'] as const) {
          const all = pieces(whole[look])
          for (const piece of pieces(part[look])) expect(all).toContain(piece)
        }
        const leads = map.lanes.filter(({ y }) => y > top && y < top + 300)
        expect(pieces(part.leads).size).toBe(leads.length)
      }),
    )
  })
})

it('draws what came back to the row of who got it, dotted for mail, and green for the chosen path', () => {
  const agents = [
    agent('a', null, minute(540), minute(700)),
    agent('b', 'a', minute(560), minute(600), { forkReason: 'tool' }),
    agent('c', 'a', minute(610), minute(640)),
  ]
  const points = new Map([
    [
      'a',
      [point(9, minute(605), { kind: 'mail', from: ['b'] }), point(12, minute(660), { kind: 'merge', from: ['c'] })],
    ],
  ])
  const map = laidOut(agents, points)
  const [a] = map.lanes
  const paths = drawMap(map, ALL, { path: new Set(['a', 'c']), adopted: new Set() })
  expect(paths.wood).toBe('')
  expect(paths.wood_dotted).toContain(`V${a?.y}M`)
  expect(paths.sap.split('M')).toHaveLength(1 + 4)
})

it('finds when something happened in an agent, and nothing in one that nobody wrote to', () => {
  const facts = { points: new Map([['a', [point(1, minute(5))]]]), now: minute(60) }
  expect(agentTimes(agent('a', null, minute(1), minute(9)), facts)).toEqual([1, 5, 9].map(minute))
  expect(agentTimes(agentSummary({ id: 'a', createdAt: iso(minute(1)) }), facts)).toEqual([])
  const running = agent('a', null, minute(1), minute(9), { activity: { type: 'streaming' } })
  expect(agentTimes(running, facts)).toContain(minute(60))
})

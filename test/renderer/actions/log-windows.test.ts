import { expect, it, vi } from 'vitest'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { createAppModel } from '../../../src/renderer/app/app-model.ts'
import type { FrameScheduler } from '../../../src/renderer/store/frame-batch.ts'
import { createPreviewEngine } from '../preview/preview-engine.ts'
import { busyScenario, LONG } from '../preview/preview-world.ts'

const soon: FrameScheduler = (work) => {
  queueMicrotask(work)
  return () => undefined
}

/** A window on an agent with so many prompts, whose ids begin at 1 and have gaps. */
async function openOn(count: number) {
  const events = Array.from({ length: count }, (_, index): AgentEvent => ({
    id: 1 + index * 3,
    sessionId: 1,
    agentId: LONG,
    turnId: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    kind: 'user',
    content: `Question ${index}`,
    data: null,
  }))
  const engine = createPreviewEngine({ ...busyScenario(), events: new Map([[LONG, events]]) })
  const model = createAppModel(engine.connection, { frame: soon, debounce: soon })
  model.start()
  await vi.waitUntil(() => model.stores.connection.getState().ready)
  const { views } = model.stores
  views.follow(LONG)
  await views.loaded(LONG)
  const part = () => views.getState().windows.get(LONG)
  const tail = () => views.getState().views.get(LONG)?.events ?? []
  return { events, log: model.actions.log, part, tail }
}

it('shows the events around one that is far from the end, and goes on in both directions with bounded size', async () => {
  const { events, log, part } = await openOn(20_000)
  const wanted = events[5_000]?.id ?? 0
  await log.loadBackTo(LONG, wanted)
  const middle = part()?.events ?? []
  expect(middle.findIndex(({ id }) => id === wanted)).toBeGreaterThan(50)
  expect(middle.length).toBeLessThanOrEqual(400)
  for (let times = 0; times < 5; times += 1) await log.loadLater(LONG)
  expect(part()?.events).toHaveLength(400)
  expect(part()?.hasOlder).toBe(true)
  for (let times = 0; times < 5; times += 1) await log.loadOlder(LONG)
  const ids = part()?.events.map(({ id }) => id) ?? []
  expect(ids).toHaveLength(400)
  expect(ids.every((id, index) => index === 0 || id === (ids[index - 1] ?? 0) + 3)).toBe(true)
  log.showEnd(LONG)
  expect(part()).toBeUndefined()
})

it('shows the first events, and becomes the end again where it reaches it', async () => {
  const { events, log, part, tail } = await openOn(700)
  await log.showStart(LONG)
  expect([part()?.events[0]?.id, part()?.hasOlder]).toEqual([events[0]?.id, false])
  for (let times = 0; times < 10 && part() !== undefined; times += 1) await log.loadLater(LONG)
  expect(part()).toBeUndefined()
  const ids = tail().map(({ id }) => id)
  expect(ids.at(-1)).toBe(events.at(-1)?.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id, index) => index === 0 || id === (ids[index - 1] ?? 0) + 3)).toBe(true)
})

it('reaches an event near the end without a window', async () => {
  const { events, log, part, tail } = await openOn(700)
  await log.loadBackTo(LONG, events[400]?.id ?? 0)
  expect(part()).toBeUndefined()
  expect(tail()[0]?.id).toBeLessThanOrEqual(events[400]?.id ?? 0)
})

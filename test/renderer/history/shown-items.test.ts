import { expect, it } from 'vitest'

import { eventAt, firstRendered, previousPage, exceedsRenderLimit } from '../../../src/renderer/history/shown-items.ts'
import { streamItems } from '../../../src/renderer/history/stream-items.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'

const AGENT = 'a'

/** So many prompts of this length, with ids from 1. */
function prompts(count: number, length: number): AgentEvent[] {
  const event: NewEvent = { agentId: AGENT, turnId: null, kind: 'user', content: 'x'.repeat(length), data: null }
  return Array.from({ length: count }, (_, index) => ({ ...event, id: index + 1, sessionId: 1, createdAt: '' }))
}

const itemsOf = (events: readonly AgentEvent[]) => streamItems(AGENT, events)

it('begins with as much of the end as fills a pane', () => {
  const items = itemsOf(prompts(200, 1000))
  const first = firstRendered(items, null)
  expect(items.length - first).toBeGreaterThan(2)
  expect(items.length - first).toBeLessThan(10)
})

it('draws an item that is longer than a step alone, and everything where there is little', () => {
  expect(firstRendered(itemsOf(prompts(3, 100_000)), null)).toBe(2)
  expect(firstRendered(itemsOf(prompts(3, 10)), null)).toBe(0)
  expect(firstRendered([], null)).toBe(0)
})

it('stays at the event that it began with, whatever comes in above and below', () => {
  const all = prompts(300, 100)
  expect(eventAt(itemsOf(all), firstRendered(itemsOf(all), 150))).toBe(150)
  expect(eventAt(itemsOf(all.slice(100)), firstRendered(itemsOf(all.slice(100)), 150))).toBe(150)
})

it('goes back from an answer whose long code is folded, so that what is before it can be shown', () => {
  const code = `${'const a = 1\n'.repeat(10_000)}`
  const answer: AgentEvent = {
    id: 4,
    agentId: AGENT,
    turnId: null,
    sessionId: 1,
    createdAt: '',
    kind: 'assistant',
    content: `Here it is.\n\n\`\`\`ts\n${code}\`\`\`\n`,
    data: {},
  }
  const items = itemsOf([...prompts(3, 100), answer])
  expect(firstRendered(items, null)).toBe(0)
  expect(exceedsRenderLimit(items, 0)).toBe(false)
  const unfolded = itemsOf([...prompts(3, 100), { ...answer, content: code }])
  expect(firstRendered(unfolded, null)).toBe(3)
})

it('draws the fold that an event went into', () => {
  const all = prompts(100, 100)
  const clear: AgentEvent = {
    ...prompts(1, 0)[0],
    id: 101,
    kind: 'clear',
    content: null,
    data: null,
    agentId: AGENT,
    turnId: null,
    sessionId: 1,
    createdAt: '',
  }
  const items = itemsOf([...all, clear])
  expect(items.slice(firstRendered(items, 50)).map(({ type }) => type)).toEqual(['folded'])
})

it('goes back step by step to the very first item', () => {
  const items = itemsOf(prompts(200, 1000))
  const begins: number[] = []
  for (let index = firstRendered(items, null); index > 0; index = previousPage(items, index)) begins.push(index)
  expect(begins.length).toBeGreaterThan(20)
  expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => b - a))
})

it('says when a pane holds more than it should', () => {
  const items = itemsOf(prompts(200, 1000))
  expect([exceedsRenderLimit(items, 0), exceedsRenderLimit(items, 190)]).toEqual([true, false])
})

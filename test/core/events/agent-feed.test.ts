import { describe, expect, it } from 'vitest'

import { AgentFeed } from '../../../src/main/core/events/agent-feed.ts'
import { type AgentFeedItem, emptyAgentView } from '../../../src/shared/agent-view.ts'

const snapshot: AgentFeedItem = { type: 'snapshot', view: emptyAgentView('a') }
const text = (value: string, blockIndex = 0) => ({ type: 'text_delta', blockIndex, text: value }) as const

async function take(feed: AsyncGenerator<readonly AgentFeedItem[]>): Promise<readonly AgentFeedItem[]> {
  const next = await feed.next()
  return next.done === true ? [] : next.value
}

describe('one subscriber of an agent', () => {
  it('merges deltas that wait, and never across blocks', async () => {
    const feed = new AgentFeed()
    const batches = feed.batches(() => Promise.resolve(snapshot))
    expect(await take(batches)).toEqual([snapshot])
    for (const event of [text('a'), text('b'), text('c', 1), text('d', 1), text('e')]) feed.live(event)
    expect(await take(batches)).toEqual([
      { type: 'live', event: text('ab') },
      { type: 'live', event: text('cd', 1) },
      { type: 'live', event: text('e') },
    ])
  })

  it('does not change a batch that was handed out', async () => {
    const feed = new AgentFeed()
    const batches = feed.batches(() => Promise.resolve(snapshot))
    await take(batches)
    feed.live(text('a'))
    const batch = await take(batches)
    feed.live(text('b'))
    expect(batch).toEqual([{ type: 'live', event: text('a') }])
    expect(await take(batches)).toEqual([{ type: 'live', event: text('b') }])
  })

  it.each([
    ['items', (feed: AgentFeed) => Array.from({ length: 20_001 }, (_, index) => feed.live(text('x', index)))],
    ['text', (feed: AgentFeed) => Array.from({ length: 9 }, () => feed.live(text('x'.repeat(1_000_000))))],
  ])('gives a snapshot to one who fell too far behind in %s', async (_what, fallBehind) => {
    const asked: boolean[] = []
    const feed = new AgentFeed()
    const batches = feed.batches((isFirst) => {
      asked.push(isFirst)
      return Promise.resolve(snapshot)
    })
    await take(batches)
    fallBehind(feed)
    expect(await take(batches)).toEqual([snapshot])
    feed.live(text('then'))
    expect(await take(batches)).toEqual([{ type: 'live', event: text('then') }])
    expect(asked).toEqual([true, false])
  })

  it('gives what waits when it is closed, and ends', async () => {
    const feed = new AgentFeed()
    const batches = feed.batches(() => Promise.resolve(snapshot))
    await take(batches)
    feed.live(text('last'))
    feed.close()
    expect(await take(batches)).toEqual([{ type: 'live', event: text('last') }])
    expect((await batches.next()).done).toBe(true)
  })
})

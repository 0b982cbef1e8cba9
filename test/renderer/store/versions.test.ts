import { describe, expect, it } from 'vitest'

import { lastSeenBelow, pathVersions, placeKey } from '../../../src/renderer/store/versions.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { agentSummary } from '../../support/agent-summary.ts'
import { untyped } from '../../support/untyped.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

const ROOT = agentSummary({ id: 'root', forkEventId: null, lastMessageId: 4 })

/** A fork of `parentId` after an event. The later in a test, the younger. */
let minute = 0
const fork = (id: string, forkEventId: number, fields: Partial<AgentSummary> = {}): AgentSummary =>
  agentSummary({
    id,
    parentId: 'root',
    forkEventId,
    forkReason: 'edit',
    createdAt: `2026-11-20T12:${String((minute += 1)).padStart(2, '0')}:00.000Z`,
    ...fields,
  })

const of = (...agents: readonly AgentSummary[]): Agents => new Map([ROOT, ...agents].map((agent) => [agent.id, agent]))

const event = (id: number, kind: 'user' | 'assistant' | 'system' | 'error' | 'fork' | 'mark', agentId = 'root') =>
  untyped<AgentEvent>({
    id,
    sessionId: 1,
    agentId,
    turnId: null,
    kind,
    content: 'x',
    data: kind === 'fork' ? { child: 'c' } : kind === 'mark' ? { name: 'm' } : null,
    createdAt: '2026-11-20T12:00:00.000Z',
  })

/** Q1 A1 Q2 A2 */
const PATH = [event(1, 'user'), event(2, 'assistant'), event(3, 'user'), event(4, 'assistant')]

const shown = (agentId: AgentId, events: readonly AgentEvent[], agents: Agents, hasOlder = false) => {
  const { byEvent, atEnd } = pathVersions(agentId, { events, hasOlder }, agents)
  const text = ({
    agents: ids,
    index,
    place,
  }: {
    agents: readonly string[]
    index: number
    place: Parameters<typeof placeKey>[0]
  }) => `${placeKey(place)} ${ids.join(' ')} @${index}`
  return [
    ...[...byEvent].map(([id, versions]) => `${id} ${text(versions)}`),
    ...(atEnd === null ? [] : [`end ${text(atEnd)}`]),
  ]
}

describe('the versions of a place', () => {
  it('are the owner first, then its forks by creation', () => {
    const [b, c] = [fork('b', 2), fork('c', 2)]
    expect(shown('root', PATH, of(c, b))).toEqual(['3 root:2 root b c @0'])
    const path = [...PATH.slice(0, 2), event(7, 'user', 'c')]
    expect(shown('c', path, of(c, b))).toEqual(['7 root:2 root b c @2'])
  })

  it('part at the prompt if the prompts differ, and at the answer if the answers differ', () => {
    expect(shown('root', PATH, of(fork('b', 2)))).toEqual(['3 root:2 root b @0'])
    expect(shown('root', PATH, of(fork('b', 3, { forkReason: 'retry' })))).toEqual(['4 root:3 root b @0'])
  })

  it('are not split by a mark or a fork in between', () => {
    const path = [...PATH.slice(0, 2), event(8, 'mark'), event(9, 'fork'), event(10, 'user')]
    const root = agentSummary({ ...ROOT, lastMessageId: 10 })
    expect(shown('root', path, new Map(of(fork('b', 2))).set('root', root))).toEqual(['10 root:2 root b @0'])
  })

  it('are not split by the system prompt that a version was given', () => {
    const path = [...PATH.slice(0, 2), event(6, 'system', 'b'), event(7, 'user', 'b')]
    expect(shown('b', path, of(fork('b', 2)))).toEqual(['7 root:2 root b @1'])
  })

  it.each(['judge', 'merge', 'tool'] as const)('are none where a fork is a %s', (forkReason) => {
    expect(shown('root', PATH, of(fork('b', 2, { forkReason })))).toEqual([])
  })

  it('are none where a fork begins at a mark, or its first message is missing', () => {
    const fromMark = fork('b', 2, { forkFromId: 1 })
    const unspoken = fork('c', 2, { forkReason: 'fork' })
    expect(shown('root', PATH, of(fromMark, unspoken))).toEqual([])
    const spoken = fork('c', 2, { forkReason: 'fork', lastMessageId: 9 })
    expect(shown('root', PATH, of(fromMark, spoken))).toEqual(['3 root:2 root c @0'])
  })

  it('leave the owner out where it does not go on', () => {
    const [b, c] = [fork('b', 4), fork('c', 4)]
    expect(shown('b', [...PATH, event(7, 'user', 'b')], of(b, c))).toEqual(['7 root:4 b c @0'])
    expect(shown('root', PATH, of(b, c))).toEqual([])
  })

  it('are at the end of the path while the first answer is still to come, and at an error', () => {
    const retry = fork('b', 3, { forkReason: 'retry' })
    expect(shown('b', PATH.slice(0, 3), of(retry))).toEqual(['end root:3 root b @1'])
    const failed = [...PATH.slice(0, 3), event(9, 'error', 'b'), event(10, 'assistant', 'b')]
    expect(shown('b', failed, of(retry))).toEqual(['9 root:3 root b @1'])
  })

  it('are found at several places of one path', () => {
    const b = fork('b', 2, { lastMessageId: 8 })
    const deeper = fork('c', 8, { parentId: 'b', forkReason: 'retry' })
    const path = [...PATH.slice(0, 2), event(7, 'user', 'b'), event(8, 'assistant', 'b'), event(9, 'user', 'b')]
    const agents = of(agentSummary({ ...b, lastMessageId: 9 }), deeper)
    expect(shown('b', path, agents)).toEqual(['7 root:2 root b @1', '9 b:8 b c @0'])
  })

  it('of the start belong to the root', () => {
    expect(shown('root', PATH, of(fork('b', 0)))).toEqual(['1 root:0 root b @0'])
  })

  it('are not guessed before the first loaded event', () => {
    expect(shown('root', PATH.slice(2), of(fork('b', 2)), true)).toEqual([])
    expect(shown('root', PATH.slice(1), of(fork('b', 2)), true)).toEqual(['3 root:2 root b @0'])
  })
})

describe('the agent that is shown for a version', () => {
  const b = fork('b', 2, { lastMessageId: 8 })
  const deeper = fork('c', 7, { parentId: 'b' })
  const earlier = fork('d', 0)
  const helper = fork('e', 7, { parentId: 'b', forkReason: 'tool' })
  const agents = of(b, deeper, earlier, helper)
  const place = { ownerId: 'root', eventId: 2 }

  it('is the deeper version that was seen last', () => {
    expect(lastSeenBelow('b', place, ['root', 'c', 'b'], agents)).toBe('c')
    expect(lastSeenBelow('b', place, ['root', 'b', 'c'], agents)).toBe('b')
  })

  it('is the version itself where nothing below it was seen', () => {
    expect(lastSeenBelow('b', place, ['root', 'd', 'e'], agents)).toBe('b')
  })

  it('of the owner is no other version of the same place or of an earlier one', () => {
    expect(lastSeenBelow('root', place, ['b', 'c', 'd'], agents)).toBe('root')
  })
})

import { describe, expect, it } from 'vitest'

import type { StoredEvent } from '../../src/shared/event-hash.ts'
import {
  type Log,
  ROOT,
  CHILD,
  EMPTY,
  OTHER,
  REDACTION,
  event,
  EVENTS,
  hashed,
  LOG,
  check,
  withEvent,
  withHash,
  without,
  problemsOf,
} from '../support/hashed-log.ts'
import { sha256 } from '../support/sha256.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 300)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)

describe('a log', () => {
  it('that nobody changed has no faults, and another head with other events', () => {
    const checked = check(LOG)
    expect(checked).toMatchObject({ agents: 5, events: EVENTS.length, redacted: 0, unhashed: 0, faults: [] })
    expect(check(hashed(EVENTS.slice(0, -1))).head).not.toBe(checked.head)
  })

  it.each<[string, Log, readonly string[]]>([
    ['a content changed', withEvent(3, { content: 'other' }), ['changed: event 3 of agent 111111 was changed']],
    [
      'its data in another form',
      withEvent(2, { data: '{"b":1,"a":1.0}' }),
      ['changed: event 2 of agent 555555 was changed'],
    ],
    [
      'no content where it was empty',
      withEvent(8, { content: null }),
      ['changed: event 8 of agent 444444 was changed'],
    ],
    ['another time', withEvent(9, { at: 1 }), ['changed: event 9 of agent 444444 was changed']],
    ['an event removed', without(4, { keepsHash: true }), ['missing: event 4 of agent 111111 is missing']],
    ['an event removed with its hash', without(4), ['missing: 1 event missing before event 6 of agent 111111']],
    [
      'an event inserted',
      { ...LOG, events: [...LOG.events, event(0, ROOT, 'new')] },
      ['inserted: event 0 of agent 111111 was inserted: it has no hash'],
    ],
    [
      'an event moved to another agent',
      withEvent(3, { agentId: OTHER }),
      ['missing: event 3 of agent 111111 is missing', 'inserted: event 3 of agent 555555 was inserted: it has no hash'],
    ],
    [
      'two events swapped',
      {
        ...LOG,
        events: LOG.events.map((each) => ({
          ...each,
          id:
            new Map([
              [1, 3],
              [3, 1],
            ]).get(each.id) ?? each.id,
        })),
      },
      ['swapped: event 1 of agent 111111 and event 3 of agent 111111 were swapped'],
    ],
    [
      'two contents changed',
      {
        ...LOG,
        events: LOG.events.map((each) =>
          each.id === 1 ? { ...each, content: 'other' } : each.id === 7 ? { ...each, content: 'a secret plan' } : each,
        ),
      },
      ['changed: event 1 of agent 111111 was changed', 'changed: event 7 of agent 222222 was changed'],
    ],
    [
      'another place of a fork',
      { ...LOG, agents: LOG.agents.map((each) => (each.id === CHILD ? { ...each, forkEventId: 1 } : each)) },
      ['changed: the hash of event 5 of agent 222222 does not follow from what is before it: one was replaced'],
    ],
    [
      'a hash that was computed again',
      withHash(3, { chain: sha256('other') }),
      ['changed: the hash of event 3 of agent 111111 does not follow from what is before it: one was replaced'],
    ],
  ])('with %s names it', (_, log, problems) => {
    expect(problemsOf(log).toSorted()).toEqual(problems.toSorted())
  })

  it('counts events without content or without hashes, and verifies all others', () => {
    const redacted = withHash(3, { salts: null })
    const events = redacted.events.map((each) =>
      each.id === 3 ? { ...each, content: '[Redacted]', data: `{"redacted":{"event":${REDACTION}}}` } : each,
    )
    expect(check({ ...redacted, events })).toMatchObject({
      redacted: 1,
      placesOnly: 1,
      faults: [],
      head: check(LOG).head,
    })
    expect(problemsOf(redacted)).toEqual([
      'changed: event 3 of agent 111111 was changed: it has no salts and is not redacted',
    ])
    for (const note of ['999', '{"event":999}', '{"event":2}', 'true']) {
      const forged = redacted.events.map((each) =>
        each.id === 3 ? { ...each, content: '[Redacted]', data: `{"redacted":${note}}` } : each,
      )
      expect(problemsOf({ ...redacted, events: forged })).toHaveLength(1)
    }
    const newest = [...LOG.events, event(12, ROOT, 'new'), event(13, EMPTY, 'new')]
    expect(check({ ...LOG, events: newest })).toMatchObject({ unhashed: 2, faults: [] })
  })
})

const random = seededRandom(SEED)
const below = (end: number): number => Math.floor(random() * end)
const anyEvent = (): StoredEvent => EVENTS[below(EVENTS.length)] ?? event(1, ROOT, null)
const flipped = (digits: string): string => {
  const place = below(digits.length)
  return digits.slice(0, place) + (digits[place] === '0' ? '1' : '0') + digits.slice(place + 1)
}
const isLast = (id: number): boolean => {
  const own = EVENTS.filter(({ agentId }) => agentId === EVENTS.find((each) => each.id === id)?.agentId)
  return own.at(-1)?.id === id
}

/** Each way changes something that the hashes have to show. Null: the choice changed nothing. */
const WAYS: Readonly<Record<string, () => Log | null>> = {
  content() {
    const { id, content } = anyEvent()
    return content === null || content === ''
      ? withEvent(id, { content: 'x' })
      : withEvent(id, { content: flipped(content) })
  },
  field() {
    const { id, at } = anyEvent()
    const fields: readonly Partial<StoredEvent>[] = [
      { kind: 'mark' },
      { at: Number(at) + 1 },
      { sessionId: 2 },
      { data: ' null' },
    ]
    return withEvent(id, fields[below(fields.length)] ?? {})
  },
  removed: () => without(anyEvent().id, { keepsHash: true }),
  cut() {
    const { id } = anyEvent()
    return isLast(id) ? null : without(id)
  },
  inserted() {
    const { agentId, id } = anyEvent()
    const place = id - 0.5
    return { ...LOG, events: [...LOG.events, event(place, agentId, 'inserted')] }
  },
  unhashed() {
    const { id } = anyEvent()
    return isLast(id) ? null : { ...LOG, hashes: LOG.hashes.filter(({ eventId }) => eventId !== id) }
  },
  swapped() {
    const [one, other] = [anyEvent(), anyEvent()]
    if (one.id === other.id || (one.content === other.content && one.data === other.data)) return null
    const content = (each: StoredEvent): StoredEvent => {
      const from = each.id === one.id ? other : each.id === other.id ? one : each
      return { ...each, content: from.content, data: from.data }
    }
    return { ...LOG, events: LOG.events.map(content) }
  },
  replayed() {
    const [one, other] = [anyEvent(), anyEvent()]
    return one.id === other.id ? null : withEvent(one.id, { ...other, id: one.id, agentId: one.agentId })
  },
  moved() {
    const [one, other] = [anyEvent(), anyEvent()]
    return one.agentId === other.agentId ? null : withEvent(one.id, { agentId: other.agentId })
  },
  leaf() {
    const { eventId, leaf } = LOG.hashes[below(LOG.hashes.length)] ?? { eventId: 0, leaf: '' }
    return withHash(eventId, { leaf: flipped(leaf) })
  },
  chain() {
    const { eventId, chain } = LOG.hashes[below(LOG.hashes.length)] ?? { eventId: 0, chain: '' }
    return withHash(eventId, { chain: flipped(chain) })
  },
  seq() {
    const { eventId, seq } = LOG.hashes[below(LOG.hashes.length)] ?? { eventId: 0, seq: 0 }
    return withHash(eventId, { seq: seq + (random() < 0.5 ? 1 : -1) })
  },
  salts() {
    const { eventId, salts } = LOG.hashes[below(LOG.hashes.length)] ?? { eventId: 0, salts: '' }
    const isSalted = EVENTS.some(({ id, content, data }) => id === eventId && content !== null && data !== null)
    return isSalted ? withHash(eventId, { salts: flipped(salts ?? '') }) : null
  },
}

it(`finds ${TAMPERINGS} random changes, and nothing in the log without them (seed ${SEED})`, () => {
  const names = Object.keys(WAYS)
  const missed: string[] = []
  for (let index = 0; index < TAMPERINGS; index++) {
    const name = names[index % names.length] ?? ''
    const log = WAYS[name]?.() ?? null
    if (log !== null && check(log).faults.length === 0) missed.push(`${index}: ${name}`)
  }
  expect(missed).toEqual([])
  expect(check(LOG).faults).toEqual([])
})

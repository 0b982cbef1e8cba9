import { describe, expect, it } from 'vitest'

import { canonicalText } from '../../src/shared/canonical-text.ts'
import type { StoredEvent } from '../../src/shared/event-hash.ts'
import { redactionIn } from '../../src/shared/tombstones.ts'
import {
  type Hash,
  type Log,
  OLDER_REDACTION,
  REDACTION,
  ROOT,
  event,
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

/** Events of two agents, as the redaction leaves them. */
const TOMBSTONES = [3, 4, 5, 7]
const note = (id: number, reason = 'a key'): string => `{"redacted":{"event":${id},"by":"user","reason":"${reason}"}}`
const REDACTED = redacted(LOG)

/** Makes tombstones as the database does. */
function redacted(log: Log): Log {
  const events = log.events.map((each) =>
    TOMBSTONES.includes(each.id)
      ? { ...each, content: each.content === null ? null : '[Redacted]', data: note(REDACTION) }
      : each,
  )
  const hashes = log.hashes.map((hash) => {
    const before = log.events.find(({ id }) => id === hash.eventId)
    if (before === undefined || !TOMBSTONES.includes(before.id)) return hash
    const { content, data } = before
    const salts = hash.salts ?? ''
    return {
      ...hash,
      salts: null,
      contentHash: content === null ? null : sha256(salts.slice(0, 32) + content),
      dataHash: data === null ? null : sha256(salts.slice(32) + data),
    }
  })
  const tombstones = Map.groupBy(
    events.filter(({ id }) => TOMBSTONES.includes(id)),
    ({ agentId }) => agentId,
  )
  const listed = [...tombstones].map(([agentId, own]): [string, string] => {
    const rows = own.map(({ id, content, data }) => {
      return { event: id, content: content === null ? null : sha256(content), data: sha256(data ?? '') }
    })
    return [agentId, sha256(canonicalText(rows))]
  })
  const redaction = redactionIn(JSON.stringify({ by: 'user', tombstones: Object.fromEntries(listed) }))
  return {
    ...log,
    events,
    hashes,
    redactions: new Map([
      [REDACTION, redaction],
      [OLDER_REDACTION, redactionIn('{}')],
    ]),
  }
}

describe('a redacted event', () => {
  it('is verified in everything but what was removed', () => {
    expect(check(REDACTED)).toMatchObject({ redacted: 4, placesOnly: 0, faults: [], head: check(LOG).head })
    expect(problemsOf(withEvent(5, { kind: 'mark' }, REDACTED))).toEqual([
      'changed: event 5 of agent 222222, which was redacted, was changed',
    ])
    expect(problemsOf(withEvent(5, { data: note(REDACTION, 'another') }, REDACTED))).toEqual([
      'changed: what event 12 left of redacted events 5, 7 of agent 222222 was changed',
    ])
  })

  it('cannot pass for one of a version that kept no hashes, nor for one that nothing recorded', () => {
    const older = withHash(5, { contentHash: null, dataHash: null }, REDACTED)
    expect(problemsOf(older)).toHaveLength(1)
    expect(problemsOf(withEvent(5, { data: note(OLDER_REDACTION) }, older))).toHaveLength(1)
    const unredacted = TOMBSTONES.reduce(
      (log, id) => withHash(id, { salts: null, contentHash: null, dataHash: null }, log),
      withEvent(3, { data: note(OLDER_REDACTION), content: '[Redacted]' }, REDACTED),
    )
    expect(problemsOf(unredacted).length).toBeGreaterThan(1)
  })
})

const random = seededRandom(SEED)
const below = (end: number): number => Math.floor(random() * end)
const flipped = (digits: string): string => {
  const place = below(digits.length)
  return digits.slice(0, place) + (digits[place] === '0' ? '1' : '0') + digits.slice(place + 1)
}
const anyTombstone = (): StoredEvent => {
  const id = TOMBSTONES[below(TOMBSTONES.length)]
  return REDACTED.events.find((each) => each.id === id) ?? event(1, ROOT, null)
}
const hashOf = (of: number): Hash | undefined => REDACTED.hashes.find(({ eventId }) => eventId === of)

/** The same for tombstones. */
const TOMBSTONE_WAYS: Readonly<Record<string, () => Log | null>> = {
  field() {
    const { id, at } = anyTombstone()
    const fields: readonly Partial<StoredEvent>[] = [
      { kind: 'mark' },
      { at: Number(at) + 1 },
      { sessionId: 2 },
      { turnId: '77777777-7777-4777-8777-777777777777' },
      { content: 'made up' },
      { content: '' },
      { data: note(REDACTION, 'made up') },
      { data: note(OLDER_REDACTION) },
      { data: `{"model":"m",${note(REDACTION).slice(1)}` },
      { data: null },
    ]
    return withEvent(id, fields[below(fields.length)] ?? {}, REDACTED)
  },
  contentPresence() {
    const { id, content } = anyTombstone()
    return withEvent(id, { content: content === null ? '[Redacted]' : null }, REDACTED)
  },
  hash() {
    const { id } = anyTombstone()
    const { contentHash = null, dataHash = null, leaf = '' } = hashOf(id) ?? {}
    const changes: readonly Partial<Hash>[] = [
      { contentHash: contentHash === null ? sha256('made up') : flipped(contentHash) },
      { dataHash: dataHash === null ? sha256('made up') : flipped(dataHash) },
      { contentHash: dataHash, dataHash: contentHash },
      { contentHash: null, dataHash: null },
      { salts: sha256('made up') },
      { leaf: flipped(leaf) },
    ]
    const change = changes[below(changes.length)] ?? {}
    const isSame = Object.entries(change).every(([key, value]) =>
      Object.entries(hashOf(id) ?? {}).some(([k, v]) => k === key && v === value),
    )
    return isSame ? null : withHash(id, change, REDACTED)
  },
  olderVersion() {
    const { id } = anyTombstone()
    const bare = withHash(id, { contentHash: null, dataHash: null }, REDACTED)
    return withEvent(id, { kind: 'mark', data: note(OLDER_REDACTION) }, bare)
  },
  swapped() {
    const [one, other] = [anyTombstone(), anyTombstone()]
    if (one.id === other.id) return null
    const places = new Map([
      [one.id, other],
      [other.id, one],
    ])
    const swap = (each: StoredEvent): StoredEvent => {
      const { id, agentId } = each
      return { ...(places.get(id) ?? each), id, agentId }
    }
    return { ...REDACTED, events: REDACTED.events.map(swap) }
  },
  swappedHashes() {
    const [one, other] = [anyTombstone().id, anyTombstone().id]
    const [first, second] = [hashOf(one), hashOf(other)]
    if (first?.contentHash === second?.contentHash && first?.dataHash === second?.dataHash) return null
    const part = ({ contentHash = null, dataHash = null }: Partial<Hash> = {}): Partial<Hash> => ({
      contentHash,
      dataHash,
    })
    return withHash(other, part(first), withHash(one, part(second), REDACTED))
  },
  removed: () => without(anyTombstone().id, { from: REDACTED, keepsHash: true }),
}

it(`finds ${TAMPERINGS} random changes of tombstones, and nothing without them (seed ${SEED})`, () => {
  const names = Object.keys(TOMBSTONE_WAYS)
  const missed: string[] = []
  for (let index = 0; index < TAMPERINGS; index++) {
    const name = names[index % names.length] ?? ''
    const log = TOMBSTONE_WAYS[name]?.() ?? null
    if (log !== null && check(log).faults.length === 0) missed.push(`${index}: ${name}`)
  }
  expect(missed).toEqual([])
  expect(check(REDACTED).faults).toEqual([])
})

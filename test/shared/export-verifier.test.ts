import { hash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { hashLines } from '../../src/main/core/transfer/hash-lines.ts'
import { type ExportCheck, ExportVerifier } from '../../src/shared/export-verifier.ts'
import { jsonText } from '../../src/shared/json-text.ts'
import { ok } from '../../src/shared/result.ts'
import { valueOf } from '../support/drive-agent.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 300)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)

const ROOT = '11111111-1111-4111-8111-111111111111'
const CHILD = '22222222-2222-4222-8222-222222222222'
const GRANDCHILD = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'

const sha256 = (text: string): string => hash('sha256', text)

const agent = (uuid: string, parent: string | null = null, forkId: number | null = null) => ({
  type: 'agent',
  uuid,
  name: '',
  parent_uuid: parent,
  fork_message_id: forkId,
})
const event = (id: number, uuid: string, content: string, data: object | null = null) => ({
  type: 'event',
  id,
  agent_uuid: uuid,
  kind: 'user',
  content,
  data,
})

const ROWS = [
  { type: 'ikigai', version: 1 },
  agent(ROOT),
  agent(CHILD, ROOT, 3),
  agent(GRANDCHILD, CHILD, 3),
  agent(OTHER),
  event(1, ROOT, 'a secret plan'),
  event(2, OTHER, 'same', { 10: 'ten', 2: 'two', b: [1, 0.5, -3e30, null, true], a: { z: '\u2028', y: '\ud800' } }),
  event(3, ROOT, 'same'),
  event(5, CHILD, 'Grüße, 世界 \u202e'),
  event(6, ROOT, 'after the fork'),
  event(7, GRANDCHILD, ''),
  event(9, CHILD, 'same'),
  { type: 'mail', id: 1, from_agent: ROOT, to_agent: CHILD, content: 'hello', read_at: null },
  { type: 'file', sha256: 'f0', bytes: 3, offset: 0, data: 'AAAA' },
]

async function hashed(rows: readonly object[]): Promise<string[]> {
  async function* lines() {
    for (const row of rows) yield ok(jsonText(row))
  }
  const result: string[] = []
  for await (const line of hashLines(lines(), sha256)) result.push(valueOf(line))
  return result
}

function check(lines: readonly string[]): ExportCheck {
  const verifier = new ExportVerifier(sha256)
  for (const line of lines) verifier.read(line)
  return verifier.result()
}

const problemsOf = (lines: readonly string[]) => check(lines).faults.map(({ line, problem }) => `${line}: ${problem}`)

const LINES = await hashed(ROWS)
const at = (content: string): number => LINES.findIndex((line) => line.includes(content))

describe('an export', () => {
  it('without changes has no faults, the same head each time, and another head with other content', async () => {
    expect(check(LINES)).toEqual({
      lines: LINES.length,
      hasHashes: true,
      head: expect.any(String),
      note: null,
      faults: [],
    })
    expect(await hashed(ROWS)).toEqual(LINES)
    const others = await hashed(ROWS.with(5, event(1, ROOT, 'another plan')))
    expect(check(others).faults).toEqual([])
    expect(check(others).head).not.toBe(check(LINES).head)
  })

  it('without hashes is not verified', () => {
    expect(check(ROWS.map((row) => jsonText(row)))).toMatchObject({ hasHashes: false, head: null })
  })

  it.each([
    [
      'changed',
      LINES.with(at('after the fork'), LINES[at('after the fork')]?.replace('after', 'before') ?? ''),
      ['10: event 6 of agent 111111 was changed'],
    ],
    ['removed', LINES.toSpliced(at('"id":5,'), 1), ['11: a row is missing before event 9 of agent 222222']],
    [
      'removed at the end of an agent',
      LINES.toSpliced(at('"id":9,'), 1),
      ['15: a row is missing at the end of agent 222222'],
    ],
    ['cut', LINES.slice(0, 8), ['8: the end of the file is missing after this line']],
    ['repeated', LINES.toSpliced(8, 0, LINES[7] ?? ''), ['9: event 3 of agent 111111 is out of order or duplicated']],
    ['added by hand', LINES.toSpliced(8, 0, '{"kind":"user"}'), ['9: the row was inserted: it has no hash']],
    [
      'added after the end',
      [...LINES, LINES[3] ?? ''],
      [`${LINES.length + 1}: agent 333333 was inserted after the end`],
    ],
    [
      'written in another form',
      LINES.map((line) => line.replace(String.raw`\u202e`, String.raw`\u202E`)),
      ['9: event 5 of agent 222222 was changed'],
    ],
    [
      'swapped with one of another chain',
      LINES.with(11, LINES[12] ?? '').with(12, LINES[11] ?? ''),
      [`${LINES.length}: rows before it are in another order than they were written`],
    ],
  ])('with a row that was %s names it', (_, lines, problems) => {
    expect(problemsOf(lines)).toEqual(problems)
  })

  it('names a row of another export whose own hash is right', async () => {
    const others = await hashed(ROWS.with(5, event(1, ROOT, 'another plan')))
    const place = at('"id":3,')
    expect(problemsOf(LINES.with(place, others[place] ?? ''))).toEqual([
      `${place + 1}: event 3 of agent 111111 does not follow what is before it: one of them was replaced`,
      expect.stringContaining('event 5 of agent 222222'),
      expect.stringContaining('event 6 of agent 111111'),
      expect.stringContaining('event 7 of agent 333333'),
    ])
  })

  it('ties a fork to the event at which it begins, also through a parent without events of its own', async () => {
    const moved = await hashed(ROWS.with(2, agent(CHILD, ROOT, 1)).with(3, agent(GRANDCHILD, CHILD, 1)))
    for (const id of ['"id":5,', '"id":7,']) {
      const [one, other] = [LINES, moved].map((lines) => lines.find((line) => line.includes(id)))
      expect(one).not.toBe(other)
    }
  })
})

const random = seededRandom(SEED)
const below = (end: number): number => Math.floor(random() * end)

/** Each way returns the lines of a file that differs from the export. */
const WAYS: Readonly<Record<string, (replayed: readonly string[]) => readonly string[]>> = {
  flip() {
    const place = below(LINES.length)
    const line = LINES[place] ?? ''
    const index = below(line.length)
    const flipped = String.fromCharCode(line.charCodeAt(index) ^ (1 << below(7)))
    return `${line.slice(0, index)}${flipped}${line.slice(index + 1)}`
      .split('\n')
      .flatMap((part, number, parts) => [
        ...(number === 0 ? LINES.slice(0, place) : []),
        part,
        ...(number === parts.length - 1 ? LINES.slice(place + 1) : []),
      ])
  },
  drop: () => LINES.toSpliced(below(LINES.length), 1),
  insert: () => LINES.toSpliced(below(LINES.length + 1), 0, LINES[below(LINES.length)] ?? ''),
  swap() {
    const one = below(LINES.length)
    const other = (one + 1 + below(LINES.length - 1)) % LINES.length
    return LINES.with(one, LINES[other] ?? '').with(other, LINES[one] ?? '')
  },
  truncate: () => LINES.slice(0, below(LINES.length)),
  truncateLine() {
    const place = below(LINES.length)
    const line = LINES[place] ?? ''
    return [...LINES.slice(0, place), line.slice(0, below(line.length))]
  },
  replay(replayed) {
    const others = [...LINES.keys()].filter((index) => LINES[index] !== replayed[index])
    const place = others[below(others.length)] ?? 0
    return LINES.with(place, replayed[place] ?? '')
  },
  rehash() {
    // Not the last row: who computes its hash anew has another export, with another head.
    const place = below(LINES.length - 1)
    const { hash: _, ...row }: Record<string, unknown> = JSON.parse(LINES[place] ?? '')
    const changed = { ...row, content: 'forged' }
    const forged = sha256(
      JSON.stringify(Object.fromEntries(Object.entries(changed).toSorted(([one], [other]) => (one < other ? -1 : 1)))),
    )
    return LINES.with(place, jsonText({ ...changed, hash: forged }))
  },
}

it(`names ${TAMPERINGS} random tamperings, and nothing in ${TAMPERINGS} untouched exports (seed ${SEED})`, async () => {
  const replayed = await hashed(ROWS.with(5, event(1, ROOT, 'an earlier plan')))
  const names = Object.keys(WAYS)
  for (let run = 0; run < TAMPERINGS; run++) {
    const name = names[run % names.length] ?? ''
    const lines = WAYS[name]?.(replayed) ?? []
    const { faults, hasHashes, head } = check(lines)
    const isFound = faults.length > 0 || !hasHashes || head === null
    expect(isFound ? '' : `${name}, run ${run} of seed ${SEED}, was not found:\n${lines.join('\n')}`).toBe('')
    const untouched = await hashed(ROWS.map((row) => ('content' in row ? { ...row, content: String(random()) } : row)))
    expect(check(untouched).faults).toEqual([])
  }
})

it('hashes and verifies 20,000 forks in a row without events, and forged parents that form a circle', async () => {
  const uuids = Array.from({ length: 20_000 }, (_, index) => `agent-${index}`)
  const rows = uuids.map((uuid, index) => agent(uuid, uuids[index - 1] ?? null, index === 0 ? null : 1))
  expect(check(await hashed(rows)).faults).toEqual([])
  const circle = [agent(ROOT, CHILD, 1), agent(CHILD, ROOT, 1), event(2, CHILD, 'a')]
  expect(check(await hashed(circle)).faults).toEqual([])
})

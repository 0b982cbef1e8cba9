import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  headProblems,
  lastSignedNote,
  machineKey,
  readSignedHead,
  signHeads,
} from '../../../src/main/adapters/proof/log-signer.ts'
import { createSigningKey, isSignedWith, publicKeyOf, signNote } from '../../../src/main/adapters/proof/signed-note.ts'
import type { Result } from '../../../src/shared/result.ts'
import { type AgentHead, type SignedHead, SignedHeadComparison } from '../../../src/shared/signed-head.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 300)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)
const LOG = '7f6f1d0e-1f0a-4a65-9d2c-0a1b2c3d4e5f'
const HEADS: readonly AgentHead[] = [
  { agent: 'a', events: 3, head: 'a3' },
  { agent: 'b', events: 0, head: 'b0' },
  { agent: 'c', events: 2, head: 'c2' },
]
const LONGER = HEADS.map((head) => (head.agent === 'c' ? { agent: 'c', events: 4, head: 'c4' } : head))

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-test-signer-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const secrets = memorySecrets()
const sign = async (heads: readonly AgentHead[], before: string | null = null): Promise<SignedHead> =>
  valueOf(await signHeads(secrets, { path: join(directory, 'signed-head.json'), logId: LOG }, heads, before))
const problemsOf = async (head: SignedHead, lastNote: string | null = null): Promise<readonly string[]> =>
  headProblems({ isSigning: false, head, publicKey: await machineKey(secrets), logId: LOG, lastNote })

describe('a signed head', () => {
  it('is kept in a file and in the secrets, and says which log and how many events', async () => {
    const head = await sign(HEADS)
    expect(head.note).toMatch(
      /^ikigai\.local\/7f6f1d0e-[^\n]+\n5\n[^\n]{44}\n\n— ikigai\.local\/7f6f1d0e-[^\n]+ [^\n]{92}\n$/,
    )
    expect(valueOf(await readSignedHead(join(directory, 'signed-head.json')))).toEqual(head)
    expect(await lastSignedNote(secrets, LOG)).toBe(head.note)
    expect(await problemsOf(head, head.note)).toEqual([])
  })

  it('is refused if it is older than the last one, of another log, of another key, or gone', async () => {
    const old = await sign(HEADS)
    const newer = await sign(LONGER)
    expect(await problemsOf(newer, old.note)).toEqual([])
    expect(await problemsOf(old, newer.note)).toEqual([expect.stringContaining('is older than the last one')])
    const publicKey = await machineKey(secrets)
    expect(headProblems({ isSigning: false, head: newer, publicKey, logId: 'other', lastNote: null })).toEqual([
      expect.stringContaining('is of another log'),
    ])
    const other = publicKeyOf(createSigningKey())
    expect(headProblems({ isSigning: false, head: newer, publicKey: other, logId: LOG, lastNote: null })).toEqual([
      expect.stringContaining('not of the expected key'),
    ])
    expect(headProblems({ isSigning: false, head: newer, publicKey: null, logId: LOG, lastNote: null })).toEqual([])
    const gone = { head: null, publicKey, logId: LOG, isSigning: true }
    expect(headProblems({ ...gone, lastNote: newer.note })).toEqual([expect.stringContaining('was removed')])
    expect(headProblems({ ...gone, lastNote: null })).toEqual([])
    expect(headProblems({ head: newer, publicKey: null, logId: LOG, lastNote: null, isSigning: true })).toEqual([
      expect.stringContaining('The key that signed the last head'),
    ])
  })

  it('that begins anew names the one before', async () => {
    const before = await sign(LONGER)
    const anew = await sign(HEADS, before.note)
    expect(anew.note).toMatch(/\nbegun anew after 7 [^\n]{44}\n\n—/)
    expect(await problemsOf(anew, anew.note)).toEqual([])
  })

  it(`shows ${TAMPERINGS} random changes, and nothing without them (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const below = (end: number): number => Math.floor(random() * end)
    const head = await sign(HEADS)
    const forger = createSigningKey()
    const text = head.note.slice(0, head.note.indexOf('\n—'))
    const ways: readonly (() => SignedHead)[] = [
      () => {
        const place = below(head.note.length)
        const flipped = head.note[place] === 'A' ? 'B' : 'A'
        return { ...head, note: head.note.slice(0, place) + flipped + head.note.slice(place + 1) }
      },
      () => ({ ...head, note: head.note.slice(0, below(head.note.length)) }),
      () => ({ ...head, note: signNote(text, `ikigai.local/${LOG}`, forger) }),
      () => ({ ...head, heads: head.heads.toSpliced(below(head.heads.length), 1) }),
      () => ({
        ...head,
        heads: head.heads.map((each) => (each.agent === 'a' ? { ...each, head: `a${below(1000) + 4}` } : each)),
      }),
      () => ({ ...head, heads: head.heads.toReversed() }),
    ]
    const missed: number[] = []
    const publicKey = await machineKey(secrets)
    for (let index = 0; index < TAMPERINGS; index++) {
      const changed = ways[index % ways.length]?.() ?? head
      const input = { isSigning: false, publicKey, logId: LOG, lastNote: null }
      if (headProblems({ ...input, head: changed }).length === 0) missed.push(index)
      if (headProblems({ ...input, head }).length > 0) missed.push(-index)
    }
    expect(missed).toEqual([])
    expect(isSignedWith(head.note, 'not a key')).toBe(false)
  })
})

describe('a log is compared with its signed heads', () => {
  const compare = (chains: Readonly<Record<string, readonly string[]>>): readonly string[] => {
    const comparison = new SignedHeadComparison(HEADS)
    for (const [agent, own] of Object.entries(chains)) {
      own.forEach((chain, index) => comparison.read(agent, { seq: index + 1, chain }))
    }
    return comparison.problems(new Set(comparison.agents))
  }

  it('and may be longer, not shorter, and not another', () => {
    expect(compare({ a: ['a1', 'a2', 'a3'], c: ['c1', 'c2'] })).toEqual([])
    expect(compare({ a: ['a1', 'a2', 'a3', 'a4'], c: ['c1', 'c2'], d: ['d1'] })).toEqual([])
    expect(compare({ a: ['a1', 'a2'], c: ['c1', 'c2'] })).toEqual([expect.stringContaining('agent a is shorter')])
    expect(compare({ a: ['a1', 'x2', 'x3'], c: ['c1', 'c2'] })).toEqual([
      expect.stringContaining('agent a was rewritten'),
    ])
  })
})

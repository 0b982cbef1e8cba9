import { describe, expect, it } from 'vitest'

import { isNoteSigned } from '../../../src/main/adapters/proof/disclosure-file.ts'
import { createExportSigner, machineKey } from '../../../src/main/adapters/proof/log-signer.ts'
import { hashLines } from '../../../src/main/core/transfer/hash-lines.ts'
import { readRows } from '../../../src/main/core/transfer/read-rows.ts'
import { ExportVerifier } from '../../../src/shared/export-verifier.ts'
import { jsonText } from '../../../src/shared/json-text.ts'
import { ok } from '../../../src/shared/result.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { sha256 } from '../../support/sha256.ts'
import { valueOf } from '../../support/drive-agent.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 300)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)

const secrets = memorySecrets()
const strangers = memorySecrets()
const AGENT = '11111111-1111-4111-8111-111111111111'

/** An export with these prompts, signed by this machine unless said otherwise. */
async function exported(
  contents: readonly string[],
  { by = secrets, isSigned = true } = {},
): Promise<readonly string[]> {
  const sign = valueOf(await createExportSigner(by, async () => 'a-log').begin())
  const rows = [
    { type: 'ikigai', version: 1 },
    { type: 'agent', uuid: AGENT, name: '', parent_uuid: null, fork_message_id: null },
    ...contents.map((content, index) => {
      return { type: 'event', id: index + 1, agent_uuid: AGENT, kind: 'user', content, data: null }
    }),
  ]
  async function* lines() {
    for (const row of rows) yield ok(jsonText(row))
  }
  const result: string[] = []
  for await (const line of hashLines(lines(), sha256, isSigned ? sign : null)) result.push(valueOf(line))
  return result
}

async function check(lines: readonly string[]) {
  const verifier = new ExportVerifier(sha256)
  for (const line of lines) verifier.read(line)
  const { note, faults, head } = verifier.result()
  const key = (await machineKey(secrets)) ?? ''
  return {
    faults: faults.map(({ line, problem }) => `${line}: ${problem}`),
    isSigned: note !== null && isNoteSigned(note, key, null) === true,
    head,
  }
}

const TEXTS = ['a plan', 'same', 'same', 'Grüße, 世界']
const LINES = await exported(TEXTS)
const OTHER = await exported([...TEXTS, 'more'])
const PLAIN = await exported(TEXTS, { isSigned: false })
const last = (lines: readonly string[]): string => lines.at(-1) ?? ''

describe('a signed export', () => {
  it('is signed by the key of the machine, and is imported like any other', async () => {
    expect(await check(LINES)).toEqual({ faults: [], isSigned: true, head: expect.any(String) })
    expect(valueOf(await readRows(LINES)).events).toHaveLength(TEXTS.length)
    expect((await check(await exported(TEXTS, { by: strangers }))).isSigned).toBe(false)
  })

  it('without a signature is an export of its own: the end says whether one follows', async () => {
    expect(await check(PLAIN)).toMatchObject({ faults: [], isSigned: false })
    expect(await check(LINES.slice(0, -1))).toMatchObject({
      faults: [`${LINES.length - 1}: the signature is missing after this line`],
    })
    expect((await check([...PLAIN, last(LINES)])).faults).toEqual([`${LINES.length}: is a signature that was inserted`])
  })

  it.each([
    ['of another export', [...LINES.slice(0, -1), last(OTHER)], 'is not the signature of these lines'],
    ['repeated', [...LINES, last(LINES)], 'is a signature that was inserted'],
    ['moved', [last(LINES), ...LINES.slice(0, -1)], 'is the signature, which belongs at the end'],
    [
      'with white space',
      [...LINES.slice(0, -1), last(LINES).replace(',', ', ')],
      'is not the signature of these lines',
    ],
    ['that is no note', [...LINES.slice(0, -1), '{"type":"ikigai","version":1,"note":"x"}'], 'is not the signature of'],
  ])('names a signature %s', async (_, lines, problem) => {
    expect((await check(lines)).faults).toContainEqual(expect.stringContaining(problem))
  })
})

it(`shows ${TAMPERINGS} random changes of a signed export, and nothing without them (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const below = (end: number): number => Math.floor(random() * end)
  const others = [OTHER, await exported(['another plan', ...TEXTS.slice(1)])]
  const foreign = await exported(['another plan', ...TEXTS.slice(1)], { by: strangers })
  const missed: string[] = []
  for (let index = 0; index < TAMPERINGS; index++) {
    const at = below(LINES.length)
    const line = LINES[at] ?? ''
    const place = below(line.length)
    const other = others[below(others.length)] ?? []
    const ways: readonly (() => readonly string[])[] = [
      () => LINES.with(at, line.slice(0, place) + String.fromCharCode(32 + below(95)) + line.slice(place + 1)),
      () => LINES.toSpliced(at, 1),
      () => LINES.toSpliced(at, 0, LINES[below(LINES.length)] ?? ''),
      () => LINES.with(at, other[at] ?? '').with(LINES.length - 1, last(LINES)),
      () => LINES.slice(0, at),
      () => [...LINES.slice(0, at), line.slice(0, place)],
      () => [...LINES.slice(0, -1), last(others[below(others.length)] ?? [])],
      // All hashes made anew, with the signature of the export as it was, of someone else, and without one.
      () => [...(others[1]?.slice(0, -1) ?? []), last(LINES)],
      () => foreign,
      () => [...foreign.slice(0, -1), last(LINES)],
      () => PLAIN,
    ]
    const changed = ways[index % ways.length]?.() ?? LINES
    const { faults, isSigned } = await check(changed)
    const isChanged = changed.join('\n') !== LINES.join('\n')
    if (isChanged && faults.length === 0 && isSigned) missed.push(changed.join('\n'))
  }
  expect(missed).toEqual([])
  expect(await check(LINES)).toMatchObject({ faults: [], isSigned: true })
})

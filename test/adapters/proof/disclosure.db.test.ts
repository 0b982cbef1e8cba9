import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { createSecretStore } from '../../../src/main/adapters/credentials/secret-store.ts'
import { createDisclosureReader, disclosureLines } from '../../../src/main/adapters/proof/disclosure-file.ts'
import { createHeadSigner } from '../../../src/main/adapters/proof/head-signer.ts'
import { machineKey, readSignedHead, signedHeadPath } from '../../../src/main/adapters/proof/log-signer.ts'
import { createSigningKey, publicKeyOf, signNote } from '../../../src/main/adapters/proof/signed-note.ts'
import { readDisclosure } from '../../../src/main/adapters/storage/read-disclosure.ts'
import type { SignedDisclosureCheck } from '../../../src/main/core/ports/verify-ports.ts'
import type { IdRanges } from '../../../src/shared/id-ranges.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { isJsonObject, type JsonObject, parseJsonObject } from '../../../src/shared/json.ts'
import { ok, type Result } from '../../../src/shared/result.ts'
import { createMemoryKeychain } from '../../support/memory-keychain.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { sha256 } from '../../support/sha256.ts'
import {
  DATABASE_TIMEOUT_MS,
  newAgent,
  plainClient,
  recordAgent,
  temporaryDirectory,
  userEvent,
  valueOf,
} from '../storage/support/test-storage.ts'
import { storageForTests } from '../storage/support/storage-for-tests.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 300)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS + TAMPERINGS * 200, hookTimeout: DATABASE_TIMEOUT_MS })

const shared = storageForTests()
const configDirectory = temporaryDirectory()
const secrets = createSecretStore({ configDirectory, keychain: createMemoryKeychain() })
const path = signedHeadPath(shared.directory)
let root: AgentId
let child: AgentId
/** The ids of the events of both, in the order of recording. */
let ids: number[]
/** One whose content was redacted. */
let redacted = 0

beforeAll(async () => {
  root = await recordAgent(shared.storage)
  ids = await record(root, 'public one', 'private two', 'public three', 'private four')
  const between = newAgent({ parentId: root, forkEventId: ids[2] ?? 0 })
  const fork = newAgent({ parentId: between.id, forkEventId: ids[2] ?? 0 })
  valueOf(await shared.storage.store.commit({ newAgents: [between, fork] }))
  child = fork.id
  ids.push(...(await record(child, 'private five', 'public six', 'private seven')))
  await record(await recordAgent(shared.storage), 'private other')
  valueOf(await createHeadSigner({ path, secrets, heads: shared.storage.heads }).sign())
})
afterAll(() => closeAll(configDirectory))

async function record(agentId: AgentId, ...contents: readonly string[]): Promise<number[]> {
  const events = contents.map((content) => ({
    ...userEvent(agentId, content),
    kind: 'mark' as const,
    data: { name: `${content} 世界` },
  }))
  return valueOf(await shared.storage.store.commit({ events })).events.map(({ id }) => id)
}

const range = (first: number, last = first): IdRanges => [[ids[first] ?? 0, ids[last] ?? 0]]

async function disclose(agent: string, events: IdRanges): Promise<Result<readonly string[]>> {
  const head = valueOf(await readSignedHead(path))
  if (head === null) throw new Error('The log is not signed')
  const client = plainClient(shared.directory)
  const read = await readDisclosure(client, { agent, events, heads: head.heads, sha256 })
  await client.end()
  return read.ok ? ok(valueOf(disclosureLines(head, read.value)).lines) : read
}

async function check(lines: readonly string[], given: string | null = null): Promise<SignedDisclosureCheck> {
  const reader = createDisclosureReader(lines[0] ?? '', {
    given: async () => ok(given),
    own: () => machineKey(secrets),
  })
  if (reader === null) throw new Error('It is no file with disclosed events')
  for (const line of lines) reader.read(line)
  return valueOf(await reader.result())
}

it('proves the chosen events of a conversation with those it inherits, and contains nothing of the others', async () => {
  const chosen: IdRanges = [...range(0), ...range(2), ...range(5)]
  const lines = valueOf(await disclose(child.slice(0, 8), chosen))
  expect(await check(lines)).toMatchObject({
    disclosed: 3,
    hidden: 4,
    agents: [root, child],
    isSigned: true,
    faults: [],
  })
  const text = lines.join('\n')
  expect(text).toContain('public six 世界')
  expect(text).not.toContain('private')
  const client = plainClient(shared.directory)
  const hidden = await client`select encode(salts, 'hex') as salts, encode(substring(salts for 16), 'hex') as half
    from event_hashes where event_id <> all(${chosen.map(([id]) => id)})`
  await client.end()
  expect(hidden.length).toBeGreaterThan(3)
  for (const { half } of hidden) expect(text).not.toContain(half)
})

it('proves single events without those above, and says nothing about a signature of another machine', async () => {
  const lines = valueOf(await disclose(child, range(6)))
  expect(await check(lines)).toMatchObject({ disclosed: 1, hidden: 0, agents: [child], faults: [] })
  const other = publicKeyOf(createSigningKey())
  expect((await check(lines, other)).isSigned).toBe(false)
  const stranger = createDisclosureReader(lines[0] ?? '', { given: async () => ok(null), own: async () => other })
  for (const line of lines) stranger?.read(line)
  expect(await stranger?.result()).toMatchObject({ ok: true, value: { isSigned: null, faults: [] } })
  expect(
    createDisclosureReader('{"type":"ikigai","version":1}', { given: async () => ok(null), own: async () => null }),
  ).toBeNull()
})

it('refuses events that are of another conversation, and those after the signed head', async () => {
  expect(await disclose(root, range(5))).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('No events') },
  })
  expect(await disclose(child, range(3))).toMatchObject({ ok: false })
  const [late = 0] = await record(child, 'late')
  expect(await disclose(child, [[late, late]])).toMatchObject({
    ok: false,
    error: {
      message: `The signed head does not cover these events yet: ${late}. Sign it with \`ikigai verify --sign\`.`,
    },
  })
})

it('proves kind and time of a redacted event', async () => {
  const [secret = 0] = await record(child, 'a secret')
  const signer = createHeadSigner({ path, secrets, heads: shared.storage.heads })
  valueOf(await signer.sign())
  valueOf(await shared.storage.redaction.redact({ agentId: child, eventId: secret, reason: null, newName: null }))
  valueOf(await signer.sign())
  const lines = valueOf(await disclose(child, [...range(5), [secret, secret]]))
  expect(await check(lines)).toMatchObject({ disclosed: 1, redacted: 1, faults: [], isSigned: true })
  const at = lines.findIndex((line) => line.includes('"contentHash"'))
  expect(parseJsonObject(lines[at] ?? '')).toMatchObject({ id: secret, kind: 'mark' })
  for (const [was, is] of [
    ['"kind":"mark"', '"kind":"user"'],
    ['"at":1', '"at":2'],
    ['"contentHash":"', '"contentHash":"0'],
    ['"turn":null', '"turn":"t"'],
  ] as const) {
    const changed = lines.with(at, (lines[at] ?? '').replace(was, is))
    expect(changed).not.toEqual(lines)
    expect((await check(changed)).faults).not.toEqual([])
  }
  redacted = secret
})

it(`shows ${TAMPERINGS} random changes, and nothing without them (seed ${SEED})`, async () => {
  const chosen: IdRanges = [...range(0), ...range(2), ...range(5), [redacted, redacted]]
  const older = valueOf(await disclose(child, chosen))
  await record(child, 'private eight')
  valueOf(await createHeadSigner({ path, secrets, heads: shared.storage.heads }).sign())
  const lines = valueOf(await disclose(child, chosen))
  const publicKey = (await machineKey(secrets)) ?? ''
  const random = seededRandom(SEED)
  const missed: string[] = []
  const isClean = async (changed: readonly string[]): Promise<boolean> => {
    const reader = createDisclosureReader(changed[0] ?? '', { given: async () => ok(publicKey), own: async () => null })
    for (const line of changed) reader?.read(line)
    const result = await reader?.result()
    return result?.ok === true && result.value.faults.length === 0 && result.value.isSigned === true
  }
  for (let index = 0; index < TAMPERINGS; index++) {
    const changed = tampered(lines, older, { index, random })
    if (changed.join('\n') !== lines.join('\n') && (await isClean(changed))) missed.push(changed.join('\n'))
    if (!(await isClean(lines))) missed.push('untouched')
  }
  expect(missed).toEqual([])
})

const FORGER = createSigningKey()

/** The lines after one change, in turn of each kind. */
function tampered(
  lines: readonly string[],
  older: readonly string[],
  { index, random }: { readonly index: number; readonly random: () => number },
): readonly string[] {
  const below = (end: number): number => Math.floor(random() * end)
  const at = below(lines.length)
  const other = below(lines.length)
  const [own = '', otherLine = ''] = [lines[at], lines[other]]
  const place = below(own.length)
  const letter = String.fromCharCode(32 + below(95))
  const rows: readonly (() => readonly string[])[] = [
    () => lines.with(at, own.slice(0, place) + letter + own.slice(place + 1)),
    () => lines.with(at, own.slice(0, place) + own.slice(place + 1)),
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, otherLine),
    () => lines.with(at, otherLine).with(other, own),
    () => lines.slice(0, at),
    () => [...lines.slice(0, at), own.slice(0, place)],
    () => lines.with(at, older[at] ?? own),
    () => [older[0] ?? '', ...lines.slice(1)],
    () => older.with(0, lines[0] ?? ''),
    () =>
      lines.with(
        0,
        changeRow(lines[0] ?? '', (row) => ({ ...row, signed: forged(row['signed']) })),
      ),
    () =>
      lines.with(
        at,
        changeRow(own, (row) => ('seq' in row ? rewritten(row) : { ...row, leaf: sha256(letter) })),
      ),
    () =>
      lines.with(
        at,
        changeRow(own, ({ leaf = sha256(letter) }) => ({ leaf })),
      ),
  ]
  return rows[index % rows.length]?.() ?? lines
}

function changeRow(line: string, change: (row: JsonObject) => JsonObject): string {
  return JSON.stringify(change(parseJsonObject(line) ?? {}))
}

function forged(signed: unknown): JsonObject {
  if (!isJsonObject(signed) || typeof signed['note'] !== 'string') throw new Error('The first line has no note')
  const text = signed['note'].slice(0, signed['note'].indexOf('\n—'))
  return { ...signed, note: signNote(text, text.slice(0, text.indexOf('\n')), FORGER) }
}

/** Another content, with hashes that fit it. */
function rewritten(row: JsonObject): JsonObject {
  return { ...row, content: 'made up', leaf: sha256('made up'), chain: sha256('also made up') }
}

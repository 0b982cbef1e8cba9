import { createHash, randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { openBackupFolder } from '../../../src/main/adapters/backup/backup-folder.ts'
import type { BackupStore } from '../../../src/main/adapters/backup/backup-store.ts'
import { createBackupSigner } from '../../../src/main/adapters/proof/backup-signer.ts'
import { isNoteSigned } from '../../../src/main/adapters/proof/disclosure-file.ts'
import { createHeadSigner } from '../../../src/main/adapters/proof/head-signer.ts'
import {
  machineKey,
  noteProblems,
  readSignedHead,
  signedHeadPath,
} from '../../../src/main/adapters/proof/log-signer.ts'
import { createSigningKey, signNote } from '../../../src/main/adapters/proof/signed-note.ts'
import { createBackupSource } from '../../../src/main/adapters/storage/backup-source.ts'
import { createHeadReader } from '../../../src/main/adapters/storage/read-heads.ts'
import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import { makeBackup } from '../../../src/main/core/backup/make-backup.ts'
import { verifyBackup } from '../../../src/main/core/backup/verify-backup.ts'
import type { BackupFolder, BackupRows } from '../../../src/main/core/ports/backup-ports.ts'
import type { BackupSigner } from '../../../src/main/core/ports/backup-signature-ports.ts'
import type { BackupManifest } from '../../../src/shared/backup-manifest.ts'
import { hexToBase64 } from '../../../src/shared/base64.ts'
import { backupNoteText } from '../../../src/shared/signed-export.ts'
import type { SignedHead } from '../../../src/shared/signed-head.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { sha256 } from '../../support/sha256.ts'
import { BackupDatabases, CHEAP, Writer } from './support/backup-database.ts'
import { DATABASE_TIMEOUT_MS, temporaryDirectory, valueOf } from './support/test-storage.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 150)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)
const PASSPHRASE = 'correct horse'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS + TAMPERINGS * 200, hookTimeout: DATABASE_TIMEOUT_MS })

const directory = temporaryDirectory()
const databases = new BackupDatabases()
const secrets = memorySecrets()
const path = signedHeadPath(directory)
type Files = Map<string, Uint8Array>
let client: Sql
/** Of an older state of the log, the next one in the same folder, and that encrypted in another folder. */
let older: Files
let plain: Files
let encrypted: Files
/** Of the same log, in the folder of `plain`, with someone else's key. */
let foreign: Files

beforeAll(async () => {
  client = (await databases.empty()).client
  const writer = new Writer(client, seededRandom(7))
  for (let count = 0; count < 60; count++) await writer.write()
  const [last] =
    await client`select id, agent_uuid as agent, session_id as session from messages order by id desc limit 1`
  const fork = randomUUID()
  await client`insert into agents (uuid, name, parent_uuid, root_uuid, fork_message_id)
    values (${fork}, '', ${String(last?.['agent'])}, ${fork}, ${String(last?.['id'])})`
  for (let count = 0; count < 3; count++) await addEvent(fork, String(last?.['session']))
  await makeHashes()
  const session = String(last?.['session'])
  await client`select redact_log(${session}, ${fork}, min(id), 'a key', null) from messages where agent_uuid = ${fork}`
  await client`select redact_log(${session}, ${String(last?.['agent'])}, ${String(last?.['id'])}, null, null)`
  older = await backedUp(new Map(), null)
  await addEvent(fork, String(last?.['session']))
  plain = await backedUp(new Map(older), null)
  encrypted = await backedUp(new Map(), PASSPHRASE)
  foreign = await backedUp(new Map(), null, memorySecrets())
})
afterAll(() => closeAll(databases, directory))

async function addEvent(agent: string, session: string): Promise<void> {
  await client`insert into messages (session_id, agent_uuid, kind, content) values (${session}, ${agent}, 'user', 'a secret plan')`
}

function storeOf(files: Files): BackupStore {
  return {
    read: async (name, limit) => {
      const bytes = files.get(name) ?? null
      if (bytes !== null && bytes.length > limit) throw new Error(`it has ${bytes.length} bytes instead of ${limit}`)
      return bytes
    },
    write: async (name, bytes) => void files.set(name, bytes),
    list: async () => [...files.keys()],
    remove: async (name) => void files.delete(name),
  }
}

async function makeHashes(): Promise<void> {
  for (let round = 0; round < 2; round++)
    await client`select hash_events(uuid, 1000) from agents order by created_at desc`
}

function signerOf(passphrase: string | null, own = secrets): BackupSigner {
  return createBackupSigner(own, async () => (passphrase === null ? '/plain' : '/encrypted'))
}

async function backedUp(files: Files, passphrase: string | null, own = secrets): Promise<Files> {
  await makeHashes()
  const heads = createHeadReader(client)
  valueOf(await createHeadSigner({ path, secrets, heads }).sign())
  const folder = valueOf(await openBackupFolder(storeOf(files), passphrase, CHEAP))
  const signed = valueOf(await readSignedHead(path))
  const how = { madeAt: '2026-11-26T12:00:00.000Z', signed, signer: signerOf(passphrase, own) }
  valueOf(await makeBackup(createBackupSource(client), folder, how))
  return files
}

interface Verdict {
  readonly problems: readonly string[]
  readonly events: number | null
}

/** Verifies as `ikigai verify FOLDER` does on the machine that made the backup. */
async function verify(
  files: Files,
  passphrase: string | null = null,
  kept: SignedHead | null = null,
): Promise<Verdict> {
  const folder = await openBackupFolder(storeOf(files), passphrase, CHEAP)
  if (!folder.ok) return { problems: [folder.error.message], events: null }
  const seal = await folder.value.seal()
  if (!seal.ok || seal.value === null) return { problems: ['There is no backup.'], events: null }
  const signature = await signerOf(passphrase).judge(seal.value, null)
  const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  const checked = await verifyBackup(folder.value, { sha256, hashBytes, signed: kept })
  if (!checked.ok) return { problems: [checked.error.message], events: null }
  const { damages, events, changedFiles, signed, signedProblems, logId } = checked.value
  const isSigned = signed !== null && isNoteSigned(signed.note, await machineKey(secrets), null) === true
  return {
    problems: [
      ...(signature.problem === null ? [] : [signature.problem]),
      ...damages.map(({ problem }) => problem),
      ...(events?.faults.map(({ problem }) => problem) ?? []),
      ...changedFiles.map((file) => `file ${file}`),
      ...(signed === null ? ['no signed head'] : noteProblems(signed, logId)),
      ...(isSigned ? [] : ['not signed']),
      ...signedProblems,
    ],
    events: events?.events ?? null,
  }
}

describe('a backup is verified without restoring it', () => {
  it('has no faults, with and without a passphrase, and the events and the head of the log', async () => {
    const log = valueOf(await verifyEvents(client, null))
    expect(log).toMatchObject({ unhashed: 0, faults: [] })
    expect(log.events).toBeGreaterThan(15)
    expect(await verify(plain)).toEqual({ problems: [], events: log.events })
    expect(await verify(encrypted, PASSPHRASE)).toEqual({ problems: [], events: log.events })
    expect(await verify(older)).toEqual({
      problems: [expect.stringContaining('older than the newest one in this folder')],
      events: log.events - 1,
    })
    expect((await verify(encrypted, 'other')).problems).toEqual(['The passphrase is wrong. Nothing was changed.'])
  })

  it('is named as older than a signed head that was kept elsewhere', async () => {
    const kept = valueOf(await readSignedHead(path))
    expect((await verify(plain, null, kept)).problems).toEqual([])
    expect((await verify(older, null, kept)).problems).toContainEqual(
      expect.stringContaining('is shorter than it was signed'),
    )
  })

  it(`shows ${TAMPERINGS} random changes, and nothing without them (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const missed: string[] = []
    for (let index = 0; index < TAMPERINGS; index++) {
      const isEncrypted = index % 3 === 0
      const files = isEncrypted ? encrypted : plain
      const passphrase = isEncrypted ? PASSPHRASE : null
      const changed = new Map(files)
      const how = await change(changed, isEncrypted, random)
      if (how !== null && (await verify(changed, passphrase)).problems.length === 0) missed.push(`${index}: ${how}`)
      if ((await verify(files, passphrase)).problems.length > 0) missed.push(`${index}: untouched`)
    }
    expect(missed).toEqual([])
  })
})

/** Changes the files of a backup, and returns how. Null: nothing was changed. */
async function change(files: Files, isEncrypted: boolean, random: () => number): Promise<string | null> {
  const way = random()
  if (isEncrypted || way < 0.35) return damage(files, random)
  return way < 0.7 ? forge(files, random) : replace(files, random)
}

/** Puts something else in place that is a valid backup, or would be one without signatures. */
async function replace(files: Files, random: () => number): Promise<string> {
  const put = (others: Files): void => {
    files.clear()
    for (const [name, bytes] of others) files.set(name, bytes)
  }
  const own = [...files.keys()].find((name) => name.endsWith('.note')) ?? ''
  const remade = async (edit: (manifest: BackupManifest) => BackupManifest, sign?: (sha256: string) => string) => {
    const folder = valueOf(await openBackupFolder(storeOf(files), null, CHEAP))
    const manifest = valueOf(await folder.manifest())
    if (manifest !== null) valueOf(await folder.replaceManifest(edit(manifest), sign))
  }
  const reused = (manifest: string): string =>
    Buffer.from(noteIn(plain))
      .toString()
      .replace(/\n[^\n]{43}=\n/, `\n${hexToBase64(manifest)}\n`)
  const ways: readonly (readonly [string, () => unknown])[] = [
    ['an older backup', () => put(older)],
    ['a backup with another key', () => put(foreign)],
    ['no signature', () => files.delete(own)],
    ['the signature of an older one', () => files.set(own, noteIn(older))],
    ['the signature with another key', () => files.set(own, noteIn(foreign))],
    ['another time', () => remade((manifest) => ({ ...manifest, madeAt: '2026-11-27T12:00:00.000Z' }))],
    ['no attached files', () => remade((manifest) => ({ ...manifest, blobs: manifest.blobs.slice(1) }))],
    ['no mail', () => remade((manifest) => ({ ...manifest, tables: manifest.tables.slice(0, -1) }), reused)],
    ['other settings', () => remade((manifest) => ({ ...manifest, tables: manifest.tables.slice(0, 2) }), foreignSign)],
  ]
  const [name, act] = ways[Math.floor(random() * ways.length)] ?? ['', () => undefined]
  await act()
  return name
}

/** Signs a manifest with someone else's key. */
function foreignSign(manifest: string): string {
  const origin = /^[^\n]*/.exec(Buffer.from(noteIn(foreign)).toString())?.[0] ?? ''
  const mark = { sequence: 99, folder: randomUUID(), madeAt: '2026-11-27T12:00:00.000Z', manifest }
  return signNote(backupNoteText(origin, mark), origin, createSigningKey())
}

/** The signature of a backup. */
function noteIn(files: Files): Uint8Array {
  return [...files].find(([name]) => name.endsWith('.note'))?.[1] ?? Buffer.from('')
}

/** Changes bytes, as a disk or someone without knowledge of the format does. Null: nothing was changed. */
function damage(files: Files, random: () => number): string | null {
  const below = (end: number): number => Math.floor(random() * end)
  const names = [...files.keys()]
  const name = names[below(names.length)] ?? ''
  const other = names[below(names.length)] ?? ''
  const bytes = Buffer.from(files.get(name) ?? '')
  const place = below(bytes.length)
  const ways: readonly (() => Uint8Array | null)[] = [
    () => bytes.fill((bytes[place] ?? 0) ^ (1 << below(8)), place, place + 1),
    () => bytes.subarray(0, place),
    () => Buffer.concat([bytes.subarray(0, place), Buffer.from([below(256)]), bytes.subarray(place)]),
    () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]),
    () => null,
    () => Buffer.from(files.get(other) ?? ''),
    () => older.get('ikigai-backup.json') ?? null,
  ]
  const way = below(ways.length)
  const target = way === ways.length - 1 ? 'ikigai-backup.json' : name
  const result = ways[way]?.() ?? null
  if (result !== null && Buffer.compare(result, files.get(target) ?? Buffer.alloc(0)) === 0) return null
  if (result === null) files.delete(target)
  else files.set(target, result)
  return `${way} of ${target}`
}

const COLUMNS = { events: ['content', 'data', 'kind'], hashes: ['leaf', 'chain', 'salts', 'seq'] } as const
const TOMBSTONE_COLUMNS = [...COLUMNS.hashes, 'content_hash', 'data_hash'] as const

/** Changes rows and makes all hashes of files anew, as someone does who knows the format and has no key. */
async function forge(files: Files, random: () => number): Promise<string | null> {
  const below = (end: number): number => Math.floor(random() * end)
  const folder = valueOf(await openBackupFolder(storeOf(files), null, CHEAP))
  const manifest = valueOf(await folder.manifest())
  if (manifest === null) throw new Error('There is no manifest')
  const table = random() < 0.6 ? 'events' : 'hashes'
  const listed = manifest[table]
  const at = below(listed.length)
  const file = listed[at]
  if (file === undefined) return null
  const rows = valueOf(await folder.read(file))
  const lines = Buffer.from(rows.body).toString('utf8').split('\n').slice(0, -1)
  const row = below(lines.length)
  const other = below(lines.length)
  const fields = (lines[row] ?? '').split('\t')
  const isTombstone = fields[rows.columns.indexOf('salts')] === String.raw`\N`
  const names = isTombstone ? TOMBSTONE_COLUMNS : COLUMNS[table]
  const name = names[below(names.length)] ?? ''
  const column = rows.columns.indexOf(name)
  const number = name === 'seq' ? String(below(100) + 1) : String.raw`\\x${sha256(String(random()))}`
  const ways: readonly (() => readonly string[])[] = [
    () => lines.with(row, fields.with(column, table === 'events' ? 'made up' : number).join('\t')),
    () => lines.toSpliced(row, 1),
    () => swapped(lines, { row, other, column: Math.max(column, 1) }),
  ]
  const way = below(ways.length + 2)
  if (way < ways.length) {
    const changed = ways[way]?.() ?? lines
    if (changed.join('\n') === lines.join('\n')) return null
    const body = Buffer.from(changed.map((line) => `${line}\n`).join(''))
    await replaceRows(folder, manifest, { table, at, rows: { ...rows, body } })
    return `${way} of ${table}`
  }
  const signed = way === ways.length ? null : resigned(manifest.signed)
  valueOf(await folder.replaceManifest({ ...manifest, signed }))
  return `signed head ${way}`
}

function swapped(
  lines: readonly string[],
  { row, other, column }: { readonly row: number; readonly other: number; readonly column: number },
): readonly string[] {
  const [one, two] = [row, other].map((index) => (lines[index] ?? '').split('\t'))
  if (one === undefined || two === undefined) return lines
  const [first = '', second = ''] = [one[column], two[column]]
  return lines.with(row, one.with(column, second).join('\t')).with(other, two.with(column, first).join('\t'))
}

interface ReplacedRows {
  readonly table: 'events' | 'hashes'
  readonly at: number
  readonly rows: BackupRows
}

async function replaceRows(
  folder: BackupFolder,
  manifest: BackupManifest,
  { table, at, rows }: ReplacedRows,
): Promise<void> {
  const written = valueOf(await folder.write(rows))
  const files = manifest[table].map((file, index) => (index === at ? { ...file, ...written } : file))
  valueOf(await folder.replaceManifest({ ...manifest, [table]: files }))
}

function resigned(signed: SignedHead | null): SignedHead | null {
  if (signed === null) return null
  const text = signed.note.slice(0, signed.note.indexOf('\n—'))
  return { ...signed, note: signNote(text, text.slice(0, text.indexOf('\n')), createSigningKey()) }
}

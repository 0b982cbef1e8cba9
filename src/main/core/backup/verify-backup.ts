import type { BackupFile, BackupManifest } from '../../../shared/backup-manifest.ts'
import { eventLeaf, type StoredEvent, type StoredHash } from '../../../shared/event-hash.ts'
import { EventVerifier } from '../../../shared/event-verifier.ts'
import type { Sha256 } from '../../../shared/export-chains.ts'
import type { HashedAgent } from '../../../shared/fork-points.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { err, errorMessage, ok, type Result } from '../../../shared/result.ts'
import { type SignedHead, SignedHeadComparison } from '../../../shared/signed-head.ts'
import { type Redaction, redactionIn } from '../../../shared/tombstones.ts'
import type { BackupFolder, BackupRows } from '../ports/backup-ports.ts'
import type { BackupCheck } from '../ports/verify-ports.ts'
import { checkBackup } from './check-backup.ts'

/**
 * Verifies a backup without restoring it: its files, then its events with their hashes, the bytes of attached files, and
 * the signed head. Of a damaged one only the damaged files are named. The contents of events are not kept in memory.
 */
export async function verifyBackup(
  folder: BackupFolder,
  parts: {
    readonly sha256: Sha256
    readonly hashBytes: (bytes: Uint8Array) => string
    /** A signed head that was kept elsewhere; null: that of the backup. */
    readonly signed: SignedHead | null
  },
): Promise<Result<BackupCheck>> {
  const checked = await checkBackup(folder)
  if (!checked.ok) return checked
  const { manifest, content } = checked.value
  const signed = parts.signed ?? manifest.signed
  const base = { logId: manifest.logId, madeAt: content.madeAt, damages: content.damages, signed }
  if (content.damages.length > 0) return ok({ ...base, events: null, changedFiles: [], signedProblems: [] })
  try {
    const log = await readLog(folder, manifest, parts.sha256)
    const comparison = new SignedHeadComparison(signed?.heads ?? [])
    const events = verifyLog(log, parts.sha256, comparison)
    const changedFiles = await findChangedFiles(folder, manifest, parts.hashBytes)
    return ok({ ...base, events, changedFiles, signedProblems: comparison.problems(new Set(comparison.agents)) })
  } catch (error) {
    const message = `The backup cannot be read: ${errorMessage(error)}.`
    return err({ category: 'STORAGE', message, retryable: false })
  }
}

interface ReadEvent {
  readonly event: StoredEvent
  /** The event fits its hash; its content is not kept. */
  readonly isVerified: boolean
}

interface BackedUpLog {
  readonly agents: readonly HashedAgent[]
  readonly events: ReadonlyMap<number, ReadEvent>
  readonly hashes: ReadonlyMap<number, StoredHash>
  /** The ids of events, with or without hashes, by agent. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  readonly redactions: ReadonlyMap<number, Redaction>
}

async function readLog(folder: BackupFolder, manifest: BackupManifest, sha256: Sha256): Promise<BackedUpLog> {
  const hashes = new Map<number, StoredHash>()
  const ids = new Map<string, Set<number>>()
  const firsts = new Map<string, number>()
  const note = (agentId: AgentId, id: number): void => {
    const own = ids.get(agentId) ?? new Set()
    ids.set(agentId, own.add(id))
  }
  for await (const row of rowsOf(folder, manifest.hashes)) {
    const hash = hashOf(row)
    const agentId = textOf(row, 'agent_uuid')
    hashes.set(hash.eventId, hash)
    note(agentId, hash.eventId)
    firsts.set(agentId, Math.min(hash.eventId, firsts.get(agentId) ?? Infinity))
  }
  const events = new Map<number, ReadEvent>()
  const redactions = new Map<number, Redaction>()
  for await (const row of rowsOf(folder, manifest.events)) {
    const event = eventOf(row)
    const hash = hashes.get(event.id)
    const isVerified = hash !== undefined && hash.salts !== null && eventLeaf(sha256, event, hash) === hash.leaf
    events.set(event.id, { event: isVerified ? { ...event, content: null, data: null } : event, isVerified })
    note(event.agentId, event.id)
    if (event.kind === 'redacted') redactions.set(event.id, redactionIn(event.data))
  }
  const agents: HashedAgent[] = []
  for await (const row of rowsOf(
    folder,
    manifest.tables.filter(({ table }) => table === 'agents'),
  )) {
    const id = textOf(row, 'uuid')
    const fork = row.get('fork_message_id') ?? null
    agents.push({
      id,
      parentId: row.get('parent_uuid') ?? null,
      forkEventId: fork === null ? null : Number(fork),
      firstEventId: firsts.get(id) ?? null,
    })
  }
  const known = new Set(agents.map(({ id }) => id))
  for (const id of ids.keys()) {
    // Agents that were removed are named by what is left of them.
    if (!known.has(id)) agents.push({ id, parentId: null, forkEventId: null, firstEventId: firsts.get(id) ?? null })
  }
  return { agents: parentsFirst(agents), events, hashes, ids, redactions }
}

function verifyLog(log: BackedUpLog, sha256: Sha256, comparison: SignedHeadComparison) {
  const { agents, events, hashes, ids, redactions } = log
  const verifier = new EventVerifier(sha256, agents, redactions)
  for (const { id: agentId } of agents) {
    verifier.begin(agentId)
    for (const id of [...(ids.get(agentId) ?? [])].toSorted((a, b) => a - b)) {
      const { event, isVerified } = events.get(id) ?? { event: null, isVerified: false }
      const hash = hashes.get(id) ?? null
      verifier.read({ event, hash, isVerified })
      if (hash !== null) comparison.read(agentId, hash)
    }
  }
  return verifier.result()
}

/** Agents whose parent is missing, or that are their own ancestors, come last. */
function parentsFirst(agents: readonly HashedAgent[]): readonly HashedAgent[] {
  const children = Map.groupBy(agents, ({ parentId }) => parentId)
  const ordered = new Set(children.get(null))
  for (const agent of ordered) for (const child of children.get(agent.id) ?? []) ordered.add(child)
  return [...new Set([...ordered, ...agents])]
}

async function findChangedFiles(
  folder: BackupFolder,
  { blobs }: BackupManifest,
  hashBytes: (bytes: Uint8Array) => string,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { sha256, ...file } of blobs) {
    const read = await folder.read(file)
    if (!read.ok) throw new Error(read.error.message)
    const { body } = read.value
    if (hashBytes(body.subarray(body.indexOf(0x0a) + 1)) !== sha256) changed.push(sha256)
  }
  return changed
}

async function* rowsOf(folder: BackupFolder, files: readonly BackupFile[]): AsyncGenerator<CopiedRow> {
  for (const { file, bytes } of files) {
    const read = await folder.read({ file, bytes })
    if (!read.ok) throw new Error(read.error.message)
    yield* copiedRows(read.value)
  }
}

function hashOf(row: CopiedRow): StoredHash {
  return {
    eventId: Number(textOf(row, 'event_id')),
    seq: Number(textOf(row, 'seq')),
    salts: copiedBytes(row.get('salts')),
    contentHash: copiedBytes(row.get('content_hash')),
    dataHash: copiedBytes(row.get('data_hash')),
    leaf: copiedBytes(row.get('leaf')) ?? '',
    chain: copiedBytes(row.get('chain')) ?? '',
  }
}

function eventOf(row: CopiedRow): StoredEvent {
  return {
    id: Number(textOf(row, 'id')),
    agentId: textOf(row, 'agent_uuid'),
    sessionId: Number(textOf(row, 'session_id')),
    turnId: row.get('turn_id') ?? null,
    kind: textOf(row, 'kind'),
    content: row.get('content') ?? null,
    data: row.get('data') ?? null,
    at: copiedTime(textOf(row, 'created_at')),
  }
}

function textOf(row: CopiedRow, column: string): string {
  return row.get(column) ?? ''
}

const LINE_END = 0x0a
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const TIME = /^(\d{4,5})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/

/** The values of a row by column, as text; null: NULL. */
type CopiedRow = ReadonlyMap<string, string | null>

/** Yields rows in PostgreSQL's text format of COPY. Throws if one has another number of columns. */
function* copiedRows({ columns, body }: BackupRows): Generator<CopiedRow> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 0; from < body.length;) {
    const end = body.indexOf(LINE_END, from)
    const fields = decoder.decode(body.subarray(from, end === -1 ? body.length : end)).split('\t')
    if (fields.length !== columns.length)
      throw new Error(`a row has ${fields.length} columns instead of ${columns.length}`)
    yield new Map(columns.map((column, index) => [column, valueOf(fields[index] ?? '')]))
    from = end === -1 ? body.length : end + 1
  }
}

function valueOf(field: string): string | null {
  if (field === String.raw`\N`) return null
  return field.includes('\\') ? field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : field
}

/** Returns bytes in hexadecimal digits, as COPY writes them. */
function copiedBytes(value: string | null | undefined): string | null {
  return value?.startsWith(String.raw`\x`) === true ? value.slice(2) : null
}

/** Returns a time in UTC as microseconds since the epoch; NaN: it is none. */
function copiedTime(value: string): number | bigint {
  const [, ...parts] = TIME.exec(value) ?? []
  const [year = NaN, month = NaN, day, hour, minute, second] = parts.slice(0, 6).map(Number)
  // oxlint-disable-next-line no-restricted-globals -- computes with a recorded time, and reads no clock
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isNaN(ms) ? ms : BigInt(ms) * 1000n + BigInt((parts[6] ?? '').padEnd(6, '0'))
}

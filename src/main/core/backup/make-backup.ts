import { CHANGING_TABLES, LATER_TABLES, type BackupFile, type BackupManifest } from '../../../shared/backup-manifest.ts'
import { DONE, err, ok, refuse, type Result } from '../../../shared/result.ts'
import type { SignedHead } from '../../../shared/signed-head.ts'
import type {
  BackupDamage,
  BackupFolder,
  BackupReport,
  BackupRows,
  BackupSnapshot,
  BackupSource,
} from '../ports/backup-ports.ts'
import type { BackupSigner, BegunSignature } from '../ports/backup-signature-ports.ts'
import { listedFiles, findDamage } from './check-backup.ts'
import { countIds, type IdRanges, joinRanges, withoutRanges } from '../../../shared/id-ranges.ts'
import { type BackupSituation, type BackupPlan, planBackup, rangesOf } from './plan-backup.ts'

/**
 * Adds to the backup in the folder what it does not hold yet. Until the new manifest is in place, which is the last
 * step, the previous backup is complete and valid. Of one that is not known to be the last one that was made here nothing is
 * kept, because the signature covers all of it.
 */
export function makeBackup(
  source: BackupSource,
  folder: BackupFolder,
  {
    madeAt,
    signed = null,
    signer,
    checked = true,
    partial = false,
    moveAside,
  }: {
    /** ISO time. */
    readonly madeAt: string
    /** The signed head of the log; missing: the backup is not signed. */
    readonly signed?: SignedHead | null
    /** Signs the backup; missing: it is not signed as a whole. */
    readonly signer?: BackupSigner
    /** False: the files that the folder has already are not read, and damage in them is not noticed. */
    readonly checked?: boolean
    /** Events that cannot be read are left out; otherwise they end the run. */
    readonly partial?: boolean
    /** Called where the folder holds the backup of another log: keeps it elsewhere, and returns an empty folder. */
    readonly moveAside?: () => Promise<Result<BackupFolder>>
  },
): Promise<Result<BackupReport>> {
  return source.read(async (snapshot) => {
    const previous = await folder.manifest()
    if (!previous.ok) return previous
    const begun = signer === undefined ? DONE : await beginSignature(signer, folder, snapshot.logId, madeAt)
    const signature = begun.ok ? begun.value : null
    const isKept = signature === null || isOwn(signature)
    const replaced = previous.value === null || !checked || !isKept ? [] : await findDamage(folder, previous.value)
    const unusable = isKept ? replaced : listedFiles(previous.value)
    const facts = await factsOf(snapshot, previous.value, new Set(unusable.map(({ file }) => file)))
    const plan = planBackup(facts)
    // A row that cannot be read is known by its hash.
    const known = joinRanges([...facts.eventIds, ...facts.hashedIds])
    const how = { madeAt, signed, signature, unsigned: begun.ok ? null : begun.error.message, partial, known }
    if (plan.ok) return run(snapshot, { folder, plan: plan.value, previous: previous.value, replaced, ...how })
    const other = moveAside === undefined ? plan : await moveAside()
    if (!other.ok) return other
    const anew = planBackup({ ...facts, previous: null })
    return anew.ok
      ? run(snapshot, { folder: other.value, plan: anew.value, previous: null, replaced: [], ...how })
      : anew
  })
}

async function beginSignature(
  signer: BackupSigner,
  folder: BackupFolder,
  logId: string,
  madeAt: string,
): Promise<Result<BegunSignature>> {
  const previous = await folder.seal()
  return previous.ok ? signer.begin(logId, { madeAt, previous: previous.value }) : previous
}

/** Whether there is no previous backup, or it is the last one that was made here. */
function isOwn({ previous }: BegunSignature): boolean {
  return previous === null || (previous.state === 'signed' && previous.problem === null)
}

async function factsOf(
  snapshot: BackupSnapshot,
  previous: BackupManifest | null,
  damaged: ReadonlySet<string>,
): Promise<BackupSituation> {
  const newest = previous?.newest ?? null
  return {
    previous,
    damaged,
    logId: snapshot.logId,
    eventIds: await snapshot.eventIds('messages'),
    hashedIds: await snapshot.eventIds('event_hashes'),
    blobHashes: await snapshot.blobHashes(),
    tombstones: await snapshot.tombstones(),
    newestHash: newest === null ? null : await snapshot.eventHash(newest.id),
  }
}

interface BackupRun {
  readonly folder: BackupFolder
  readonly plan: BackupPlan
  readonly previous: BackupManifest | null
  readonly replaced: readonly BackupDamage[]
  readonly madeAt: string
  readonly signed: SignedHead | null
  /** Null: the backup is not signed as a whole. */
  readonly signature: BegunSignature | null
  readonly unsigned: string | null
  readonly partial: boolean
  /** The events that the log should have. */
  readonly known: IdRanges
}

async function run(snapshot: BackupSnapshot, backup: BackupRun): Promise<Result<BackupReport>> {
  const { folder, plan, previous, replaced, known, signature } = backup
  const manifest = await writeFiles(snapshot, folder, plan, backup)
  if (!manifest.ok) return manifest
  const files = listedFiles(manifest.value)
  const finished = await finish(folder, manifest.value, signature)
  if (!finished.ok) return finished
  const placed = signature === null ? DONE : await signature.placed()
  const lostEvents = countIds(withoutRanges(known, rangesOf(manifest.value.events)))
  const before = new Set(listedFiles(previous).map(({ file }) => file))
  return ok({
    events: countIds(rangesOf(manifest.value.events)),
    blobs: manifest.value.blobs.length,
    newEvents: countIds(rangesOf(manifest.value.events)) - countIds(rangesOf(plan.keptEvents)),
    lostEvents,
    newBlobs: plan.missingBlobs.length,
    bytes: totalBytes(files),
    newBytes: totalBytes(files.filter(({ file }) => !before.has(file))),
    replaced,
    replacedProblem: signature?.previous?.problem ?? null,
    unsigned: placed.ok ? backup.unsigned : placed.error.message,
  })
}

/** Puts the manifest in place, then removes what it does not list. */
async function finish(
  folder: BackupFolder,
  manifest: BackupManifest,
  signature: BegunSignature | null,
): Promise<Result<null>> {
  const placed = await folder.replaceManifest(manifest, signature === null ? undefined : signature.sign)
  return placed.ok ? folder.removeOthers(new Set(listedFiles(manifest).map(({ file }) => file))) : placed
}

async function writeFiles(
  snapshot: BackupSnapshot,
  folder: BackupFolder,
  plan: BackupPlan,
  { madeAt, signed, partial }: Pick<BackupRun, 'madeAt' | 'signed' | 'partial'>,
): Promise<Result<BackupManifest>> {
  const events = [...plan.keptEvents]
  const hashes = [...plan.keptHashes]
  const blobs = [...plan.keptBlobs]
  const tables: BackupManifest['tables'] = []
  for (const [table, ids, files] of [
    ['messages', plan.missingEvents, events],
    ['event_hashes', plan.missingHashes, hashes],
  ] as const) {
    for await (const rows of snapshot.events(table, ids)) {
      const written = await writeChecked(folder, rows)
      if (!written.ok) return written
      files.push({ ...written.value, rows: rows.rows, ranges: [...rows.ranges] })
    }
  }
  for (const sha256 of plan.missingBlobs) {
    const written = await writeChecked(folder, await snapshot.blob(sha256))
    if (!written.ok) return written
    blobs.push({ ...written.value, sha256 })
  }
  for (const table of [...CHANGING_TABLES, ...LATER_TABLES]) {
    for await (const rows of snapshot.table(table)) {
      const written = await writeChecked(folder, rows)
      if (!written.ok) return written
      tables.push({ ...written.value, table, rows: rows.rows })
    }
  }
  const held = rangesOf(events)
  const absent = withoutRanges(plan.missingEvents, held)
  if (absent.length > 0 && !partial)
    return refuse('The database did not return all events. The previous backup is unchanged; try again.')
  const id = held.at(-1)?.[1] ?? null
  const sha256 = id === null ? null : await snapshot.eventHash(id)
  return ok({
    logId: snapshot.logId,
    madeAt,
    schema: snapshot.schema,
    events,
    hashes,
    blobs,
    tables,
    newest: id === null || sha256 === null ? null : { id, sha256 },
    signed,
  })
}

/** Writes a file and reads it back. */
async function writeChecked(folder: BackupFolder, rows: BackupRows): Promise<Result<BackupFile>> {
  const written = await folder.write(rows)
  if (!written.ok) return written
  const read = await folder.read(written.value)
  if (read.ok && isSame(read.value.body, rows.body)) return written
  const problem = read.ok ? 'its content differs' : read.error.message
  const message = `A file of the backup could not be read back: ${problem}. The previous backup is unchanged. Check the disk, or choose another folder.`
  return err({ category: 'STORAGE', message, retryable: false })
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

function totalBytes(files: readonly BackupFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

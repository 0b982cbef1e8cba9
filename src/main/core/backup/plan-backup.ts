import type { BackupManifest } from '../../../shared/backup-manifest.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { Tombstones } from '../ports/backup-ports.ts'
import { type IdRanges, joinRanges, overlaps, rangesText, withoutRanges } from '../../../shared/id-ranges.ts'

export interface BackupSituation {
  /** Null: the folder has no backup yet. */
  readonly previous: BackupManifest | null
  /** Names of files of the previous backup that cannot be used. */
  readonly damaged: ReadonlySet<string>
  readonly logId: string
  readonly eventIds: IdRanges
  /** Events whose hashes the log has. */
  readonly hashedIds: IdRanges
  readonly blobHashes: readonly string[]
  readonly tombstones: readonly Tombstones[]
  /** Hash of the event that `previous.newest` names, as it is in the log now; null: there is no such event. */
  readonly newestHash: string | null
}

/** What a run keeps of the previous one, and what it writes. */
export interface BackupPlan {
  readonly keptEvents: BackupManifest['events']
  readonly keptHashes: BackupManifest['hashes']
  readonly keptBlobs: BackupManifest['blobs']
  readonly missingEvents: IdRanges
  readonly missingHashes: IdRanges
  readonly missingBlobs: readonly string[]
}

const OTHER_FOLDER = 'Nothing was changed. Choose another folder.'

/**
 * Decides what a run writes: the events and files that no intact file of the previous backup holds. What is held is a
 * set of ids and not a newest id, because the event of a long transaction can appear below others. Files that contain
 * what was redacted after they were written are written again. REFUSED if the previous backup is not of this log.
 */
export function planBackup({ previous, damaged, ...log }: BackupSituation): Result<BackupPlan> {
  if (previous === null) {
    return ok({
      keptEvents: [],
      keptHashes: [],
      keptBlobs: [],
      missingEvents: log.eventIds,
      missingHashes: log.hashedIds,
      missingBlobs: log.blobHashes,
    })
  }
  if (previous.logId !== log.logId) {
    return refuse(
      `This folder holds the backup of another log, or of the one that this log was restored from. ${OTHER_FOLDER}`,
    )
  }
  const held = rangesOf(previous.events)
  const lost = withoutRanges(held, log.eventIds)
  if (lost.length > 0) {
    return refuse(
      `The backup in this folder holds events that this log does not have (${rangesText(lost)}): the log is older than its backup. ${OTHER_FOLDER}`,
    )
  }
  const replaced = newlyReplaced(held, log.tombstones)
  const { newest } = previous
  if (newest !== null && newest.sha256 !== log.newestHash && !overlaps(replaced, [[newest.id, newest.id]])) {
    return refuse(
      `Event ${newest.id} of the backup in this folder differs from that of this log: one is a copy that was continued. ${OTHER_FOLDER}`,
    )
  }
  const isCurrent = ({ file, ranges }: BackupManifest['events'][number]): boolean =>
    !damaged.has(file) && !overlaps(replaced, ranges)
  const keptEvents = previous.events.filter(isCurrent)
  const keptHashes = previous.hashes.filter(isCurrent)
  const present = new Set(log.blobHashes)
  const keptBlobs = previous.blobs.filter(({ file, sha256 }) => !damaged.has(file) && present.has(sha256))
  const heldBlobs = new Set(keptBlobs.map(({ sha256 }) => sha256))
  return ok({
    keptEvents,
    keptHashes,
    keptBlobs,
    missingEvents: withoutRanges(log.eventIds, rangesOf(keptEvents)),
    missingHashes: withoutRanges(log.hashedIds, rangesOf(keptHashes)),
    missingBlobs: log.blobHashes.filter((sha256) => !heldBlobs.has(sha256)),
  })
}

/** The ids of the rows that files hold. */
export function rangesOf(files: BackupManifest['events']): IdRanges {
  return joinRanges(files.flatMap(({ ranges }) => ranges))
}

/** The tombstones of redactions after the previous backup: it holds the events as they were before. */
function newlyReplaced(held: IdRanges, tombstones: readonly Tombstones[]): IdRanges {
  const isNew = ({ redaction }: Tombstones): boolean => !overlaps(held, [[redaction, redaction]])
  return joinRanges(tombstones.filter(isNew).flatMap(({ ranges }) => ranges))
}

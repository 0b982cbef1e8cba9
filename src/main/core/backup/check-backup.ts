import type { BackupFile, BackupManifest, BackupTable } from '../../../shared/backup-manifest.ts'
import { refuse, ok, type Result } from '../../../shared/result.ts'
import type { BackupContent, BackupDamage, BackupFolder } from '../ports/backup-ports.ts'
import { counted } from '../../../shared/counted.ts'
import { countIds, rangesText } from '../../../shared/id-ranges.ts'

interface ListedFile extends BackupFile {
  readonly table: BackupTable
  readonly holds: string
}

/** Returns all files of a backup with what each holds. Null: there is no backup. */
export function listedFiles(manifest: BackupManifest | null): readonly ListedFile[] {
  if (manifest === null) return []
  const { events, hashes, blobs, tables } = manifest
  return [
    ...tables.map(({ file, bytes, table, rows }) => ({
      file,
      bytes,
      table,
      holds: `${table}: ${counted(rows, 'row')}`,
    })),
    ...events.map(({ file, bytes, rows, ranges }) => {
      return { file, bytes, table: 'messages' as const, holds: `${counted(rows, 'event')}: ${rangesText(ranges)}` }
    }),
    ...hashes.map(({ file, bytes, rows, ranges }) => {
      const holds = `hashes of ${counted(rows, 'event')}: ${rangesText(ranges)}`
      return { file, bytes, table: 'event_hashes' as const, holds }
    }),
    ...blobs.map(({ file, bytes, sha256 }) => {
      return { file, bytes, table: 'blobs' as const, holds: `the attached file ${sha256.slice(0, 12)}` }
    }),
  ]
}

/** Reads every file and returns those that cannot be used. */
export async function findDamage(folder: BackupFolder, manifest: BackupManifest): Promise<readonly BackupDamage[]> {
  const damages: BackupDamage[] = []
  for (const { table, holds, ...file } of listedFiles(manifest)) {
    const read = await folder.read(file)
    const problem = read.ok ? otherTable(read.value.table, table) : read.error.message
    if (problem !== null) damages.push({ file: file.file, problem, holds })
  }
  return damages
}

function otherTable(found: BackupTable, listed: BackupTable): string | null {
  return found === listed ? null : `it holds ${found} where ${listed} is listed`
}

/** Reads all of a backup. */
export async function checkBackup(
  folder: BackupFolder,
): Promise<Result<{ readonly manifest: BackupManifest; readonly content: BackupContent }>> {
  const manifest = await folder.manifest()
  if (!manifest.ok) return manifest
  if (manifest.value === null)
    return refuse('There is no backup in this folder. Give the folder that holds ikigai-backup.json.')
  const { madeAt, events, blobs, tables } = manifest.value
  const agents = tables.filter(({ table }) => table === 'agents').reduce((sum, { rows }) => sum + rows, 0)
  return ok({
    manifest: manifest.value,
    content: {
      madeAt,
      events: countIds(events.flatMap(({ ranges }) => ranges)),
      blobs: blobs.length,
      agents,
      damages: await findDamage(folder, manifest.value),
    },
  })
}

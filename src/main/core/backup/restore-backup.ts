import { type BackupFile, type BackupManifest, CHANGING_TABLES, LATER_TABLES } from '../../../shared/backup-manifest.ts'
import { advice } from '../../../shared/advice.ts'
import { isContentSetting } from '../../../shared/home-settings.ts'
import { DONE, mapOk, refuse, type Result } from '../../../shared/result.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import type { Withheld } from '../../../shared/withheld.ts'
import { type BackupContent, type BackupFolder, type RestoreTarget, type RestoreWriter } from '../ports/backup-ports.ts'
import { checkBackup } from './check-backup.ts'

/**
 * Restores a backup into an empty database: everything, or nothing. A damaged one is refused, unless `damaged`: then
 * what can be used is restored.
 */
export async function restoreBackup(
  folder: BackupFolder,
  target: RestoreTarget,
  {
    damaged,
    verified,
    sandbox,
  }: {
    readonly damaged: boolean
    /** Whether it is proven to be of this machine, or of a key that the user named: only then it brings rights. */
    readonly verified: boolean
    /** The sandbox level of agents without a profile on this machine. */
    readonly sandbox: SandboxLevel
  },
): Promise<Result<BackupContent & { readonly withheld: readonly Withheld[] }>> {
  const checked = await checkBackup(folder)
  if (!checked.ok) return checked
  const { manifest, content } = checked.value
  const problem = whyNot(manifest, content, { schemas: target.schemas, damaged })
  if (problem !== null) return refuse(problem)
  const unusable = new Set(content.damages.map(({ file }) => file))
  const limits = verified ? null : { sandbox, isKept: isContentSetting }
  const written = await target.write((writer) => writeAll(folder, writer, manifest, unusable), limits)
  return mapOk(written, (withheld) => ({ ...content, withheld }))
}

/**
 * Returns why this version cannot restore a backup of that schema, and what to do; null: it can. `schemas`: when each of
 * its migrations was written, ms since the epoch.
 */
export function schemaProblem({ schema }: Pick<BackupManifest, 'schema'>, schemas: readonly number[]): string | null {
  if (schemas.includes(schema)) return null
  return schema > Math.max(...schemas)
    ? 'This backup was made by a newer version of ikigai. Nothing was restored. Update ikigai.'
    : `This backup was made by an earlier version of ikigai, whose tables this one cannot read. Nothing was restored. ${advice('move_former_backup')}`
}

/** Returns why this backup is not restored; null: it is. */
function whyNot(
  manifest: BackupManifest,
  { damages }: Pick<BackupContent, 'damages'>,
  { schemas, damaged }: { readonly schemas: readonly number[]; readonly damaged: boolean },
): string | null {
  const unknown = schemaProblem(manifest, schemas)
  if (unknown !== null) return unknown
  if (damages.length === 0) return null
  const lines = damages.map(({ file, problem, holds }) => `  ${file}: ${problem} (${holds})`).join('\n')
  if (!damaged) {
    return `The backup is damaged, and nothing was restored from it:\n${lines}\nUse another copy of it, or restore what is left with --damaged.`
  }
  const needed = manifest.tables.filter(({ table }) => table === 'agents' || table === 'sessions')
  const unusable = new Set(damages.map(({ file }) => file))
  return needed.some(({ file }) => unusable.has(file))
    ? `The backup is damaged, and without its agents no event can be restored:\n${lines}\nUse another copy of it.`
    : null
}

async function writeAll(
  folder: BackupFolder,
  writer: RestoreWriter,
  { tables, events, hashes, blobs }: BackupManifest,
  unusable: ReadonlySet<string>,
): Promise<Result<null>> {
  const rowsOf = (names: readonly string[]) => tables.filter(({ table }) => names.includes(table))
  const inOrder = (names: readonly string[]) => names.flatMap((name) => rowsOf([name]))
  const steps: readonly (readonly [readonly BackupFile[], 'rows' | 'blob'])[] = [
    [inOrder(CHANGING_TABLES), 'rows'],
    [blobs, 'blob'],
    [events, 'rows'],
    [hashes, 'rows'],
    [inOrder(LATER_TABLES), 'rows'],
  ]
  for (const [files, how] of steps) {
    for (const { file, bytes } of files) {
      if (unusable.has(file)) continue
      const read = await folder.read({ file, bytes })
      if (!read.ok) return read
      await writer[how](read.value)
    }
  }
  return DONE
}

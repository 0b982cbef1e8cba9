import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { byteWords } from '../../shared/attachment.ts'
import type { Result } from '../../shared/result.ts'
import type { BackupContent, BackupDamage, BackupReport, DataBackup } from '../core/ports/backup-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { hiddenQuestion, type PassphraseWishes, readPassphrase } from './read-passphrase.ts'

interface BackupWishes extends PassphraseWishes {
  readonly damaged?: boolean
}

interface RestoreWishes extends PassphraseWishes {
  readonly check?: boolean
  readonly damaged?: boolean
}

type BackupParts = Pick<CommandContext, 'output' | 'finish'> & { readonly backup: () => DataBackup }

/** Adds `ikigai backup` and `ikigai restore`, which need no engine (docs/data-safety.md). */
export function registerBackup(program: Command, { output, finish, backup }: BackupParts): void {
  const withPassphrase = (command: Command): Command =>
    command.option(
      '--passphrase-file <file>',
      'where the passphrase is; also IKIGAI_BACKUP_PASSPHRASE, or asked at the terminal',
    )
  withPassphrase(
    program
      .command('backup')
      .description('back up all agents, events, files and settings into a folder, while ikigai runs; only what is new')
      .argument('<folder>', 'an empty folder, a new one, or that of the last backup')
      .option('--encrypt', 'encrypt a new backup with a passphrase')
      .option('--damaged', 'save what can still be read of a damaged database'),
  ).action(async (folder: string, wishes: BackupWishes) =>
    finish(await backupCommand(backup(), folder, wishes, output)),
  )
  withPassphrase(
    program
      .command('restore')
      .description('restore a backup into an empty data directory or database')
      .argument('<folder>', 'of the backup')
      .option('--check', 'only read all of the backup and say whether it is damaged')
      .option('--damaged', 'restore what is left of a damaged backup'),
  ).action(async (folder: string, wishes: RestoreWishes) =>
    finish(await restoreCommand(backup(), folder, wishes, output)),
  )
}

async function backupCommand(
  backup: DataBackup,
  folder: string,
  wishes: BackupWishes,
  output: Output,
): Promise<ExitCode> {
  const passphrase = await passphraseOf(backup, folder, wishes, output)
  if (!passphrase.ok) return failed(passphrase, output)
  const made = await backup.backUp(folder, passphrase.value, wishes.damaged ?? false)
  if (!made.ok) return failed(made, output)
  for (const line of reportLines(made.value)) output.error(`${line}\n`)
  return EXIT.done
}

async function restoreCommand(
  backup: DataBackup,
  folder: string,
  wishes: RestoreWishes,
  output: Output,
): Promise<ExitCode> {
  const passphrase = await passphraseOf(backup, folder, wishes, output)
  if (!passphrase.ok) return failed(passphrase, output)
  const done = wishes.check
    ? await backup.check(folder, passphrase.value)
    : await backup.restore(folder, passphrase.value, wishes.damaged ?? false)
  if (!done.ok) return failed(done, output)
  const { damages } = done.value
  output.error(`${wishes.check ? 'The backup holds' : 'Restored'} ${contentText(done.value)}.\n`)
  for (const damage of damages) output.error(`${backupDamageText(damage)}\n`)
  if (wishes.check) output.error(damages.length === 0 ? 'Nothing is damaged.\n' : '')
  else if (damages.length > 0) output.error('What the damaged files held was not restored.\n')
  return damages.length === 0 || wishes.damaged === true ? EXIT.done : EXIT.turnFailed
}

/** The passphrase of the backup in a folder; null: it is not encrypted. */
export async function passphraseOf(
  backup: DataBackup,
  folder: string,
  wishes: PassphraseWishes,
  output: Output,
): Promise<Result<string | null>> {
  const isEncrypted = await backup.isEncrypted(folder)
  if (!isEncrypted.ok) return isEncrypted
  const environment = backup.environmentPassphrase
  return readPassphrase(wishes, { environment, isEncrypted: isEncrypted.value, ask: hiddenQuestion(output) })
}

function reportLines(report: BackupReport): readonly string[] {
  const { events, blobs, newEvents, newBlobs, bytes, newBytes, replaced, lostEvents } = report
  return [
    ...replaced.map((damage) => `${backupDamageText(damage)}. It was written again.`),
    `Backed up and read back: ${counted(newEvents, 'new event')}, ${counted(newBlobs, 'new file')} (${byteWords(newBytes)}).`,
    ...(lostEvents === 0 ? [] : [`Lost: ${counted(lostEvents, 'event')} in damaged pages of the database.`]),
    `The backup holds ${counted(events, 'event')} and ${counted(blobs, 'file')} (${byteWords(bytes)}).`,
  ]
}

function contentText({ madeAt, agents, events, blobs }: BackupContent): string {
  return `${counted(agents, 'agent')}, ${counted(events, 'event')} and ${counted(blobs, 'file')} of ${madeAt}`
}

/** Names a file of a backup that cannot be used. */
export function backupDamageText({ file, problem, holds }: BackupDamage): string {
  return `Damaged: ${file}: ${problem} (${holds})`
}

function failed({ error }: Extract<Result<unknown>, { ok: false }>, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  return exitCodeOf(error)
}

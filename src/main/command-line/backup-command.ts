import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { byteWords } from '../../shared/attachment.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type {
  BackupContent,
  BackupDamage,
  BackupReport,
  DataBackup,
  RestoreWishes,
} from '../core/ports/backup-ports.ts'
import { type BackupSignature, isVerified } from '../core/ports/backup-signature-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { printImported } from './import-command.ts'
import { printWithheld } from './print-withheld.ts'
import { hiddenQuestion, type PassphraseWishes, readPassphrase } from './read-passphrase.ts'

interface BackupWishes extends PassphraseWishes {
  readonly damaged?: boolean
}

interface ReadFlags extends PassphraseWishes {
  readonly json?: boolean
  readonly key?: string
  readonly unverified?: boolean
}

interface RestoreFlags extends ReadFlags {
  readonly check?: boolean
  readonly damaged?: boolean
  readonly agent?: string
}

/** Adds `ikigai backup` and `ikigai restore`, which need no engine (docs/backup.md). */
export function registerBackup(program: Command, context: CommandContext, backup: () => DataBackup): void {
  const { output, finish } = context
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
      .option(
        '--agent <uuid>',
        'restore only this agent, with those above and below it, into the present log under new ids',
      )
      .option('--damaged', 'restore what is left of a damaged backup')
      .option('--key <file>', 'the public key of its signature, instead of that of this machine')
      .option('--unverified', 'restore also what its signature shows as replaced or older; it brings no rights')
      .option('--json', 'print what was restored and what was left out as JSON'),
  ).action(async (folder: string, wishes: RestoreFlags) => {
    const { agent, check, damaged } = wishes
    if (agent === undefined) return finish(await restoreCommand(backup(), folder, wishes, output))
    if (check === true || damaged === true) {
      output.error('--agent cannot be combined with --check and --damaged. Give one of them.\n')
      return finish(EXIT.usage)
    }
    return restoreAgent(backup(), context, { folder, agent, wishes })
  })
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
  wishes: RestoreFlags,
  output: Output,
): Promise<ExitCode> {
  const passphrase = await passphraseOf(backup, folder, wishes, output)
  if (!passphrase.ok) return failed(passphrase, output)
  const read = readWishes(passphrase.value, wishes)
  const done = wishes.check
    ? mapOk(await backup.check(folder, read), (checked) => ({ ...checked, withheld: [] }))
    : await backup.restore(folder, { ...read, damaged: wishes.damaged ?? false })
  if (!done.ok) return failed(done, output)
  if (wishes.json === true) output.out(`${JSON.stringify(done.value)}\n`)
  const { damages, signature } = done.value
  output.error(`${wishes.check ? 'The backup holds' : 'Restored'} ${contentText(done.value)}.\n`)
  printSignature(signature, output)
  for (const damage of damages) output.error(`${backupDamageText(damage)}\n`)
  if (wishes.check) output.error(damages.length === 0 ? 'Nothing is damaged.\n' : '')
  else if (damages.length > 0) output.error('What the damaged files held was not restored.\n')
  if (wishes.check !== true && isVerified(signature)) output.error(RIGHTS_RESTORED)
  printWithheld(done.value.withheld, output)
  const isAccepted = signature.problem === null || wishes.unverified === true
  return isAccepted && (damages.length === 0 || wishes.damaged === true) ? EXIT.done : EXIT.turnFailed
}

const RIGHTS_RESTORED = 'Profiles and rights of its agents were restored with them.\n'

function printSignature(signature: BackupSignature, output: Output): void {
  output.error(`${signature.problem ?? signatureText(signature)}\n`)
}

function readWishes(passphrase: string | null, { key, unverified = false }: ReadFlags): RestoreWishes {
  return { passphrase, keyFile: key ?? null, unverified }
}

/** Says what the signature of a backup shows where it shows no problem. */
export function signatureText({ state }: BackupSignature): string {
  if (state === 'signed') return 'The backup is signed as a whole, and no newer one of its folder is known.'
  return state === 'unsigned'
    ? 'Not verified: a signature of the backup as a whole. It has none.'
    : 'Not verified: the signature of the backup as a whole, because its key is not on this machine. Give the public key with --key.'
}

interface AgentWish {
  readonly folder: string
  /** A unique prefix of its id. */
  readonly agent: string
  readonly wishes: ReadFlags
}

/** Imports a branch of a backup into the present log: all of it or nothing. */
async function restoreAgent(
  backup: DataBackup,
  { withEngine, finish, output }: CommandContext,
  { folder, agent, wishes }: AgentWish,
): Promise<void> {
  const passphrase = await passphraseOf(backup, folder, wishes, output)
  if (!passphrase.ok) return finish(failed(passphrase, output))
  const found = await backup.branch(folder, agent, readWishes(passphrase.value, wishes))
  if (!found.ok) return finish(failed(found, output))
  const branch = untilFailure(found.value.lines)
  await withEngine(async (engine) => {
    const imported = await engine.local.importLines(branch.lines, {
      signal: branch.failed,
      verified: isVerified(found.value.signature),
    })
    const problem = branch.problem() ?? (imported.ok ? null : imported)
    if (problem !== null) return failed(problem, output)
    if (imported.ok) {
      const { signature } = found.value
      if (wishes.json === true) output.out(`${JSON.stringify({ ...imported.value, signature })}\n`)
      else printImported(imported.value, output)
    }
    printSignature(found.value.signature, output)
    if (isVerified(found.value.signature)) output.error(RIGHTS_RESTORED)
    return EXIT.done
  })
}

type Failure = Extract<Result<unknown>, { ok: false }>

/** The lines up to the first failure, which aborts what reads them. */
function untilFailure(results: AsyncIterable<Result<string>>) {
  const failing = new AbortController()
  let problem: Failure | null = null
  async function* lines(): AsyncGenerator<string> {
    for await (const line of results) {
      if (line.ok) yield line.value
      else {
        problem = line
        failing.abort()
      }
    }
  }
  return { lines: lines(), failed: failing.signal, problem: (): Failure | null => problem }
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
  const { replacedProblem, unsigned } = report
  return [
    ...(replacedProblem === null ? [] : [`${replacedProblem} All of it was written again.`]),
    ...replaced.map((damage) => `${backupDamageText(damage)}. It was written again.`),
    `Backed up and read back: ${counted(newEvents, 'new event')}, ${counted(newBlobs, 'new file')} (${byteWords(newBytes)}).`,
    ...(lostEvents === 0 ? [] : [`Lost: ${counted(lostEvents, 'event')} in damaged pages of the database.`]),
    `The backup holds ${counted(events, 'event')} and ${counted(blobs, 'file')} (${byteWords(bytes)}).`,
    ...(unsigned === null ? [] : [`It is not signed. ${unsigned}`]),
  ]
}

function contentText({ madeAt, agents, events, blobs }: BackupContent): string {
  return `${counted(agents, 'agent')}, ${counted(events, 'event')} and ${counted(blobs, 'file')} of ${madeAt}`
}

/** Names a file of a backup that cannot be used. */
export function backupDamageText({ file, problem, holds }: BackupDamage): string {
  return `Damaged: ${file}: ${problem} (${holds})`
}

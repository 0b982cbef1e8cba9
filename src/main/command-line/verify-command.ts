import { stat } from 'node:fs/promises'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { sentence } from '../../shared/sentence.ts'
import type { DataBackup } from '../core/ports/backup-ports.ts'
import type { LogProof, SignedLogCheck } from '../core/ports/verify-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { headProblem, printVerified, redactedNotes, type VerifyFlags } from './print-verified.ts'
import { verifyFile, verifyFolder } from './verify-files.ts'

/** Adds `ikigai verify`, which needs no engine. */
export function registerVerify(
  program: Command,
  { output, finish }: CommandContext,
  proof: () => LogProof,
  backup: () => DataBackup,
): void {
  program
    .command('verify')
    .description(
      'check that nothing in the log, a backup or an export was changed, inserted, removed or moved, and print a head',
    )
    .argument(
      '[agent or file]',
      'an agent with those above it, an export (- for stdin) or the folder of a backup; all agents if not given',
    )
    .option('--head <hash>', 'the head that `verify` printed before')
    .option('--sign', 'sign the head of the log, if nothing is wrong')
    .option('--sign-anew', 'the same after a restored backup or a lost key; the signed head names the one before')
    .option('--signed <file>', 'a copy of a signed head, instead of the last one of the data directory')
    .option('--key <file>', 'the public key of the signatures, instead of that of this machine')
    .option('--passphrase-file <file>', 'where the passphrase of an encrypted backup is; also IKIGAI_BACKUP_PASSPHRASE')
    .option('--print-key', 'print the public key of this machine')
    .option('--json', 'print the check as JSON')
    .action(async (what: string | undefined, wishes: VerifyFlags) => {
      if (wishes.printKey === true) return finish(await printKey(proof(), output))
      const isBackup = what !== undefined && (await isFolder(what))
      const isExport = !isBackup && what !== undefined && (what === '-' || (await isFile(what)))
      const others = [wishes.sign, wishes.signAnew, isExport ? wishes.signed : undefined]
      if ((isExport || isBackup) && others.some((flag) => flag !== undefined)) {
        output.error('Only the log is signed. Leave out --sign, --sign-anew and, of an export, --signed.\n')
        return finish(EXIT.usage)
      }
      if (isBackup) return finish(await verifyFolder(what, { proof: proof(), backup: backup() }, wishes, output))
      if (isExport) return finish(await verifyFile(what, proof, wishes, output))
      finish(await verifyLog(what ?? null, proof(), wishes, output))
    })
}

async function isFolder(what: string): Promise<boolean> {
  return (await stat(what).catch(() => null))?.isDirectory() ?? false
}

/** A name with a separator or an extension is meant as a file, also if there is none. */
async function isFile(what: string): Promise<boolean> {
  return /[/\\.]/.test(what) || (await stat(what).catch(() => null)) !== null
}

async function verifyLog(
  agent: string | null,
  proof: LogProof,
  wishes: VerifyFlags,
  output: Output,
): Promise<ExitCode> {
  const sign = wishes.signAnew === true ? 'anew' : wishes.sign === true ? 'next' : null
  if (sign !== null && (agent !== null || wishes.signed !== undefined || wishes.key !== undefined)) {
    output.error(
      'Only the whole log is signed, with the key of this machine. Leave out the agent, --signed and --key.\n',
    )
    return EXIT.usage
  }
  const checked = await proof.verify({
    agent,
    sign,
    signedFile: wishes.signed ?? null,
    keyFile: wishes.key ?? null,
  })
  if (!checked.ok) return failed(checked, output)
  const check = checked.value
  const problems = [
    ...check.faults.map(({ problem }) => sentence(problem)),
    ...check.changedFiles.map((sha256) => `The attached file ${sha256.slice(0, 12)} was changed.`),
    ...check.signedProblems,
    ...headProblem(check.head, wishes),
  ]
  const summary = `${counted(check.events, 'event')} of ${counted(check.agents, 'agent')}, all as they were recorded.`
  return printVerified({ check, problems, summary, notes: notesOf(check) }, wishes, output)
}

/** What was not verified. */
function notesOf(check: SignedLogCheck): readonly string[] {
  const { unhashed, redacted, placesOnly, hashesSince, signedProblems } = check
  return [
    ...(unhashed > 0
      ? [
          `Not verified: ${counted(unhashed, 'event')} without a hash. ikigai makes them while its window is open or \`ikigai serve\` runs.`,
        ]
      : []),
    ...redactedNotes(redacted, placesOnly),
    ...(hashesSince === null
      ? []
      : [`Changes of the events up to ${hashesSince} before they got their hashes cannot be found.`]),
    // A head with problems proves nothing about the events that it names.
    ...(signedProblems.length > 0 ? [] : signedNotes(check)),
  ]
}

function signedNotes({ signedEvents, isSignatureChecked, signedTo }: SignedLogCheck): readonly string[] {
  if (signedEvents === null) return []
  if (signedTo !== null) return [`Signed: ${counted(signedEvents, 'event')}. Keep a copy of ${signedTo} elsewhere.`]
  if (isSignatureChecked) return [`The signed head covers ${counted(signedEvents, 'event')}.`]
  return ['Not verified: the signature, because its key is not on this machine. Give the public key with --key.']
}

async function printKey(proof: LogProof, output: Output): Promise<ExitCode> {
  const key = await proof.publicKey()
  if (key === null)
    output.error(
      'There is no key on this machine yet, or the keychain does not answer. `ikigai verify --sign` makes one.\n',
    )
  else output.out(key)
  return key === null ? EXIT.turnFailed : EXIT.done
}

import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

import { counted } from '../../shared/counted.ts'
import { type ExportCheck, ExportVerifier } from '../../shared/export-verifier.ts'
import { DONE, errorMessage } from '../../shared/result.ts'
import { sentence } from '../../shared/sentence.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { DataBackup } from '../core/ports/backup-ports.ts'
import type { DisclosureReader, LogProof, SignedBackupCheck } from '../core/ports/verify-ports.ts'
import type { Output } from '../process-output.ts'
import { backupDamageText, passphraseOf, signatureText } from './backup-command.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { headProblem, printVerified, redactedNotes, type VerifyFlags } from './print-verified.ts'

/** Verifies an export or a file with disclosed events; `-`: stdin. */
export async function verifyFile(
  file: string,
  proof: () => LogProof,
  wishes: VerifyFlags,
  output: Output,
): Promise<ExitCode> {
  const verifier = new ExportVerifier((text) => hash('sha256', text))
  const input = file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8')
  let disclosure: DisclosureReader | null = null
  let isFirst = true
  try {
    for await (const line of linesOf(input)) {
      if (isFirst) disclosure = proof().openDisclosure(line, wishes.key ?? null)
      isFirst = false
      ;(disclosure ?? verifier).read(line)
    }
  } catch (error) {
    output.error(`${file} cannot be read (${errorMessage(error)}). Check the path.\n`)
    return EXIT.usage
  }
  if (disclosure !== null) return printDisclosure(disclosure, wishes, output)
  return printExport(verifier.result(), proof, wishes, output)
}

async function printExport(
  { note, ...found }: ExportCheck,
  proof: () => LogProof,
  wishes: VerifyFlags,
  output: Output,
): Promise<ExitCode> {
  const checked = note === null ? DONE : await proof().checkNote(note, wishes.key ?? null)
  if (!checked.ok) return failed(checked, output)
  const isSigned = checked.value
  const check = { ...found, hasSignature: note !== null, isSigned }
  const problems = check.hasHashes
    ? [
        ...faultLines(check.faults),
        ...(isSigned === false ? [WRONG_KEY] : []),
        ...(note === null && wishes.key !== undefined ? ['This export has no signature, or it was removed.'] : []),
        ...headProblem(check.head, wishes),
      ]
    : ['This file has no hashes, so nothing is known about it. Export again with this version of ikigai.']
  const summary = `${counted(check.lines, 'line')}, all as they were written${isSigned === true ? ' and signed' : ''}.`
  const notes = [
    ...(note === null ? ['Not verified: a signature. This export has none.'] : []),
    ...(note !== null && isSigned === null ? [UNKNOWN_SIGNER] : []),
  ]
  return printVerified({ check, problems, summary, notes }, wishes, output)
}

const WRONG_KEY = 'The signature is not of this key.'
const UNKNOWN_SIGNER =
  'Not verified: the signature. Without it anyone can have made this file. Give the public key of the sender with --key.'

async function printDisclosure(reader: DisclosureReader, wishes: VerifyFlags, output: Output): Promise<ExitCode> {
  const checked = await reader.result()
  if (!checked.ok) return failed(checked, output)
  const check = checked.value
  const problems = [
    ...faultLines(check.faults),
    ...(check.isSigned === false ? [WRONG_KEY] : []),
    ...headProblem(check.head, wishes),
  ]
  const redacted = check.redacted > 0 ? ` and ${counted(check.redacted, 'redacted event')}` : ''
  const summary = `${counted(check.disclosed, 'event')}${redacted} of a signed log, all as recorded. Of ${counted(check.hidden, 'other event')} the file has only the hash.`
  const notes = check.isSigned === null ? [UNKNOWN_SIGNER] : []
  return printVerified({ check, problems, summary, notes }, wishes, output)
}

function faultLines(faults: ExportCheck['faults']): readonly string[] {
  return faults.map(({ line, problem }) => `Line ${line}: ${problem}.`)
}

/** Verifies the backup in a folder. */
export async function verifyFolder(
  directory: string,
  {
    proof,
    backup,
  }: {
    readonly proof: LogProof
    readonly backup: DataBackup
  },
  wishes: VerifyFlags,
  output: Output,
): Promise<ExitCode> {
  const passphrase = await passphraseOf(backup, directory, wishes, output)
  const checked = passphrase.ok
    ? await proof.verifyBackup({
        directory,
        passphrase: passphrase.value,
        signedFile: wishes.signed ?? null,
        keyFile: wishes.key ?? null,
      })
    : passphrase
  if (!checked.ok) return failed(checked, output)
  const { events, ...check } = checked.value
  const problems = [
    ...(check.signature.problem === null ? [] : [check.signature.problem]),
    ...check.damages.map(backupDamageText),
    ...(events?.faults.map(({ problem }) => sentence(problem)) ?? [
      'The events were not compared, because files are damaged.',
    ]),
    ...check.changedFiles.map((sha256) => `The attached file ${sha256.slice(0, 12)} was changed.`),
    ...check.signedProblems,
    ...(check.isSigned === false ? ['The signature of the signed head is not of this key.'] : []),
    ...headProblem(events?.head ?? null, wishes),
  ]
  const summary = `The backup of ${check.madeAt}: ${counted(events?.events ?? 0, 'event')} of ${counted(events?.agents ?? 0, 'agent')}, all as they were recorded.`
  const printed = { ...check, events, head: events?.head ?? null }
  return printVerified({ check: printed, problems, summary, notes: backupNotes(checked.value) }, wishes, output)
}

/** What was not verified. */
function backupNotes({
  events,
  signedEvents,
  isSigned,
  signature,
  signedProblems,
}: SignedBackupCheck): readonly string[] {
  const { unhashed = 0, redacted = 0, placesOnly = 0 } = events ?? {}
  return [
    ...(signature.problem === null ? [signatureText(signature)] : []),
    ...(unhashed > 0 ? [`Not verified: ${counted(unhashed, 'event')} without a hash.`] : []),
    ...redactedNotes(redacted, placesOnly),
    ...(signedEvents === null ? ['Not verified: the signed head of the log. The backup has none.'] : []),
    // A head with problems proves nothing about the events that it names.
    ...(signedEvents !== null && signedProblems.length === 0 && isSigned !== false
      ? [`The signed head covers ${counted(signedEvents, 'event')}.`]
      : []),
    ...(signedEvents !== null && isSigned === null
      ? ['Not verified: the signature, because its key is not on this machine. Give the public key with --key.']
      : []),
  ]
}

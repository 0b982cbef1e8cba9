import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { type ExportCheck, ExportVerifier } from '../../shared/export-verifier.ts'
import { errorMessage } from '../../shared/result.ts'
import { sentence } from '../../shared/sentence.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { DisclosureReader, LogProof, SignedDisclosureCheck, SignedLogCheck } from '../core/ports/verify-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'

interface VerifyFlags extends JsonFlag {
  readonly head?: string
  readonly sign?: boolean
  readonly signAnew?: boolean
  readonly signed?: string
  readonly key?: string
  readonly printKey?: boolean
}

/** What a check prints. */
interface Verified {
  readonly check: ExportCheck | SignedLogCheck | SignedDisclosureCheck
  readonly problems: readonly string[]
  /** Printed if there is no problem. */
  readonly summary: string
  readonly notes?: readonly string[]
}

/** Adds `ikigai verify`, which needs no engine. */
export function registerVerify(program: Command, { output, finish }: CommandContext, proof: () => LogProof): void {
  program
    .command('verify')
    .description(
      'check that nothing in the log or in an export was changed, inserted, removed or moved, and print a head',
    )
    .argument('[agent or file]', 'an agent with those above it, or an export (- for stdin); all agents if not given')
    .option('--head <hash>', 'the head that `verify` printed before')
    .option('--sign', 'sign the head of the log, if nothing is wrong')
    .option('--sign-anew', 'the same after a restored backup or a lost key; the signed head names the one before')
    .option('--signed <file>', 'a copy of a signed head, instead of the last one of the data directory')
    .option('--key <file>', 'the public key of the signatures, instead of that of this machine')
    .option('--print-key', 'print the public key of this machine')
    .option('--json', 'print the check as JSON')
    .action(async (what: string | undefined, wishes: VerifyFlags) => {
      if (wishes.printKey === true) return finish(await printKey(proof(), output))
      const isExport = what !== undefined && (what === '-' || (await isFile(what)))
      if (isExport && [wishes.sign, wishes.signAnew, wishes.signed].some((flag) => flag !== undefined)) {
        output.error('Only the log is signed. Leave out --sign, --sign-anew and --signed.\n')
        return finish(EXIT.usage)
      }
      if (isExport) return finish(await verifyFile(what, proof, wishes, output))
      finish(await verifyLog(what ?? null, proof(), wishes, output))
    })
}

/** A name with a separator or an extension is meant as a file, also if there is none. */
async function isFile(what: string): Promise<boolean> {
  return /[/\\.]/.test(what) || (await stat(what).catch(() => null)) !== null
}

async function verifyFile(file: string, proof: () => LogProof, wishes: VerifyFlags, output: Output): Promise<ExitCode> {
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
  if (wishes.key !== undefined) {
    output.error('This export has no signature. Leave out --key.\n')
    return EXIT.usage
  }
  const check = verifier.result()
  const problems = check.hasHashes
    ? [...faultLines(check), ...headProblem(check.head, wishes)]
    : ['This file has no hashes, so nothing is known about it. Export again with this version of ikigai.']
  return print(
    { check, problems, summary: `${counted(check.lines, 'line')}, all as they were written.` },
    wishes,
    output,
  )
}

async function printDisclosure(reader: DisclosureReader, wishes: VerifyFlags, output: Output): Promise<ExitCode> {
  const checked = await reader.result()
  if (!checked.ok) {
    output.error(`${checked.error.message}\n`)
    return exitCodeOf(checked.error)
  }
  const check = checked.value
  const problems = [
    ...faultLines(check),
    ...(check.isSigned === false ? ['The signature is not of this key.'] : []),
    ...headProblem(check.head, wishes),
  ]
  const summary = `${counted(check.disclosed, 'event')} of a signed log, all as recorded. Of ${counted(check.hidden, 'other event')} the file has only the hash.`
  const notes =
    check.isSigned === null
      ? [
          'Not verified: the signature. Without it anyone can have made this file. Give the public key of the sender with --key.',
        ]
      : []
  return print({ check, problems, summary, notes }, wishes, output)
}

function faultLines({ faults }: Pick<ExportCheck, 'faults'>): readonly string[] {
  return faults.map(({ line, problem }) => `Line ${line}: ${problem}.`)
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
  if (!checked.ok) {
    output.error(`${checked.error.message}\n`)
    return exitCodeOf(checked.error)
  }
  const check = checked.value
  const problems = [
    ...check.faults.map(({ problem }) => sentence(problem)),
    ...check.changedFiles.map((sha256) => `The attached file ${sha256.slice(0, 12)} was changed.`),
    ...check.signedProblems,
    ...headProblem(check.head, wishes),
  ]
  const summary = `${counted(check.events, 'event')} of ${counted(check.agents, 'agent')}, all as they were recorded.`
  return print({ check, problems, summary, notes: notesOf(check) }, wishes, output)
}

/** What was not verified. */
function notesOf({ unhashed, redacted, hashesSince, ...signed }: SignedLogCheck): readonly string[] {
  return [
    ...(unhashed > 0
      ? [`Not verified: ${counted(unhashed, 'event')} without a hash. ikigai makes them while it is open.`]
      : []),
    ...(redacted > 0 ? [`Not verified: the content of ${counted(redacted, 'redacted event')}.`] : []),
    ...(hashesSince === null
      ? []
      : [`Changes of the events up to ${hashesSince} before they got their hashes cannot be found.`]),
    ...signedNotes(signed),
  ]
}

function signedNotes(
  check: Pick<SignedLogCheck, 'signedEvents' | 'isSignatureChecked' | 'signedTo'>,
): readonly string[] {
  const { signedEvents, isSignatureChecked, signedTo } = check
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

function headProblem(head: string | null, { head: expected }: VerifyFlags): readonly string[] {
  if (expected === undefined || head === expected.toLowerCase()) return []
  return ['The head is not the expected one: something was added or removed, or the hashes were computed again.']
}

function print(
  { check, problems, summary, notes = [] }: Verified,
  { json = false }: VerifyFlags,
  output: Output,
): ExitCode {
  const isIntact = problems.length === 0
  if (json) output.out(`${JSON.stringify({ ...check, isIntact })}\n`)
  else {
    for (const line of isIntact ? [summary, ...notes] : [...problems, ...notes]) output.error(`${line}\n`)
    if (check.head !== null) output.out(`${check.head}\n`)
  }
  return isIntact ? EXIT.done : EXIT.turnFailed
}

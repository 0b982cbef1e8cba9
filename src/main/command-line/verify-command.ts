import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { type ExportCheck, ExportVerifier } from '../../shared/export-verifier.ts'
import { errorMessage, type Result } from '../../shared/result.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { LogCheck } from '../core/ports/verify-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'

interface VerifyWishes extends JsonFlag {
  readonly head?: string
}

/** What a check prints. */
interface Verified {
  readonly check: ExportCheck | LogCheck
  readonly problems: readonly string[]
  /** Printed if there is no problem. */
  readonly summary: string
  readonly notes?: readonly string[]
}

type VerifyDatabase = (agent: string | null) => Promise<Result<LogCheck>>

/** Adds `ikigai verify`, which needs no engine. */
export function registerVerify(
  program: Command,
  { output, finish }: CommandContext,
  verifyDatabase: VerifyDatabase,
): void {
  program
    .command('verify')
    .description(
      'check that nothing in the log or in an export was changed, inserted, removed or moved, and print a head',
    )
    .argument('[agent or file]', 'an agent with those above it, or an export (- for stdin); all agents if not given')
    .option('--head <hash>', 'the head that `verify` printed before')
    .option('--json', 'print the check as JSON')
    .action(async (what: string | undefined, wishes: VerifyWishes) => {
      const isExport = what !== undefined && (what === '-' || (await isFile(what)))
      if (isExport) return finish(await verifyExport(what, wishes, output))
      finish(await verifyLog(what ?? null, verifyDatabase, wishes, output))
    })
}

/** A name with a separator or an extension is meant as a file, also if there is none. */
async function isFile(what: string): Promise<boolean> {
  return /[/\\.]/.test(what) || (await stat(what).catch(() => null)) !== null
}

async function verifyExport(file: string, wishes: VerifyWishes, output: Output): Promise<ExitCode> {
  const verifier = new ExportVerifier((text) => hash('sha256', text))
  const input = file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8')
  try {
    for await (const line of linesOf(input)) verifier.read(line)
  } catch (error) {
    output.error(`${file} cannot be read (${errorMessage(error)}). Check the path.\n`)
    return EXIT.usage
  }
  const check = verifier.result()
  const problems = check.hasHashes
    ? [...check.faults.map(({ line, problem }) => `Line ${line}: ${problem}.`), ...headProblem(check.head, wishes)]
    : ['This file has no hashes, so nothing is known about it. Export again with this version of ikigai.']
  return print(
    { check, problems, summary: `${counted(check.lines, 'line')}, all as they were written.` },
    wishes,
    output,
  )
}

async function verifyLog(
  agent: string | null,
  verifyDatabase: VerifyDatabase,
  wishes: VerifyWishes,
  output: Output,
): Promise<ExitCode> {
  const checked = await verifyDatabase(agent)
  if (!checked.ok) {
    output.error(`${checked.error.message}\n`)
    return exitCodeOf(checked.error)
  }
  const check = checked.value
  const problems = [
    ...check.faults.map(({ problem }) => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`),
    ...check.changedFiles.map((sha256) => `The attached file ${sha256.slice(0, 12)} was changed.`),
    ...headProblem(check.head, wishes),
  ]
  const summary = `${counted(check.events, 'event')} of ${counted(check.agents, 'agent')}, all as they were recorded.`
  return print({ check, problems, summary, notes: notesOf(check) }, wishes, output)
}

/** What was not verified. */
function notesOf({ unhashed, redacted, hashesSince }: LogCheck): readonly string[] {
  return [
    ...(unhashed > 0
      ? [`Not verified: ${counted(unhashed, 'event')} without a hash. ikigai makes them while it is open.`]
      : []),
    ...(redacted > 0 ? [`Not verified: the content of ${counted(redacted, 'redacted event')}.`] : []),
    ...(hashesSince === null
      ? []
      : [`Changes of the events up to ${hashesSince} before they got their hashes cannot be found.`]),
  ]
}

function headProblem(head: string | null, { head: expected }: VerifyWishes): readonly string[] {
  if (expected === undefined || head === expected.toLowerCase()) return []
  return ['The head is not the expected one: something was added or removed, or the hashes were computed again.']
}

function print(
  { check, problems, summary, notes = [] }: Verified,
  { json = false }: VerifyWishes,
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

import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { type ExportCheck, ExportVerifier } from '../../shared/export-verifier.ts'
import { errorMessage } from '../../shared/result.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'

interface VerifyWishes extends JsonFlag {
  readonly head?: string
}

/** `ikigai verify FILE`: whether an export is as it was written. Reads nothing but the file. `-`: stdin. */
async function verifyCommand(file: string, { head, json = false }: VerifyWishes, output: Output): Promise<ExitCode> {
  const verifier = new ExportVerifier((text) => hash('sha256', text))
  const input = file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8')
  try {
    for await (const line of linesOf(input)) verifier.read(line)
  } catch (error) {
    output.error(`${file} cannot be read (${errorMessage(error)}). Check the path.\n`)
    return EXIT.usage
  }
  const check = verifier.result()
  const problems = problemsOf(check, head)
  if (json) output.out(`${JSON.stringify({ ...check, isIntact: problems.length === 0 })}\n`)
  else printCheck(check, problems, output)
  return problems.length === 0 ? EXIT.done : EXIT.turnFailed
}

function problemsOf({ faults, hasHashes, head }: ExportCheck, expected: string | undefined): readonly string[] {
  if (!hasHashes) {
    return ['This file has no hashes, so nothing is known about it. Export again with this version of ikigai.']
  }
  const named = faults.map(({ line, problem }) => `Line ${line}: ${problem}.`)
  if (expected === undefined || head === expected.toLowerCase()) return named
  return [...named, 'The head is not the expected one: this is a different export, or its hashes were computed again.']
}

function printCheck({ lines, head }: ExportCheck, problems: readonly string[], output: Output): void {
  for (const problem of problems) output.error(`${problem}\n`)
  if (problems.length === 0) output.error(`${counted(lines, 'line')}, all as they were written.\n`)
  if (head !== null) output.out(`${head}\n`)
}

/** Adds `ikigai verify`, which needs no engine. */
export function registerVerify(program: Command, { output, finish }: CommandContext): void {
  program
    .command('verify')
    .description('check that nothing in an export was changed, inserted, removed or moved, and print its head')
    .argument('<file>', 'as `export` writes it; - for stdin')
    .option('--head <hash>', 'the head that `verify` printed when the export was made')
    .option('--json', 'print the check as JSON')
    .action(async (file: string, wishes: VerifyWishes) => finish(await verifyCommand(file, wishes, output)))
}

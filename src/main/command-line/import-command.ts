import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { shortAgentId } from '../../shared/ids.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import type { Result } from '../../shared/result.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { Engine } from '../core/engine.ts'
import { convertClaudeCode, isClaudeCodeLine } from '../../shared/claude-code-session.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'

/**
 * `ikigai import FILE`: adds a file of JSON lines to the log, completely or not at all (docs/import-format.md). `-`:
 * stdin.
 */
async function importCommand(engine: Engine, file: string, output: Output): Promise<ExitCode> {
  const input = file === '-' ? process.stdin : createReadStream(file, 'utf8')
  const imported = await readAll(engine, input, output)
  if (typeof imported === 'string') {
    output.error(`${imported}\n`)
    return EXIT.usage
  }
  if (!imported.ok) {
    output.error(`${imported.error.message}\n`)
    return exitCodeOf(imported.error)
  }
  const { agents, events, files = 0, missingFiles = 0 } = imported.value
  for (const id of agents) output.out(`${id}\n`)
  const first = agents[0] === undefined ? '' : `; \`ikigai log ${shortAgentId(agents[0])}\` shows the first`
  const parts = [
    counted(agents.length, 'agent'),
    counted(events, 'event'),
    ...(files > 0 ? [counted(files, 'file')] : []),
  ]
  output.error(`Imported ${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}${first}.\n`)
  if (missingFiles > 0) {
    output.error(`${counted(missingFiles, 'attached file')} not in the export: models get a note in their place.\n`)
  }
  return EXIT.done
}

/** Returns the result, or why the file could not be read. */
async function readAll(engine: Engine, input: Readable, output: Output): Promise<Result<ImportResult> | string> {
  try {
    const lines = linesOf(input.setEncoding('utf8'))
    const first = await lines.next()
    if (first.done === true) return await engine.local.importLines([])
    if (!isClaudeCodeLine(first.value)) return await engine.local.importLines(withFirst(first.value, lines))
    const session = convertClaudeCode(await Array.fromAsync(withFirst(first.value, lines)))
    if (session.lines.length === 0) return 'No message of this Claude Code session could be read. Nothing was imported.'
    const imported = await engine.local.importLines(session.lines)
    if (imported.ok) {
      output.error(`Claude Code session: ${counted(session.records, 'record')}.\n`)
      for (const { line, kind, reason } of session.keptAside) {
        output.error(`Line ${line} not imported: ${printable(kind)}: ${reason}.\n`)
      }
    }
    return imported
  } catch (error) {
    if (input.errored !== null) return input.errored.message
    throw error
  }
}

async function* withFirst(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

/** A name from a file, safe to print: it is data. */
function printable(name: string): string {
  return JSON.stringify(name.slice(0, 60).replaceAll(/[^\x20-\x7e]/g, '?'))
}

/** Adds `ikigai import`. */
export function registerImport(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('import')
    .description('import a file of agents and events, completely or not at all')
    .argument(
      '<file>',
      'as `export` writes it, written by hand (docs/import-format.md), or a Claude Code session; - for stdin',
    )
    .action(async (file: string) => {
      await withEngine((engine) => importCommand(engine, file, output))
    })
}

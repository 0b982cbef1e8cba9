import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { shortAgentId } from '../../shared/ids.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import type { Result } from '../../shared/result.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'

/**
 * `ikigai import FILE`: adds a file of JSON lines to the log, completely or not at all (docs/import-format.md). `-`:
 * stdin.
 */
async function importCommand(engine: Engine, file: string, output: Output): Promise<ExitCode> {
  const input = file === '-' ? process.stdin : createReadStream(file, 'utf8')
  const imported = await readAll(engine, input)
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
async function readAll(engine: Engine, input: Readable): Promise<Result<ImportResult> | string> {
  try {
    return await engine.local.importLines(linesOf(input.setEncoding('utf8')))
  } catch (error) {
    if (input.errored !== null) return input.errored.message
    throw error
  }
}

/** Adds `ikigai import`. */
export function registerImport(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('import')
    .description('import a file of agents and events, completely or not at all')
    .argument('<file>', 'as `export` writes it, or written by hand (docs/import-format.md); - for stdin')
    .action(async (file: string) => {
      await withEngine((engine) => importCommand(engine, file, output))
    })
}

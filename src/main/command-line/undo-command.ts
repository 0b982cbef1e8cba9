import type { Command } from 'commander'

import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { type ScopeFlags, scopeOf, withScopeOptions } from './changes-command.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { parseCount } from './parse-count.ts'

interface UndoFlags extends ScopeFlags {
  readonly file?: readonly string[]
  readonly hunk?: readonly number[]
}

/** `ikigai undo AGENT`: takes changes to files back. */
async function undoCommand(
  engine: Engine,
  prefix: string,
  { file, hunk, ...flags }: UndoFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) {
    output.error(`${agent.error.message}\n`)
    return EXIT.usage
  }
  const undone = await engine.changes.undo({
    agentId: agent.value.id,
    scope: scopeOf(flags),
    ...(file !== undefined && { paths: file }),
    // People count from 1.
    ...(hunk !== undefined && { hunks: hunk.map((number) => number - 1) }),
  })
  if (!undone.ok) {
    output.error(`${undone.error.message}\n`)
    return exitCodeOf(undone.error)
  }
  const { files, eventId, left } = undone.value
  for (const path of files) output.out(`${path}\n`)
  for (const path of left) output.error(`left as it is: ${path} (protected)\n`)
  if (eventId === null) output.error('Nothing had to be written.\n')
  else output.error(`Undone. \`ikigai undo ${agent.value.id.slice(0, 8)} --event ${eventId}\` brings it back.\n`)
  return EXIT.done
}

/** Adds `ikigai undo`. */
export function registerUndo(program: Command, { output, withEngine }: CommandContext): void {
  const command = program
    .command('undo')
    .description('take back what an agent changed in files')
    .argument('<agent>', 'a unique prefix of its id')
  const listed = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]
  const numbers = (text: string, before: readonly number[] = []): readonly number[] => [...before, parseCount(text)]
  withScopeOptions(command)
    .option('--file <path>', 'only this file; may be repeated', listed)
    .option('--hunk <number>', 'only this hunk of the file, from 1; may be repeated', numbers)
    .action(async (agent: string, flags: UndoFlags) => {
      await withEngine((engine) => undoCommand(engine, agent, flags, output))
    })
}

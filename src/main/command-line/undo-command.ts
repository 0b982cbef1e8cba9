import type { Command } from 'commander'

import type { LeftFile } from '../../shared/file-changes.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { type ScopeFlags, scopeOf, withScopeOptions } from './changes-command.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { parseCount } from './parse-count.ts'
import { defined } from '../../shared/defined.ts'

interface UndoFlags extends ScopeFlags, JsonFlag {
  /** Named after the agent. */
  readonly files: readonly string[]
  readonly file?: readonly string[]
  readonly hunk?: readonly number[]
  /** Also what is not certainly the agent's. */
  readonly unsure?: boolean
}

/** `ikigai undo AGENT`: takes changes to files back. Exit code 1 if all of them were left alone. */
async function undoCommand(
  engine: Engine,
  prefix: string,
  { files: named, file = [], hunk, unsure: withUnsure = false, json = false, ...flags }: UndoFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const paths = [...named, ...file]
  const undone = await engine.changes.undo({
    agentId: agent.value.id,
    scope: scopeOf(flags),
    ...defined({
      paths: paths.length > 0 ? paths : undefined,
      unsure: withUnsure ? true : undefined,
      hunks: hunk === undefined ? undefined : hunk.map((number) => number - 1),
    }),
  })
  if (!undone.ok) return failed(undone, output)
  const { files, eventId, left, unsure, others } = undone.value
  const isLeftAlone = files.length === 0 && left.length + unsure.length + others.length > 0
  const code = isLeftAlone ? EXIT.turnFailed : EXIT.done
  if (json) {
    output.out(`${jsonText({ ...undone.value })}\n`)
    return code
  }
  const id = agent.value.id.slice(0, 8)
  for (const path of files) output.out(`${path}\n`)
  for (const path of left) output.error(`left as it is: ${path} (protected)\n`)
  for (const { path, agent: writer } of others)
    output.error(`left as it is: ${path} (written by ${agentText(writer)})\n`)
  if (unsure.length > 0) output.error(unsureText(id, unsure, flags))
  if (eventId !== null) output.error(`Undone. \`ikigai undo ${id} --event ${eventId}\` brings it back.\n`)
  else output.error(isLeftAlone ? 'Nothing was undone.\n' : 'Nothing had to be written.\n')
  return code
}

/** Says which files were left alone because they may be the user's, and how they are taken back. */
function unsureText(id: string, unsure: readonly string[], flags: ScopeFlags): string {
  const which = unsure.length === 1 ? 'This file' : `These ${unsure.length} files`
  const command = ['ikigai undo', id, ...scopeFlags(flags), '--unsure'].join(' ')
  return (
    unsure.map((path) => `left as it is: ${path} (not certain whose)\n`).join('') +
    `${which} changed while a command ran. Nobody can say whether the agent, you or another program wrote that. ` +
    `\`${command}\` takes ${unsure.length === 1 ? 'it' : 'them'} back too; name files to take back only those.\n`
  )
}

function agentText({ id, name }: LeftFile['agent']): string {
  return `the agent ${name === null ? '' : `${name} `}(${id.slice(0, 8)})`
}

function scopeFlags({ turn, call, event, since }: ScopeFlags): readonly string[] {
  return Object.entries({ turn, call, event, since }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  )
}

/** Adds `ikigai undo`. */
export function registerUndo(program: Command, { output, withEngine }: CommandContext): void {
  const command = program
    .command('undo')
    .description('take back what an agent changed in files')
    .argument('<agent>', 'a unique prefix of its id')
    .argument('[files...]', 'only these files, also where it is not certain who changed them')
  const listed = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]
  const numbers = (text: string, before: readonly number[] = []): readonly number[] => [...before, parseCount(text)]
  withScopeOptions(command)
    .option('--file <path>', 'only this file; may be repeated', listed)
    .option('--unsure', 'also what changed while a command ran, so that nobody can say who wrote it')
    .option('--json', 'one object with what was taken back and what was left alone')
    .option('--hunk <number>', 'only this hunk of the file, from 1; may be repeated', numbers)
    .action(async (agent: string, files: readonly string[], flags: Omit<UndoFlags, 'files'>) => {
      await withEngine((engine) => undoCommand(engine, agent, { ...flags, files }, output))
    })
}

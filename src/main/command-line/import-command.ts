import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import type { ForeignReport } from '../../shared/foreign-report.ts'
import { shortAgentId } from '../../shared/ids.ts'
import { type ImportResult, isLogLine, type UnreadKey } from '../../shared/log-row.ts'
import { errorMessage } from '../../shared/result.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { foundText, listedText, reportText } from './foreign-report-text.ts'
import { printWithheld } from './print-withheld.ts'

/**
 * `ikigai import FILE`: adds a file of JSON lines to the log, completely or not at all (docs/import-format.md), or
 * sessions of another tool (docs/other-tools.md). `-`: stdin.
 */
async function importCommand(engine: Engine, file: string, options: ImportFlags, output: Output): Promise<ExitCode> {
  try {
    const run = options.list === true ? listPath : importPath
    if (file !== '-') return await run(engine, file, options, output)
    return await withStdin((path) => run(engine, path, options, output))
  } catch (error) {
    if (!isFileError(error)) throw error
    output.error(`${file} cannot be read (${errorMessage(error)}). Check the path.\n`)
    return EXIT.usage
  }
}

interface ImportFlags extends JsonFlag {
  readonly find?: boolean
  readonly list?: boolean
  readonly session?: readonly string[]
}

async function importPath(
  engine: Engine,
  path: string,
  { json = false, session: wanted }: ImportFlags,
  output: Output,
): Promise<ExitCode> {
  const isFile = (await stat(path)).isFile()
  if (isFile && (await isOwnFormat(path))) {
    if (wanted === undefined) return importLog(engine, path, json, output)
    output.error(`${path} is an export of ikigai: it is imported as a whole. Leave --session out.\n`)
    return EXIT.usage
  }
  const imported = await engine.local.importForeign(path, { wanted })
  if (!imported.ok) return failed(imported, output)
  const { sessions, unread } = imported.value
  // The importer of ikigai's own format says what is wrong with the first line.
  if (isFile && sessions.length === 0 && !json && wanted === undefined && (await isText(path)))
    return importLog(engine, path, json, output)
  if (json) output.out(`${JSON.stringify(imported.value)}\n`)
  else {
    for (const { agents } of sessions) for (const id of agents) output.out(`${id}\n`)
    output.error(reportText(imported.value))
  }
  if (wanted !== undefined && sessions.length === 0) output.error('No such session is in it. `--list` shows them.\n')
  if (sessions.length === 0 && (unread.length > 0 || wanted !== undefined)) return EXIT.usage
  return endOf(imported.value)
}

/** 1: a part of the source is damaged. */
function endOf({ unread }: { readonly unread: ForeignReport['unread'] }): ExitCode {
  return unread.some(({ isDamaged }) => isDamaged) ? EXIT.turnFailed : EXIT.done
}

/** `--list`: what the path has, without importing any of it. */
async function listPath(
  engine: Engine,
  path: string,
  { json = false }: ImportFlags,
  output: Output,
): Promise<ExitCode> {
  if ((await stat(path)).isFile() && (await isOwnFormat(path))) {
    output.error(`${path} is an export of ikigai: it is imported as a whole.\n`)
    return EXIT.usage
  }
  const listed = await engine.local.listForeign(path)
  if (!listed.ok) return failed(listed, output)
  output.out(json ? `${JSON.stringify(listed.value)}\n` : listedText(listed.value))
  if (listed.value.sessions.length === 0) return EXIT.usage
  return endOf(listed.value)
}

async function importLog(engine: Engine, path: string, json: boolean, output: Output): Promise<ExitCode> {
  const imported = await engine.local.importLines(linesOf(createReadStream(path, 'utf8')))
  if (!imported.ok) return failed(imported, output)
  if (json) output.out(`${JSON.stringify(imported.value)}\n`)
  else printImported(imported.value, output)
  return EXIT.done
}

/** Says what was imported; prints the ids of the agents. */
export function printImported(
  { agents, events, files = 0, missingFiles = 0, withheld = [], unread = [] }: ImportResult,
  output: Output,
): void {
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
  if (unread.length > 0)
    output.error(`Not kept, because this version does not know it: ${unread.map(unreadText).join(', ')}.\n`)
  printWithheld(withheld, output)
}

function unreadText({ type, key, count }: UnreadKey): string {
  return `${JSON.stringify(key)} of ${counted(count, type === 'ikigai' ? 'line of the file itself' : type)}`
}

/** Whether the first line with text is one of an export of ikigai. An empty file is an empty export. */
async function isOwnFormat(path: string): Promise<boolean> {
  for await (const line of linesOf(createReadStream(path, 'utf8'))) if (line.trim() !== '') return isLogLine(line)
  return true
}

const NO_TEXT = ['PK\u0003\u0004', 'SQLite format 3']

/** Whether the file begins with text: neither an archive nor a database. */
async function isText(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path, { encoding: 'latin1', end: 15 })) {
    return !NO_TEXT.some((beginning) => String(piece).startsWith(beginning))
  }
  return true
}

/** Which kind of file it is, is seen by its content, which is read more than once. */
async function withStdin<T>(use: (path: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-import-'))
  try {
    const path = join(directory, 'stdin')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

async function findCommand(engine: Engine, { json = false }: JsonFlag, output: Output): Promise<ExitCode> {
  const found = await engine.local.findForeign()
  if (!found.ok) return failed(found, output)
  output.out(json ? `${JSON.stringify(found.value)}\n` : foundText(found.value))
  return EXIT.done
}

/** Adds `ikigai import`. */
export function registerImport(program: Command, { output, withEngine, finish }: CommandContext): void {
  program
    .command('import')
    .description('import agents and events, or sessions and exports of other tools')
    .argument(
      '[path]',
      'a file as `export` writes it or written by hand (docs/import-format.md); or a file, archive, database or folder of another tool (docs/other-tools.md); - for stdin',
    )
    .option('--find', 'list the sessions of other tools on this machine')
    .option('--list', 'list the sessions in the path, and import nothing')
    .option('--session <ids...>', 'import only these sessions of the path, by their ids in the list')
    .option('--json', 'print the report, or the list, as JSON')
    .action(async (path: string | undefined, options: ImportFlags) => {
      if (options.find === true) return withEngine((engine) => findCommand(engine, options, output))
      if (path !== undefined) return withEngine((engine) => importCommand(engine, path, options, output))
      output.error('Give a file or folder to import, or --find.\n')
      return finish(EXIT.usage)
    })
}

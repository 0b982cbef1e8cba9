import type { Command } from 'commander'

import { byteWords } from '../../shared/attachment.ts'
import { counted } from '../../shared/counted.ts'
import { jsonText } from '../../shared/json-text.ts'
import { type RemovedOutputs, ROOM_WORDS, type RoomReport } from '../../shared/room.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { textTable } from './text-table.ts'

/** `ikigai size`: prints what takes room on the disk. */
async function sizeCommand(engine: Engine, { json = false }: JsonFlag, output: Output): Promise<ExitCode> {
  const read = await engine.room.sizes()
  if (!read.ok) {
    output.error(`${read.error.message}\n`)
    return exitCodeOf(read.error)
  }
  if (json) output.out(`${jsonText(read.value)}\n`)
  else for (const line of sizeLines(read.value)) output.out(`${line}\n`)
  return EXIT.done
}

function sizeLines({ events, parts, total, removedOutputs }: RoomReport): readonly string[] {
  const rows = parts.map(({ kind, bytes }) => [
    kind === 'events' ? 'Events' : ROOM_WORDS[kind],
    bytes === null ? 'unknown' : byteWords(bytes),
  ])
  const columns = [
    { heading: counted(events, 'event'), align: 'left' } as const,
    { heading: 'Size', align: 'right' } as const,
  ]
  return textTable(columns, [...rows, ['Total', byteWords(total)]]).concat(removedText(removedOutputs) ?? [])
}

/** Null: none were removed. */
function removedText({ files, bytes, days, lastAt }: RemovedOutputs): string | null {
  if (lastAt === null) return null
  return `Removed by rule: ${counted(files, 'output')} of tools (${byteWords(bytes)}), last on ${new Date(lastAt).toISOString()} after ${counted(days, 'day')}.`
}

/** Adds `ikigai size`. */
export function registerSize(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('size')
    .description('show how much of the disk the log and its files take, by kind')
    .option('--json', 'everything as one line of JSON, in bytes')
    .action((flags: JsonFlag) => withEngine((engine) => sizeCommand(engine, flags, output)))
}

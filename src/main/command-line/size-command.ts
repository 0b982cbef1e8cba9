import type { Command } from 'commander'

import { byteWords } from '../../shared/attachment.ts'
import { counted } from '../../shared/counted.ts'
import { jsonText } from '../../shared/json-text.ts'
import { type RemovedOutputs, ROOM_WORDS, type RoomReport, SMALL_UNUSED } from '../../shared/room.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { textTable } from './text-table.ts'
import { defined } from '../../shared/defined.ts'

interface SizeFlags extends JsonFlag {
  readonly free?: boolean
}

/** `ikigai size`: prints what takes room on the disk, if wished after it freed what holds nothing. */
async function sizeCommand(
  engine: Engine,
  { json = false, free = false }: SizeFlags,
  output: Output,
): Promise<ExitCode> {
  const freed = free ? await engine.room.free() : null
  if (freed?.ok === false) return failed(freed, output)
  const read = await engine.room.sizes()
  if (!read.ok) return failed(read, output)
  if (json)
    output.out(
      `${jsonText({ ...read.value, ...defined({ freed: freed === null ? undefined : freed.value.freed }) })}\n`,
    )
  else {
    if (freed !== null) output.out(`${byteWords(freed.value.freed)} were given back to the disk.\n`)
    for (const line of sizeLines(read.value)) output.out(`${line}\n`)
  }
  return EXIT.done
}

function sizeLines({ events, parts, total, unused, removedOutputs }: RoomReport): readonly string[] {
  const rows = parts.map(({ kind, bytes }) => [
    kind === 'events' ? 'Events' : ROOM_WORDS[kind],
    bytes === null ? 'unknown' : byteWords(bytes),
  ])
  const columns = [
    { heading: counted(events, 'event'), align: 'left' } as const,
    { heading: 'Size', align: 'right' } as const,
  ]
  return [
    ...textTable(columns, [...rows, ['Total', byteWords(total)]]),
    ...unusedText(unused),
    ...removedText(removedOutputs),
  ]
}

/** The space of the database that holds nothing. A few megabytes are not worth a line. */
function unusedText(unused: number | null): readonly string[] {
  if (unused === null)
    return [
      'How much of the database holds nothing is unknown: its user may not measure it, the server lacks the extensions pgstattuple and pageinspect, or it takes too long.',
    ]
  if (unused < SMALL_UNUSED) return []
  return [
    `${byteWords(unused)} of the database hold nothing: deleted rows, or rows of an import that failed. “ikigai size --free” frees them; later events use what is left.`,
  ]
}

/** Empty: none were removed. */
function removedText({ files, bytes, days, lastAt }: RemovedOutputs): readonly string[] {
  if (lastAt === null) return []
  return [
    `Removed by rule: ${counted(files, 'output')} of tools (${byteWords(bytes)}), last on ${new Date(lastAt).toISOString()} after ${counted(days, 'day')}.`,
  ]
}

/** Adds `ikigai size`. */
export function registerSize(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('size')
    .description('show how much of the disk the log and its files take, by kind')
    .option('--free', 'first free the space of the database that holds nothing, while agents go on')
    .option('--json', 'everything as one line of JSON, in bytes')
    .action((flags: SizeFlags) => withEngine((engine) => sizeCommand(engine, flags, output)))
}

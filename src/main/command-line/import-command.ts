import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import { shortAgentId } from '../../shared/ids.ts'
import type { Engine } from '../core/engine.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import type { Output } from './print-events.ts'

/** `ikigai import FILE`: takes a file of lines into the log, all of it or nothing (docs/import-format.md). `-`: stdin. */
export async function importCommand(engine: Engine, file: string, output: Output): Promise<ExitCode> {
  const input = file === '-' ? process.stdin : createReadStream(file, 'utf8')
  const imported = await readAll(engine, input)
  if (typeof imported === 'string') {
    output.error(`${imported}\n`)
    return EXIT.usage
  }
  if (!imported.ok) {
    output.error(`${imported.error.message}\n`)
    return imported.error.category === 'REFUSED' ? EXIT.usage : EXIT.turnFailed
  }
  const { agents, events } = imported.value
  for (const id of agents) output.out(`${id}\n`)
  const first = agents[0] === undefined ? '' : `; \`ikigai log ${shortAgentId(agents[0])}\` shows the first`
  output.error(`Imported ${counted(agents.length, 'agent')} and ${counted(events, 'event')}${first}.\n`)
  return EXIT.done
}

/** The outcome, or why the file could not be read. */
async function readAll(
  engine: Engine,
  input: NodeJS.ReadableStream,
): Promise<Awaited<ReturnType<Engine['importLog']>> | string> {
  const unreadable = new Promise<string>((resolve) => {
    input.once('error', (error: Error) => resolve(error.message))
  })
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  return Promise.race([engine.importLog(withoutByteOrderMark(lines)), unreadable])
}

/** Some editors of Windows begin a file with a mark that nobody sees. */
async function* withoutByteOrderMark(lines: AsyncIterable<string>): AsyncIterable<string> {
  let isFirst = true
  for await (const line of lines) {
    yield isFirst ? line.replace(/^\uFEFF/, '') : line
    isFirst = false
  }
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}

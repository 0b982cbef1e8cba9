import type { Command } from 'commander'

import { type EventId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { SearchHit } from '../../shared/search-hit.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { parseCount } from './parse-count.ts'
import { recordedLine } from './print-events.ts'
import { defined } from '../../shared/defined.ts'

interface SearchFlags {
  readonly json: boolean
  readonly limit: number
}

/** `ikigai search TEXT`: searches the whole log, newest first. An event that several agents share is printed once. */
async function searchCommand(
  engine: Engine,
  text: string,
  { json, limit }: SearchFlags,
  output: Output,
): Promise<ExitCode> {
  let count = 0
  let olderBefore: EventId | null = null
  do {
    const page = { text, limit: limit - count, ...defined({ beforeId: olderBefore ?? undefined }) }
    const found = await engine.log.search(page)
    if (!found.ok) return failed(found, output, EXIT.turnFailed)
    for (const hit of found.value.hits) output.out(`${json ? jsonText(jsonHit(hit)) : plainHit(hit)}\n`)
    count += found.value.hits.length
    olderBefore = found.value.olderBefore
  } while (count < limit && olderBefore !== null)
  if (count === 0) output.error('Nothing found.\n')
  if (olderBefore !== null) output.error(`For older ones: --limit ${limit * 2}\n`)
  return EXIT.done
}

function jsonHit({ event, excerpt, inContextOf }: SearchHit): object {
  return { ...recordedLine(event), excerpt, in_context_of: inContextOf }
}

function plainHit({ event, excerpt, inContextOf }: SearchHit): string {
  const holders = inContextOf.length === 0 ? 'in no context' : `in ${inContextOf.map(shortAgentId).join(', ')}`
  return `${event.id}  ${shortAgentId(event.agentId)}  ${event.kind}  ${holders}\n    ${excerpt}`
}

/** Adds `ikigai search`. */
export function registerSearch(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('search')
    .description('search all events of all agents, newest first')
    .argument('<text>', 'words, "a phrase", or a part of a word or of code')
    .option('--json', 'one hit per line')
    .option('--limit <n>', 'maximum number of hits', parseCount, 50)
    .action(async (text: string, { json = false, limit }: JsonFlag & { readonly limit: number }) => {
      await withEngine((engine) => searchCommand(engine, text, { json, limit }, output))
    })
}

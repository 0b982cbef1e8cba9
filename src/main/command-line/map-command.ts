import type { Command } from 'commander'

import { type MapLine, MAX_MAP_POINTS } from '../../shared/agent-map.ts'
import { defined } from '../../shared/defined.ts'
import { type AgentId, type EventId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { costText } from '../../shared/money.ts'
import { mapOk, ok, type Result } from '../../shared/result.ts'
import { treeIndent, treeOrder } from '../../shared/tree-order.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { parseCount } from './parse-count.ts'
import { type Column, textTable } from './text-table.ts'

interface MapFlags {
  readonly json: boolean
  /** Most points. */
  readonly limit: number
  readonly output: Output
}

/** `ikigai map [AGENT]`: prints the agents over time, with the prompts, mails and merges of each. */
export async function mapCommand(
  engine: Engine,
  prefix: string | undefined,
  { json, limit, output }: MapFlags,
): Promise<ExitCode> {
  const agent = prefix === undefined ? null : await findAgent(engine, prefix)
  if (agent !== null && !agent.ok) return failed(agent, output, EXIT.usage)
  const read = await readLines(engine, agent?.value.id ?? null, limit)
  if (!read.ok) return failed(read, output)
  const { lines, isComplete } = read.value
  if (json) for (const line of lines) output.out(`${jsonText({ ...line })}\n`)
  else if (lines.length === 0) output.error('No prompts yet.\n')
  else for (const line of textTable(COLUMNS, rows(lines))) output.out(`${line}\n`)
  if (!isComplete) output.error(`For older ones: --limit ${limit * 2}\n`)
  return EXIT.done
}

interface ReadLines {
  readonly lines: readonly MapLine[]
  readonly isComplete: boolean
}

async function readLines(engine: Engine, agentId: AgentId | null, limit: number): Promise<Result<ReadLines>> {
  const found = new Map<AgentId, MapLine>()
  let left = limit
  let beforeId: EventId | null = null
  do {
    const page = await engine.log.map({
      limit: Math.min(left, MAX_MAP_POINTS),
      ...defined({ agentId: agentId ?? undefined, beforeId: beforeId ?? undefined }),
    })
    if (!page.ok) return mapOk(page, () => ({ lines: [], isComplete: false }))
    for (const line of page.value.lines) {
      const newer = found.get(line.agentId)
      found.set(line.agentId, newer === undefined ? line : { ...newer, points: [...line.points, ...newer.points] })
      left -= line.points.length
    }
    beforeId = page.value.olderBefore
  } while (left > 0 && beforeId !== null)
  return ok({ lines: [...found.values()], isComplete: beforeId === null })
}

const COLUMNS: readonly Column[] = [
  { heading: 'Agent', align: 'left' },
  { heading: 'Began (UTC)', align: 'left' },
  { heading: 'Last (UTC)', align: 'left' },
  { heading: 'Prompts', align: 'right' },
  { heading: 'Merged from', align: 'left' },
  { heading: 'Cost', align: 'right' },
  { heading: 'With below', align: 'right' },
]

function rows(lines: readonly MapLine[]): readonly (readonly string[])[] {
  return treeOrder(lines.map((line) => ({ ...line, id: line.agentId }))).map(({ agent: line, depth }) => [
    `${treeIndent(depth)}${shortAgentId(line.agentId)} ${line.name}`.trimEnd(),
    minute(line.createdAt),
    line.lastActivityAt === null ? '' : minute(line.lastActivityAt),
    String(line.points.filter(({ kind }) => kind === 'prompt').length),
    [...new Set(line.points.flatMap(({ from }) => from))].map(shortAgentId).join(', '),
    costText(line.cost),
    costText(line.costWithBelow),
  ])
}

/** `2026-11-20 09:05` */
function minute(time: string): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')
}

/** Adds `ikigai map`. */
export function registerMap(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('map')
    .description('show the agents over time: where each forked, its prompts, what was merged and what it cost')
    .argument('[agent]', 'a unique prefix of its id: only this agent and its descendants')
    .option('--json', 'one agent per line, with the times of its prompts, mails and merges')
    .option('--limit <n>', 'maximum number of prompts, mails and merges, the newest', parseCount, 500)
    .action(async (agent: string | undefined, { json = false, limit }: JsonFlag & { readonly limit: number }) => {
      await withEngine((engine) => mapCommand(engine, agent, { json, limit, output }))
    })
}

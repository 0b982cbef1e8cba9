import type { Command } from 'commander'

import type { IdRange } from '../../shared/backup-manifest.ts'
import { counted } from '../../shared/counted.ts'
import { type IdRanges, joinRanges } from '../../shared/id-ranges.ts'
import type { AgentId } from '../../shared/ids.ts'
import { DONE, mapOk, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { LogProof } from '../core/ports/verify-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

interface ExportWishes {
  readonly markdown?: boolean
  readonly files?: boolean
  readonly events?: string
}

/**
 * `ikigai export [AGENT]`: prints the log, or one agent's part of it, on stdout (docs/import-format.md); or one agent's
 * path as Markdown.
 */
async function exportCommand(
  engine: Engine,
  prefix: string | undefined,
  { markdown = false, files = true }: ExportWishes,
  output: Output,
): Promise<ExitCode> {
  const agentId = await chosenAgent(engine, prefix, markdown)
  if (!agentId.ok) return failed(agentId, output, EXIT.usage)
  const lines = markdown
    ? engine.local.exportMarkdown(agentId.value ?? '')
    : engine.local.exportLines(agentId.value, { files })
  for await (const line of lines) {
    if (!line.ok) return failed(line, output, EXIT.turnFailed)
    output.out(`${line.value}\n`)
  }
  return EXIT.done
}

async function chosenAgent(
  engine: Engine,
  prefix: string | undefined,
  markdown: boolean,
): Promise<Result<AgentId | null>> {
  if (prefix === undefined) {
    return markdown ? refuse('Give the agent to export.') : DONE
  }
  const agent = await findAgent(engine, prefix)
  return mapOk(agent, ({ id }) => id)
}

/** `ikigai export AGENT --events 12-40`: prints some events with proofs that they are of the log. Needs no engine. */
async function discloseCommand(
  proof: LogProof,
  agent: string | undefined,
  { events = '', markdown = false }: ExportWishes,
  output: Output,
): Promise<ExitCode> {
  const ranges = parseEvents(events)
  if (agent === undefined || markdown || ranges === null) {
    output.error('Give the agent and the ids of its events, as in `ikigai export 3f2a --events 1204,1210-1240`.\n')
    return EXIT.usage
  }
  const disclosed = await proof.disclose({ agent, events: ranges })
  if (!disclosed.ok) return failed(disclosed, output)
  const { lines, redacted } = disclosed.value
  for (const line of lines) output.out(`${line}\n`)
  if (redacted > 0) output.error(`Left out: ${counted(redacted, 'event')} that an older version redacted.\n`)
  return EXIT.done
}

/** Null: it is not a list of ids and ranges of ids. */
function parseEvents(text: string): IdRanges | null {
  const ranges = text.split(',').map((part): IdRange | null => {
    const [, first = '', last = first] = /^\s*(\d{1,15})(?:\s*-\s*(\d{1,15}))?\s*$/.exec(part) ?? []
    return first === '' || Number(last) < Number(first) || Number(first) === 0 ? null : [Number(first), Number(last)]
  })
  return ranges.includes(null) ? null : joinRanges(ranges.flatMap((range) => (range === null ? [] : [range])))
}

/** Adds `ikigai export`. */
export function registerExport(
  program: Command,
  { output, withEngine, finish }: CommandContext,
  proof: () => LogProof,
): void {
  program
    .command('export')
    .description('write all agents and events to stdout, or those that one agent needs')
    .argument('[agent]', 'a unique prefix of its id')
    .option('--markdown', "the agent's path as a readable document")
    .option('--no-files', 'without the bytes of attached files')
    .option('--events <ids>', 'only these events of its conversation, with proofs that they are of the log')
    .action(async (agent: string | undefined, wishes: ExportWishes) => {
      if (wishes.events !== undefined) return finish(await discloseCommand(proof(), agent, wishes, output))
      await withEngine((engine) => exportCommand(engine, agent, wishes, output))
    })
}

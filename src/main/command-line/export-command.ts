import type { Command } from 'commander'

import type { IdRange } from '../../shared/backup-manifest.ts'
import { CONVERSATION_FORMATS } from '../../shared/log-file.ts'
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
import { writeBundle } from './write-bundle.ts'

interface ExportWishes {
  readonly markdown?: boolean
  /** A form of another tool, or `markdown`. */
  readonly format?: string
  readonly files?: boolean
  readonly beside?: boolean
  readonly events?: string
  readonly to?: string
}

/**
 * `ikigai export [AGENT]`: prints the log, or one agent's part of it, on stdout (docs/import-format.md); or one agent's
 * path as Markdown.
 */
async function exportCommand(
  engine: Engine,
  prefix: string | undefined,
  { markdown, format = markdown === true ? 'markdown' : 'log', files = true, beside = false, to }: ExportWishes,
  output: Output,
): Promise<ExitCode> {
  const agentId = await chosenAgent(engine, prefix, format !== 'log')
  if (!agentId.ok) return failed(agentId, output, EXIT.usage)
  if (to !== undefined) return exportFolder(engine, agentId.value, { format, to }, output)
  const lines = linesOfFormat(engine, agentId.value, { format, files, beside })
  if (lines === null) {
    output.error(
      `There is no format ${format}. Choose ${[...CONVERSATION_FORMATS, 'html', 'markdown'].join(', ')} or log.\n`,
    )
    return EXIT.usage
  }
  for await (const line of lines) {
    if (!line.ok) return failed(line, output, EXIT.turnFailed)
    output.out(`${line.value}\n`)
  }
  return EXIT.done
}

/** Writes an agent's path as Markdown with its files to a new folder or zip file. */
async function exportFolder(
  engine: Engine,
  agentId: AgentId | null,
  { format, to }: { readonly format: string; readonly to: string },
  output: Output,
): Promise<ExitCode> {
  if (format !== 'markdown' || agentId === null) {
    output.error('`--to` writes a folder of Markdown: `ikigai export 3f2a --markdown --to FOLDER`, or FILE.zip.\n')
    return EXIT.usage
  }
  const written = await writeBundle(engine.local.exportMarkdownFolder(agentId), to)
  if (!written.ok) return failed(written, output, EXIT.turnFailed)
  for (const path of written.value) output.out(`${path}\n`)
  return EXIT.done
}

/** Null: there is no such format. */
function linesOfFormat(
  engine: Engine,
  agentId: AgentId | null,
  { format, files, beside }: { readonly format: string; readonly files: boolean; readonly beside: boolean },
): AsyncIterable<Result<string>> | null {
  if (format === 'log') return engine.local.exportLines(agentId, { files })
  if (format === 'markdown') return engine.local.exportMarkdown(agentId ?? '')
  if (format === 'html') return engine.local.exportPage(agentId ?? '', { beside })
  const known = CONVERSATION_FORMATS.find((name) => name === format)
  return known === undefined ? null : engine.local.exportConversation(agentId ?? '', known)
}

async function chosenAgent(
  engine: Engine,
  prefix: string | undefined,
  isOfOne: boolean,
): Promise<Result<AgentId | null>> {
  if (prefix === undefined) {
    return isOfOne ? refuse('Give the agent to export.') : DONE
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
    .option(
      '--format <format>',
      "the agent's context for another tool: claude-code, codex or chatgpt; or a page (html), markdown, or log",
    )
    .option('--to <place>', 'with --markdown: a new folder or .zip file with the document and the attached files')
    .option('--beside', 'in a page: the agents that were forked at the same place, side by side')
    .option('--no-files', 'without the bytes of attached files')
    .option('--events <ids>', 'only these events of its conversation, with proofs that they are of the log')
    .action(async (agent: string | undefined, wishes: ExportWishes) => {
      if (wishes.events !== undefined) return finish(await discloseCommand(proof(), agent, wishes, output))
      await withEngine((engine) => exportCommand(engine, agent, wishes, output))
    })
}

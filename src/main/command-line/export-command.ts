import type { Command } from 'commander'

import type { AgentId } from '../../shared/ids.ts'
import { DONE, mapOk, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

interface ExportWishes {
  readonly markdown?: boolean
  readonly files?: boolean
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
  if (!agentId.ok) {
    output.error(`${agentId.error.message}\n`)
    return EXIT.usage
  }
  const lines = markdown
    ? engine.local.exportMarkdown(agentId.value ?? '')
    : engine.local.exportLines(agentId.value, { files })
  for await (const line of lines) {
    if (!line.ok) {
      output.error(`${line.error.message}\n`)
      return EXIT.turnFailed
    }
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

/** Adds `ikigai export`. */
export function registerExport(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('export')
    .description('write all agents and events to stdout, or those that one agent needs')
    .argument('[agent]', 'a unique prefix of its id')
    .option('--markdown', "the agent's path as a readable document")
    .option('--no-files', 'without the bytes of attached files')
    .action(async (agent: string | undefined, wishes: ExportWishes) => {
      await withEngine((engine) => exportCommand(engine, agent, wishes, output))
    })
}

import type { Command } from 'commander'

import type { ContextLedger, ContextSegment } from '../../shared/context-ledger.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { recordedLine } from './print-events.ts'

const PREVIEW = 100

/** `ikigai context AGENT`: prints the content of its context, one piece per line, each with its event and tokens. */
async function contextCommand(engine: Engine, prefix: string, json: boolean, output: Output): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const ledger = await engine.agents.context({ agentId: agent.value.id })
  if (!ledger.ok) return failed(ledger, output, EXIT.turnFailed)
  for (const line of json ? jsonLines(ledger.value) : plainLines(ledger.value)) output.out(`${line}\n`)
  return EXIT.done
}

/**
 * The system prompt first, then the notes to agents about themselves; marks are separate, because no model receives
 * them.
 */
function jsonLines({ agentId, system, about = [], segments, marks }: ContextLedger): readonly string[] {
  const prompt =
    system === null ? [] : [{ agent: agentId, id: system.eventId, kind: 'system', content: system.content }]
  const pieces = segments.map(({ event, tokens }) => ({ ...recordedLine(event), tokens }))
  const named = marks.map(({ name, eventId }) => ({ agent: agentId, id: eventId, kind: 'mark', data: { name } }))
  const aboutRows = about.map(({ agentId: agent, text }) => ({ agent, kind: 'about', content: text }))
  return [...prompt, ...aboutRows, ...pieces, ...named].map((line) => jsonText(line))
}

function plainLines({ agentId, system, about = [], segments, marks }: ContextLedger): readonly string[] {
  const prompt = system === null ? [] : [row(system.eventId, 'system', null, preview(system.content))]
  const pieces = segments.map((segment) => segmentLine(segment, agentId))
  const named = marks.map(({ name, eventId }) => row(eventId, 'mark', null, name))
  const aboutRows = about.map(({ text }) => row(null, 'about', null, preview(text)))
  return [...prompt, ...aboutRows, ...pieces, ...named]
}

function segmentLine({ event, tokens }: ContextSegment, agentId: AgentId): string {
  const from = event.agentId === agentId ? '' : `[${shortAgentId(event.agentId)}] `
  const text = event.content ?? (event.data === null ? '' : JSON.stringify(event.data))
  return row(event.id, event.kind, tokens, from + preview(text))
}

function row(id: number | null, kind: string, tokens: number | null, text: string): string {
  const figure = tokens === null ? '' : `${tokens.toLocaleString('en-US')} tok`
  return `${String(id ?? '').padStart(8)}  ${kind.padEnd(11)}  ${figure.padStart(10)}  ${text}`
}

function preview(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= PREVIEW ? line : `${line.slice(0, PREVIEW)}…`
}

/** Adds `ikigai context`. */
export function registerContext(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('context')
    .description("show what is in an agent's context: each piece with the event that put it there and its tokens")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one piece per line')
    .action(async (agent: string, { json = false }: JsonFlag) => {
      await withEngine((engine) => contextCommand(engine, agent, json, output))
    })
}

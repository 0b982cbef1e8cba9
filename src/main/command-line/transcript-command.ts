import type { Command } from 'commander'

import type { EventId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { unsentText } from '../../shared/model-options-text.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import { formatModelSpec } from '../../shared/model-spec.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { defined } from '../../shared/defined.ts'

/**
 * `ikigai transcript AGENT`: prints the request that a model would get for the agent's context on stdout, and what was
 * dropped, synthesised, renamed and shortened for it on stderr. With `--json`, prints both as one line on stdout.
 */
async function transcriptCommand(
  engine: Engine,
  prefix: string,
  {
    model,
    json,
  }: {
    /** `MODEL[/LEVEL]`; undefined: the agent's own. */
    readonly model?: string
    readonly json: boolean
  },
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  const view = agent.ok ? await engine.agents.transcript({ agentId: agent.value.id, model }) : agent
  if (!view.ok) return failed(view, output)
  if (json) output.out(`${jsonText(view.value)}\n`)
  else {
    output.out(`${jsonText(view.value.body, 2)}\n`)
    output.error(`${heading(view.value)}\n${changes(view.value)}${toolLine(view.value)}`)
  }
  return EXIT.done
}

function heading({ choice, endpoint }: TranscriptView): string {
  return `For ${formatModelSpec(choice)} of ${choice.provider} (${endpoint}):`
}

/** Returns one line per change, with the event that it refers to. */
function changes({ choice, report }: TranscriptView): string {
  const { dropped, synthesised, renamed, violations, shortened = [], options = [] } = report
  const about = (eventId: EventId | null, callId?: string): string =>
    `event ${eventId ?? 'none'}${callId === undefined ? '' : `, call ${callId}`}`
  const lines = [
    ...dropped.map(({ part, eventId, callId }) => `dropped      ${partLabel(part)}  (${about(eventId, callId)})`),
    ...synthesised.map(({ part, eventId, callId }) => `synthesised  ${partLabel(part)}  (${about(eventId, callId)})`),
    ...renamed.map(({ what, from, to, eventId }) => `renamed      ${what} ${from} → ${to}  (${about(eventId)})`),
    ...shortened.map(({ tokens, eventId }) => `shortened    about ${counted(tokens)} tokens  (${about(eventId)})`),
    ...options.map((option) => `left out     ${unsentText(option, choice.model)}`),
    ...violations.map(({ rule, detail, eventId }) => `repaired     ${rule}: ${detail}  (${about(eventId)})`),
  ]
  return lines.length === 0
    ? 'Nothing was dropped, synthesised, renamed or shortened.\n'
    : lines.map((line) => `${line}\n`).join('')
}

/** Says that tools are searched; empty: all are sent. */
function toolLine({ tools: { sent, findable } }: TranscriptView): string {
  if (findable.length === 0) return ''
  return `Tools: ${counted(sent.length)} sent, ${counted(findable.length)} more can be found by the model.\n`
}

const counted = (count: number): string => count.toLocaleString('en-US')

function partLabel(part: string): string {
  return part.replaceAll('_', ' ')
}

/** Adds `ikigai transcript`. */
export function registerTranscript(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('transcript')
    .description('show the request that a model would receive for an agent')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--model <model>', "MODEL[/LEVEL]; the agent's own if left out")
    .option('--json', 'the request and how it was made, as one line of JSON')
    .action(async (agent: string, { json = false, model }: JsonFlag & { readonly model?: string }) => {
      const options = { json, ...defined({ model }) }
      await withEngine((engine) => transcriptCommand(engine, agent, options, output))
    })
}

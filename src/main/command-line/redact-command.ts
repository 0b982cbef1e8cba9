import type { Command } from 'commander'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { counted } from '../../shared/counted.ts'
import { type EventId, shortAgentId } from '../../shared/ids.ts'
import type { RedactionPreview, RedactionReport } from '../../shared/redaction.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { type TerminalQuestion, terminalQuestion } from './terminal-question.ts'
import { defined } from '../../shared/defined.ts'

interface RedactWishes {
  readonly reason?: string
  readonly yes?: boolean
}

interface Target {
  readonly agent: AgentSummary
  /** Null: the whole agent. */
  readonly eventId: EventId | null
}

/** `ikigai redact AGENT [EVENT]`: removes content from the log for good, after two confirmations. */
export async function redactCommand(
  engine: Engine,
  [prefix, event]: readonly [string, string | undefined],
  wishes: RedactWishes,
  { output, ask }: { readonly output: Output; readonly ask: TerminalQuestion | null },
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  const eventId = event === undefined ? null : eventIdOf(event)
  if (!agent.ok || eventId === undefined) {
    output.error(
      `${agent.ok ? `Not the id of a message: ${event}. \`ikigai log ${prefix} --json\` prints them.` : agent.error.message}\n`,
    )
    return EXIT.usage
  }
  const target = { agentId: agent.value.id, ...defined({ eventId: eventId ?? undefined }) }
  const preview = await engine.redaction.preview(target)
  if (!preview.ok) return failed(preview.error.message, output)
  output.error(previewText({ agent: agent.value, eventId }, preview.value))
  const confirmed = wishes.yes === true ? 'yes' : await confirmation(agent.value, ask)
  if (confirmed !== 'yes') {
    output.error(confirmed === 'no' ? 'Nothing was changed.\n' : 'There is no terminal to ask at. Give --yes.\n')
    return confirmed === 'no' ? EXIT.cancelled : EXIT.usage
  }
  const { reason } = wishes
  const done = await engine.redaction.run({ ...target, ...defined({ reason }) })
  if (!done.ok) return failed(done.error.message, output)
  output.error(redactionReport(done.value))
  return EXIT.done
}

function failed(message: string, output: Output): ExitCode {
  output.error(`${message}\n`)
  return EXIT.turnFailed
}

/** Undefined: it is none. */
function eventIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

async function confirmation(
  { id, name }: AgentSummary,
  ask: TerminalQuestion | null,
): Promise<'yes' | 'no' | 'no terminal'> {
  if (ask === null) return 'no terminal'
  const first = await ask('Remove it for good? Type yes: ')
  if (first?.trim().toLowerCase() !== 'yes') return 'no'
  const second = await ask(`It cannot be undone. Type ${shortAgentId(id)} or redact: `)
  const word = second?.trim() ?? ''
  return word !== '' && [shortAgentId(id), name, 'redact'].includes(word) ? 'yes' : 'no'
}

/** What a redaction removes, for the user. */
export function previewText({ agent, eventId }: Target, preview: RedactionPreview): string {
  const { events, files, mail, queuedPrompts, hasDraft, heirs } = preview
  const what = eventId === null ? 'the whole content' : `message ${eventId}`
  const name = agent.name === '' ? '' : ` (${agent.name})`
  const parts = [
    counted(events, 'message'),
    ...(files > 0 ? [counted(files, 'attached file')] : []),
    ...(mail > 0 ? [`the text of ${counted(mail, 'mail')}`] : []),
    ...(queuedPrompts > 0 ? [counted(queuedPrompts, 'queued prompt')] : []),
    ...(hasDraft ? ['the unsent text in the prompt box'] : []),
  ]
  const below = heirs === 0 ? '' : `The contexts of ${counted(heirs, 'agent')} below it lose what they inherit of it.\n`
  return `This removes ${what} of agent ${shortAgentId(agent.id)}${name}: ${parts.join(', ')}.\n${below}`
}

/** What was removed, and where the content may still be. */
export function redactionReport({ events, keptOutputs, onDisk, backupFolder }: RedactionReport): string {
  const kept = keptOutputs.map((path) => `${path} could not be deleted. Delete it yourself.\n`)
  const disk = onDisk === null ? '' : `${onDisk}\n`
  const backup =
    backupFolder === null
      ? ''
      : `The scheduled backup in ${backupFolder} contains it until the next backup is made. \`ikigai backup ${backupFolder}\` makes one.\n`
  return `${counted(events, 'message')} redacted.\n${kept.join('')}${disk}${backup}Other backups and exports that you made may contain it. Make those backups again, and delete the exports.\n`
}

/** Adds `ikigai redact`. */
export function registerRedact(program: Command, { output, errorIsTerminal, withEngine }: CommandContext): void {
  program
    .command('redact')
    .description('remove the content of a message, or of a whole agent, from the log for good')
    .argument('<agent>', 'a unique prefix of its id')
    .argument('[event]', 'the id of the message, as `log --json` prints it; without it all of the agent')
    .option('--reason <text>', 'why, for the log')
    .option('--yes', 'do not ask; needed without a terminal')
    .action(async (agent: string, event: string | undefined, wishes: RedactWishes) => {
      const ask = terminalQuestion(output, errorIsTerminal)
      await withEngine((engine) => redactCommand(engine, [agent, event], wishes, { output, ask }))
    })
}

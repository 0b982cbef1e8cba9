import { readFile } from 'node:fs/promises'

import { type Command, Option } from 'commander'

import { type BranchMerge, branchSummaryPrompt } from '../../shared/branch-merge.ts'
import { counted } from '../../shared/counted.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { mapOk, ok, refuse, type Result } from '../../shared/result.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { parseCount } from './parse-count.ts'
import { defined } from '../../shared/defined.ts'
import { TurnWatcher } from './turn-watcher.ts'

interface MergeFlags extends JsonFlag {
  readonly into: string
  readonly turn?: number
  readonly text?: string
  readonly model?: string
  readonly writer?: string
  readonly maxTokens?: number
  readonly preview?: boolean
  readonly undo?: number
}

/** `ikigai merge SOURCE --into AGENT`: adds a text about a branch to the context of another agent, or removes it. */
async function mergeCommand(
  engine: Engine,
  prefix: string,
  flags: MergeFlags,
  { output, stdoutFailed }: CommandContext,
): Promise<ExitCode> {
  const source = await findAgent(engine, prefix)
  const into = await findAgent(engine, flags.into)
  if (!source.ok) return wrongUsage(source.error.message, output)
  if (!into.ok) return wrongUsage(into.error.message, output)
  if (flags.undo !== undefined) return undoMerge(engine, { agentId: into.value.id, eventId: flags.undo }, output)
  const text = flags.text === undefined ? undefined : await readFile(flags.text, 'utf8').catch(() => null)
  if (text === null) return wrongUsage(`${flags.text}: this file cannot be read.`, output)
  const { turn, maxTokens, preview = false, json = false } = flags
  const wish = {
    source: source.value.id,
    into: into.value.id,
    ...defined({ turn, text, maxTokens }),
  }
  const signal = AbortSignal.any([interruptSignal(), stdoutFailed()])
  const writer = await writerOf(engine, wish, flags, signal)
  if (!writer.ok) return failed(writer, output)
  const written = writer.value === null ? wish : { ...wish, writer: writer.value }
  const merged = await engine.comparisons.mergeBranch({ ...written, preview })
  if (writer.value !== null && flags.model !== undefined) output.error(`${writtenBy(writer.value)}\n`)
  if (!merged.ok) return failed(merged, output)
  output.out(json ? `${jsonText({ ...merged.value })}\n` : `${merged.value.text}\n`)
  output.error(`${outcomeText(merged.value, into.value.id)}\n`)
  return EXIT.done
}

/** The fork that the text is from: a new one if a model is named; null: the text is not from a fork. */
async function writerOf(
  engine: Engine,
  wish: MergeWish,
  { model, writer }: MergeFlags,
  signal: AbortSignal,
): Promise<Result<AgentId | null>> {
  if (model !== undefined) return writeMerge(engine, wish, model, signal)
  return writer === undefined ? ok(null) : mapOk(await findAgent(engine, writer), ({ id }) => id)
}

function writtenBy(writer: AgentId): string {
  return `Agent ${shortAgentId(writer)} wrote the text: --writer ${shortAgentId(writer)} uses it again.`
}

async function undoMerge(
  engine: Engine,
  merge: Parameters<Engine['agents']['discard']>[0],
  output: Output,
): Promise<ExitCode> {
  const undone = await engine.agents.discard(merge)
  output.error(undone.ok ? 'The merged text was removed from the context.\n' : `${undone.error.message}\n`)
  return undone.ok ? EXIT.done : exitCodeOf(undone.error)
}

function wrongUsage(message: string, output: Output): ExitCode {
  output.error(`${message}\n`)
  return EXIT.usage
}

function outcomeText({ tokens, maxTokens, branchTokens, source, eventId }: BranchMerge, into: string): string {
  const size = `${counted(tokens, 'token')} of at most ${maxTokens.toLocaleString('en-US')}, for a branch of ${counted(branchTokens, 'token')}`
  if (eventId === null) return `Not merged yet: ${size} (estimated).`
  const undo = `ikigai merge ${shortAgentId(source.agent)} --into ${shortAgentId(into)} --undo ${eventId}`
  return `Merged: ${size} (estimated). \`${undo}\` undoes it.`
}

/** Adds `ikigai merge`. */
export function registerMerge(program: Command, context: CommandContext): void {
  const { withEngine } = context
  program
    .command('merge')
    .description("add a text about an agent's branch to the context of another agent")
    .argument('<source>', 'a unique prefix of the id of the agent whose branch is merged')
    .requiredOption('--into <agent>', 'a unique prefix of the id of the agent that gets the text')
    .option('--turn <message>', 'merge only the turn with this message', parseCount)
    .option('--text <file>', 'the text; missing: the newest answer as it is')
    .addOption(
      new Option('--model <model>', 'a model that writes the text, in a fork of the branch: MODEL[/LEVEL]').conflicts([
        'text',
        'writer',
      ]),
    )
    .option('--writer <agent>', 'a fork of the branch whose newest answer is the text')
    .option('--max-tokens <number>', "most tokens of the text; missing: 5 % of the branch's", parseCount)
    .option('--preview', 'only show what would be added')
    .option('--undo <message>', 'remove a merged text that nothing follows', parseCount)
    .option('--json', 'print the merge as one object')
    .action(async (source: string, flags: MergeFlags) => {
      await withEngine((engine) => mergeCommand(engine, source, flags, context))
    })
}

type MergeWish = Parameters<Engine['comparisons']['mergeBranch']>[0]

/**
 * Lets a model write about a branch, or about one of its turns, in a fork of it. Returns the fork once its answer is
 * complete. `signal`: stops the fork.
 */
async function writeMerge(
  engine: Engine,
  wish: MergeWish,
  model: string,
  signal: AbortSignal,
): Promise<Result<AgentId>> {
  const planned = await engine.comparisons.mergeBranch({ ...wish, preview: true })
  if (!planned.ok) return planned
  const { maxTokens, source } = planned.value
  if (maxTokens === 0) return refuse('The branch is too short for a text of 5 % of it. Give --max-tokens.')
  const isTurn = wish.turn !== undefined
  const lastOfTurn = isTurn ? source.events.at(-1) : undefined
  const forked = await engine.agents.fork({
    agentId: wish.source,
    models: [model],
    reason: 'merge',
    ...defined({ atEventId: lastOfTurn }),
  })
  if (!forked.ok) return forked
  const [writer] = forked.value
  if (writer === undefined) return refuse('The branch could not be forked.')
  const end = await answerOf(engine, writer.id, branchSummaryPrompt({ isTurn, maxTokens }), signal)
  if (!end.ok || end.value === 'completed') return mapOk(end, () => writer.id)
  return refuse(`The text was not written (${end.value}). The attempt is agent ${shortAgentId(writer.id)}.`)
}

/** Sends a prompt and waits for the end of the turn, of which nothing is printed. */
async function answerOf(
  engine: Engine,
  agentId: AgentId,
  text: string,
  signal: AbortSignal,
): Promise<Result<TurnOutcome>> {
  const watcher = new TurnWatcher(engine, { print: () => undefined, answered: () => undefined })
  const stop = (): void => void engine.agents.cancel({ agentId })
  try {
    await watcher.watch(agentId)
    const submitted = await engine.agents.submit({ agentId, text })
    if (!submitted.ok) return submitted
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    return ok(await watcher.turnEnd(agentId))
  } finally {
    signal.removeEventListener('abort', stop)
    await watcher.close()
  }
}

import { type AppError, refused } from '../../shared/app-error.ts'
import type { Outcome } from '../../shared/contract.ts'
import type { AgentId } from '../../shared/ids.ts'
import { NO_MODEL_CONFIGURED } from '../../shared/no-model.ts'
import { parseCommandLine, parseInput } from '../../shared/slash-command.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent, listAgents } from './find-agent.ts'
import { jsonPrinter, textPrinter } from './print-events.ts'
import { TurnWatcher } from './watch-turns.ts'

export interface RunOptions {
  /** A unique prefix of an agent's id; nothing: a new root agent. */
  readonly agent?: string | undefined
  readonly model?: string | undefined
  /** Where a new agent works: absolute, symlinks resolved. */
  readonly folder: string
  /** Tokens of the agent and its descendants; null: what is set already, if anything. */
  readonly budget: number | null
  readonly json: boolean
  /** Wait for the turns of children too. */
  readonly wait: boolean
  /** Aborted by Ctrl+C: the running turns are cancelled. */
  readonly signal: AbortSignal
}

/** `ikigai run`: types each line into the agent's pane, one after the other, and waits for what it starts. */
export async function runCommand(
  engine: Engine,
  lines: readonly string[],
  options: RunOptions,
  output: Output,
): Promise<ExitCode> {
  const scripts = asScripts(lines)
  // A line that cannot be read is found before the first has made an agent, or has been paid for.
  const unreadable = scripts.map((script) => parseInput(script)).find((parsed) => !parsed.ok)
  if (unreadable?.ok === false) return refusedExit(refused(unreadable.message), output)
  const agent = await chooseAgent(engine, scripts, options)
  if (!agent.ok) return refusedExit(agent.error, output)
  if (options.budget !== null) {
    const tokens = options.budget
    const set = await engine.setBudget(agent.value, { scope: 'subtree', tokens, step: tokens })
    if (!set.ok) return refusedExit(set.error, output)
  }
  let current: AgentId | null = null
  const printer = options.json ? jsonPrinter(output) : textPrinter(output, () => current)
  const watcher = new TurnWatcher(engine, printer)
  await watcher.watchForks()
  await watcher.watch(agent.value)
  // Mail may wake them.
  for (const { id, wakeOnMail } of await listAgents(engine)) if (wakeOnMail) await watcher.watch(id)
  current = agent.value
  const cancel = (): void => void engine.cancel(agent.value)
  options.signal.addEventListener('abort', cancel)
  try {
    return await typeLines(engine, agent.value, scripts, watcher, options, output)
  } finally {
    options.signal.removeEventListener('abort', cancel)
    await watcher.close()
  }
}

async function typeLines(
  engine: Engine,
  agentId: AgentId,
  scripts: readonly string[],
  watcher: TurnWatcher,
  options: RunOptions,
  output: Output,
): Promise<ExitCode> {
  const outcomes: TurnOutcome[] = []
  const children: AgentId[] = []
  for (const script of scripts) {
    if (options.signal.aborted) break
    const submitted = await engine.submit(agentId, script)
    if (!submitted.ok) return refusedExit(submitted.error, output)
    const { answers, startedChildren, sequel } = submitted.value
    for (const answer of answers) (options.json ? output.error : output.out)(`${answer}\n`)
    children.push(...startedChildren)
    for (let turns = turnsOf(script); turns > 0; turns--) outcomes.push(await watcher.outcome(agentId))
    if (sequel === 'exit') break
  }
  if (options.wait) {
    outcomes.push(...(await Promise.all(children.map((child) => watcher.outcome(child)))))
    await watcher.idle()
  }
  return exitCode(outcomes, options.signal)
}

/** How many turns of the agent itself a script has run when all of it was carried out. */
function turnsOf(script: string): number {
  const parsed = parseInput(script)
  return parsed.ok ? parsed.steps.filter((step) => step.type === 'prompt' && step.starts).length : 0
}

/**
 * Text directly before a `/fork` line is that fork's goal, so the two are one script (decisions.md § 4); so is all text
 * between a `/mark` line and the fork.
 */
function asScripts(lines: readonly string[]): readonly string[] {
  const scripts: string[] = []
  let goal: string[] = []
  let isAfterMark = false
  for (const line of lines) {
    const command = parseCommandLine(line)?.name
    if (command === undefined) {
      if (!isAfterMark) scripts.push(...goal.splice(0))
      goal.push(line)
      continue
    }
    if (command === 'fork') scripts.push([...goal, line].join('\n'))
    else scripts.push(...goal, line)
    goal = []
    isAfterMark = command === 'mark'
  }
  return [...scripts, ...goal]
}

async function chooseAgent(
  engine: Engine,
  [first = '']: readonly string[],
  { agent, model, folder, signal }: RunOptions,
): Promise<Outcome<AgentId>> {
  if (agent === undefined) {
    // Nobody wants an agent in the tree that could not even be asked.
    const hasModel = model !== undefined || (await engine.listModels(undefined, signal)).defaultModel !== null
    if (!hasModel && beginsWithPrompt(first)) return { ok: false, error: refused(NO_MODEL_CONFIGURED) }
    const made = await engine.createAgent({ folder, ...(model !== undefined && { model }) })
    return made.ok ? { ok: true, value: made.value.id } : made
  }
  const found = await findAgent(engine, agent)
  if (!found.ok || model === undefined) return found.ok ? { ok: true, value: found.value.id } : found
  const switched = await engine.submit(found.value.id, `/model ${model}`)
  return switched.ok ? { ok: true, value: found.value.id } : switched
}

function beginsWithPrompt(script: string): boolean {
  const parsed = parseInput(script)
  return parsed.ok && parsed.steps[0]?.type === 'prompt'
}

function exitCode(outcomes: readonly TurnOutcome[], signal: AbortSignal): ExitCode {
  if (signal.aborted || outcomes.includes('cancelled')) return EXIT.cancelled
  return outcomes.includes('failed') ? EXIT.turnFailed : EXIT.done
}

/** The words for a pane, and where a model is chosen when there is none. */
const CHOOSE_A_MODEL = `
Here: ikigai run --model claude-sonnet-4-5 …, or a default_provider in config.json.
`

function refusedExit(error: AppError, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  if (error.message === NO_MODEL_CONFIGURED) output.error(CHOOSE_A_MODEL)
  return error.category === 'REFUSED' ? EXIT.usage : EXIT.turnFailed
}

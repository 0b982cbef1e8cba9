import { homedir } from 'node:os'

import type { AgentRecord, AgentSummary } from '../../shared/agent-summary.ts'
import { type AppError, refused } from '../../shared/app-error.ts'
import type { Budget } from '../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { formatModelSpec } from '../../shared/model-spec.ts'
import { NO_MODEL_CONFIGURED } from '../../shared/no-model.ts'
import { API_PROVIDERS } from '../../shared/providers.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type { SandboxLevel } from '../../shared/sandbox.ts'
import { subtreeTotals } from '../../shared/usage-totals.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { type AnswerWishes, answerPrinter } from './answer-printer.ts'
import { answerQuestions, terminalLines } from './answer-questions.ts'
import { withAttachedFiles } from './attach-files.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { expandTemplates } from './expand-templates.ts'
import { findAgent, lastRunAgent, listAgents, rememberRun } from './find-agent.ts'
import { LimitNotices } from './limit-notices.ts'
import { applyModelWish, type ModelWish } from './model-flags.ts'
import { prepareInstructions, sayWideFolder } from './prepare-instructions.ts'
import { type FeedPrinter, jsonPrinter } from './print-events.ts'
import { asScripts, commandsOf, parseScript, type RunScript, turnsOf } from './run-scripts.ts'
import { TextPrinter } from './text-printer.ts'
import { subtreeLine } from './totals-text.ts'
import type { RunLine } from './typed-lines.ts'
import { TurnWatcher } from './turn-watcher.ts'
import { turnEndAfterLimits } from './wait-for-limit.ts'
import { defined } from '../../shared/defined.ts'

export interface RunOptions extends AnswerWishes {
  /** A unique prefix of an agent's id; undefined: a new root agent. */
  readonly agent?: string | undefined
  /** Continues with the agent of the last run in this folder. */
  readonly continue?: boolean | undefined
  readonly model?: string | undefined
  /** The thinking level and the options of the model's requests. */
  readonly wish: ModelWish
  /** Folder of a new agent: absolute, symlinks resolved. */
  readonly folder: string
  /** Paths of files for the first prompt, relative to the folder or absolute. */
  readonly attach: readonly string[]
  /** How far the agent's commands are confined; null: as before. */
  readonly sandbox: SandboxLevel | null
  /** Limit of the agent and its descendants; null: keeps the existing limit, if any. */
  readonly budget: Budget | null
  /** Prints the thinking of models on stderr. */
  readonly showsThinking: boolean
  /** False: leave children to another engine; children that run here anyway are reported. */
  readonly wait: boolean
  /** Waits for the end of a limit that a turn failed at, and goes on. Missing: the run ends. */
  readonly waitsForLimit?: boolean | undefined
  /** Trusts the project of the agent's folder. */
  readonly trust?: boolean | undefined
  /** False: switches instruction files off for the agent. */
  readonly instructions: boolean
  /** The profile of a new agent. */
  readonly profile?: string | undefined
  /** Questions of models are answered at the terminal. */
  readonly answersQuestions: boolean
  /** Aborted by Ctrl+C: cancels the running turns of the agent and its descendants. */
  readonly signal: AbortSignal
}

/** `ikigai run`: submits each line to the agent, one after the other, and waits for the turns that it starts. */
export async function runCommand(
  engine: Engine,
  lines: readonly RunLine[],
  options: RunOptions,
  output: Output,
): Promise<ExitCode> {
  const expanded = await expandTemplates(engine, lines, options)
  if (!expanded.ok) return refusedExit(expanded.error, output)
  const typed = asScripts(expanded.value)
  // Find an invalid line before the first one creates an agent or costs money.
  const unreadable = typed.map(parseScript).find((parsed) => !parsed.ok)
  if (unreadable?.ok === false) return refusedExit(refused(unreadable.message), output)
  const complete = await withAttachedFiles(typed, options, engine)
  if (!complete.ok) return refusedExit(complete.error, output)
  const scripts = complete.value
  const agent = await chooseAgent(engine, scripts, options)
  if (!agent.ok) return refusedExit(agent.error, output)
  const applied = await applyModelWish(engine, agent.value, options.wish)
  if (!applied.ok) return refusedExit(applied.error, output)
  for (const note of applied.value) output.error(`${note}\n`)
  if (options.sandbox !== null) {
    const set = await engine.agents.setSandbox({ agentId: agent.value, level: options.sandbox })
    if (!set.ok) return refusedExit(set.error, output)
  }
  if (options.budget !== null) {
    const set = await engine.budgets.set({ agentId: agent.value, budget: options.budget })
    if (!set.ok) return refusedExit(set.error, output)
  }
  const prepared = await prepareInstructions(engine, agent.value, options)
  if (!prepared.ok) return refusedExit(prepared.error, output)
  const textPrinter = (to: Output): FeedPrinter => printerFor(options, to, (id) => watcher.summary(id))
  const answer = answerPrinter(options, agent.value, output, textPrinter)
  const printer = answer ?? textPrinter(output)
  const watcher: TurnWatcher = new TurnWatcher(engine, printer, () =>
    watcher.hasSeenTurn ? void notices.look(watcher.summaries) : undefined,
  )
  const notices = new LimitNotices({ ...options, engine, agentId: agent.value, output })
  await sayWideFolder(engine, agent.value, output)
  await watcher.watchForks()
  await watcher.watch(agent.value)
  // Mail may start turns of these agents.
  for (const { id, wakeOnMail } of await listAgents(engine)) if (wakeOnMail) await watcher.watch(id)
  const cancel = (): void => stopRun(engine, agent.value, watcher)
  options.signal.addEventListener('abort', cancel)
  const answering = new AbortController()
  if (options.answersQuestions) {
    const readLine = terminalLines(answering.signal)
    void answerQuestions(engine, { readLine, output }, answering.signal)
  }
  try {
    const code = await typeLines(engine, agent.value, scripts, { watcher, printer, options, output })
    if (code === EXIT.done) answer?.end()
    if (watcher.hasSeenTurn) await notices.look(await listAgents(engine))
    if (watcher.hasSeenTurn) await notices.sayRefused()
    return code === EXIT.done && notices.arePassed ? EXIT.turnFailed : code
  } finally {
    answering.abort()
    options.signal.removeEventListener('abort', cancel)
    await watcher.close()
    const isNew = options.agent === undefined && options.continue !== true
    const saysTotals = !options.json && !options.quiet && (isNew || watcher.hasSeenTurn)
    if (saysTotals) await printSubtree(engine, agent.value, output)
  }
}

/** Stops the tree of the run in every engine, and the turns that mail has started in this process. */
function stopRun(engine: Engine, agentId: AgentId, watcher: TurnWatcher): void {
  void engine.agents.stop({ agentId })
  for (const id of watcher.running) void engine.agents.cancel({ agentId: id })
}

function printerFor(
  { json, showsThinking }: RunOptions,
  output: Output,
  summaryOf: (id: AgentId) => AgentSummary | undefined,
): FeedPrinter {
  if (json) return jsonPrinter(output)
  return new TextPrinter(output, {
    nameOf: (id) => [shortAgentId(id), summaryOf(id)?.name.slice(0, MAX_NAME) ?? ''].join(' ').trim(),
    modelOf: (id) => summaryOf(id)?.choice?.model ?? null,
    showsThinking,
    homeDirectory: homedir(),
    now: () => Date.now(),
  })
}

/** Longest name in front of a line, characters. */
const MAX_NAME = 24

interface TypedTo {
  readonly watcher: TurnWatcher
  readonly printer: FeedPrinter
  readonly options: RunOptions
  readonly output: Output
}

async function typeLines(
  engine: Engine,
  agentId: AgentId,
  scripts: readonly RunScript[],
  { watcher, printer, options, output }: TypedTo,
): Promise<ExitCode> {
  const ends: TurnOutcome[] = []
  const children: AgentId[] = []
  for (const script of scripts) {
    if (options.signal.aborted) break
    const submitted = await engine.agents.submit({ agentId, ...script })
    if (!submitted.ok) return options.signal.aborted ? EXIT.cancelled : refusedExit(submitted.error, output)
    await rememberRun(engine, options.folder, agentId)
    // Cancelled between the last stop and the start of this turn.
    if (options.signal.aborted) stopRun(engine, agentId, watcher)
    const { answers, startedChildren, clientAction, queuedAt } = submitted.value
    if (queuedAt !== undefined) {
      output.error(`${queuedAtHome(queuedAt)}\n`)
      continue
    }
    const commands = commandsOf(script)
    for (const [index, answer] of answers.entries()) {
      printer.answered({ agentId, line: commands[index] ?? '', answer })
    }
    children.push(...startedChildren)
    const turnEnd = (): Promise<TurnOutcome> =>
      options.waitsForLimit === true
        ? turnEndAfterLimits(engine, agentId, { watcher, signal: options.signal, output })
        : watcher.turnEnd(agentId)
    for (let turns = turnsOf(script); turns > 0; turns--) ends.push(await turnEnd())
    if (clientAction === 'exit') break
  }
  // Turns that another engine has taken over are not included.
  if (!options.wait && (children.length > 0 || watcher.running.length > 0)) output.error(`${NOBODY_STAYS}\n`)
  ends.push(...(await Promise.all(children.map((child) => watcher.turnEnd(child)))))
  await watcher.idle()
  return exitCode(ends, options.signal)
}

/** Says what happened to a prompt for an agent of another home. */
function queuedAtHome(label: string): string {
  return `The home of this agent is ${label}: the prompt waits there until a user of that home sends it. \`ikigai take-over\` runs the agent here.`
}

const NOBODY_STAYS =
  'No window and no `ikigai serve` is open on this database to run the children: waiting for them here. Ctrl+C stops them.'

/** Describes, for `--no-wait`, a child that another engine runs. */
export function childLeftNote({ id, name }: AgentRecord): string {
  return `The child ${[shortAgentId(id), name].join(' ').trim()} runs in the ikigai that is already open.`
}

async function printSubtree(engine: Engine, agentId: AgentId, output: Output): Promise<void> {
  const agents = await listAgents(engine)
  const agent = agents.find(({ id }) => id === agentId)
  if (agent === undefined) return
  const subtree = subtreeTotals(agents).get(agentId)
  const model = agent.choice === null ? 'no model' : formatModelSpec(agent.choice)
  if (subtree !== undefined) output.error(`${subtreeLine(agentId, model, agent, subtree)}\n`)
}

async function chooseAgent(
  engine: Engine,
  [first]: readonly RunScript[],
  { agent, model, folder, profile, ...options }: RunOptions,
): Promise<Result<AgentId>> {
  if (agent === undefined && options.continue !== true) {
    const wish = { ...defined({ model, first }), profile }
    const made = await engine.local.createAgent({ folder, ...wish })
    return mapOk(made, ({ id }) => id)
  }
  const found = agent === undefined ? await lastRunAgent(engine, folder) : await namedAgent(engine, agent)
  if (!found.ok || model === undefined) return found
  const switched = await engine.agents.submit({ agentId: found.value, text: `/model ${model}` })
  return switched.ok ? found : switched
}

async function namedAgent(engine: Engine, prefix: string): Promise<Result<AgentId>> {
  const found = await findAgent(engine, prefix)
  return mapOk(found, ({ id }) => id)
}

function exitCode(ends: readonly TurnOutcome[], signal: AbortSignal): ExitCode {
  if (signal.aborted || ends.includes('cancelled')) return EXIT.cancelled
  return ends.includes('failed') ? EXIT.turnFailed : EXIT.done
}

/** Text of the pane's message, and how to choose a model if there is none. */
const CHOOSE_A_MODEL = `
Here: ikigai run --model ${API_PROVIDERS.anthropic.defaultModel ?? 'MODEL'} …, or a default_provider in config.json.
`

function refusedExit(error: AppError, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  if (error.message === NO_MODEL_CONFIGURED) output.error(CHOOSE_A_MODEL)
  return exitCodeOf(error)
}

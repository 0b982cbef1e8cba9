import { realpathSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { setTimeout as delay } from 'node:timers/promises'

import type { AgentRecord } from '../../shared/agent-summary.ts'
import type { Budget } from '../../shared/budget.ts'
import { parseDollars } from '../../shared/money.ts'
import { SANDBOX_LEVELS, type SandboxLevel } from '../../shared/sandbox.ts'
import type { Engine } from '../core/engine.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { addModelFlags, type ModelFlags, modelWish } from './model-flags.ts'
import { addAllowFlags, type AllowFlags, parseAllow, unknownToolProblem } from './parse-allow.ts'
import { parseCount } from './parse-count.ts'
import { childLeftNote, runCommand } from './run-command.ts'
import { typedLines } from './typed-lines.ts'
import { defined } from '../../shared/defined.ts'
import { missingLines, type ToolServerState } from '../../shared/tool-list.ts'

const OUTPUT_FORMS = ['text', 'json', 'stream'] as const

interface RunFlags extends JsonFlag, ModelFlags, AllowFlags {
  readonly waitForLimit?: boolean
  readonly agent?: string
  readonly continue?: boolean
  readonly output?: (typeof OUTPUT_FORMS)[number]
  readonly quiet?: boolean
  readonly thinking?: boolean
  readonly wait: boolean
  readonly attach?: readonly string[]
  readonly budget?: string
  readonly maxCost?: string
  readonly maxToolTurns?: number
  readonly trust?: boolean
  readonly profile?: string
  readonly instructions: boolean
  readonly sandbox?: string
  readonly requireServers?: boolean
}

/** Adds `ikigai run`. */
export function registerRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('type lines into an agent (a new one, or --agent) and wait for its answer')
    .argument(
      '<text...>',
      'each argument is a line as typed into a pane: a prompt or a command; - is the text on stdin, never a command, and one prompt with the question before it',
    )
    .option('--agent <uuid>', 'the agent, by a unique prefix of its id')
    .option('--continue', 'continue with the agent of the last run in this folder')
    .option('--model <model>', 'MODEL[/LEVEL] with LEVEL none, low, med or high, for some models xhigh or max')
    .option(
      '--attach <file>',
      'a file for the first prompt; may be repeated. In a prompt, @path attaches a file of this folder',
      collect,
    )
    .addOption(
      new Option(
        '--output <form>',
        'text: the texts of answers; json: the final answer as one object; stream: as --json',
      )
        .choices(OUTPUT_FORMS)
        .conflicts('json'),
    )
    .option('--json', 'every event as one line of JSON on stdout')
    .addOption(new Option('--quiet', 'only the final answer on stdout, and only failures on stderr').conflicts('json'))
    .option('--thinking', 'show what models think on stderr; without it: only at a terminal')
    .option('--no-thinking', 'do not show what models think')
    .option(
      '--no-wait',
      'leave the turns of children to an open window or `ikigai serve`; without one, wait for them and say so',
    )
    .option('--profile <name>', 'the profile of a new agent; `ikigai profiles` shows them')
    .option('--trust', 'trust the project of the folder, as `ikigai trust` does')
    .option('--no-instructions', 'do not use instruction files such as AGENTS.md, for this agent and its descendants')
    .option('--sandbox <level>', `how far the agent's commands are confined from now on: ${SANDBOX_LEVELS.join(', ')}`)
    .option('--require-servers', 'end with exit code 1, before anything is asked, if an MCP server is missing')
    .option('--budget <tokens>', 'token limit for the agent and its descendants (none if left out)')
    .option('--max-cost <dollars>', 'cost limit in US dollars for the agent and its descendants, such as 2.50')
    .option('--wait-for-limit', 'where a limit stops the agent, wait until it resets and go on, five times at most')
    .option(
      '--max-tool-turns <number>',
      'pause a turn after so many rounds of tools (no limit if left out)',
      parseCount,
    )
  addModelFlags(addAllowFlags(command)).action((text: string[], options: RunFlags) => run(text, options, context))
}

/** Parser of an option that may be repeated. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

async function run(text: readonly string[], options: RunFlags, context: CommandContext): Promise<void> {
  const { output, errorIsTerminal, finish, withEngine } = context
  const { output: form = 'text', quiet = false } = options
  const json = options.json === true || form === 'stream'
  const allowed = parseAllow(options)
  const wish = modelWish(options)
  const problem = allowed.ok ? flagProblem(options) : allowed.message
  if (!allowed.ok || !wish.ok || problem !== null) {
    output.error(`${problem ?? (wish.ok ? '' : wish.error.message)}\n`)
    return finish(EXIT.usage)
  }
  const lines = await typedLines(text, process.stdin, (note) => output.error(`${note}\n`))
  const signal = AbortSignal.any([interruptSignal(), context.stdoutFailed()])
  const budget = budgetOf(options)
  const showsThinking = options.thinking ?? errorIsTerminal
  const { agent, model, wait, attach = [] } = options
  const sandbox = levelOf(options.sandbox)
  const base = {
    agent,
    continue: options.continue,
    model,
    wait,
    attach,
    wish: wish.value,
    json,
    answerAs: answerFormOf(form, quiet),
    quiet,
    budget,
    sandbox,
    showsThinking,
  }
  const { trust, instructions, profile, waitForLimit: waitsForLimit } = options
  const answersQuestions = process.stdin.isTTY && errorIsTerminal && !json
  const order = {
    ...base,
    waitsForLimit,
    trust,
    instructions,
    profile,
    answersQuestions,
    folder: realpathSync(process.cwd()),
    signal,
  }
  const { rules: runRules } = allowed
  const start = async (engine: Engine): Promise<ExitCode> => {
    const unknown =
      runRules.length === 0 ? null : unknownToolProblem(runRules, await engine.tools.list(undefined, signal))
    const missing = unknown === null ? await missingRequired(engine, options.requireServers === true, signal) : []
    for (const line of missing) output.error(`MCP server not available: ${line}\n`)
    if (missing.length > 0) return EXIT.turnFailed
    if (unknown === null) return runCommand(engine, lines, order, output)
    output.error(`${unknown}\n`)
    return EXIT.usage
  }
  const onChildLeft = (child: AgentRecord): void => output.error(`${childLeftNote(child)}\n`)
  await withEngine(start, {
    runRules,
    answersQuestions,
    ...defined({ maxToolRounds: options.maxToolTurns, onChildLeft: !options.wait ? onChildLeft : undefined }),
  })
}

/** Returns how the final answer is printed; null: the texts of all answers are printed. */
function answerFormOf(form: (typeof OUTPUT_FORMS)[number], quiet: boolean): 'text' | 'json' | null {
  if (form === 'json') return form
  return quiet ? 'text' : null
}

/** Returns the limit of the agent and its descendants; null: none is given. The flags are valid. */
function budgetOf({ budget, maxCost }: RunFlags): Budget | null {
  const usd = maxCost === undefined ? null : parseDollars(maxCost)
  if (usd !== null) return { scope: 'subtree', usd, step: usd }
  const tokens = Number(budget)
  return budget === undefined ? null : { scope: 'subtree', tokens, step: tokens }
}

/** Null: no level is given. The flags are valid. */
function levelOf(text: string | undefined): SandboxLevel | null {
  return SANDBOX_LEVELS.find((level) => level === text) ?? null
}

/** Returns what is wrong with the flags; null: nothing. */
function flagProblem(flags: RunFlags): string | null {
  const { agent, budget, maxCost, sandbox, continue: continues, profile, quiet, output: form } = flags
  const tokens = budget === undefined ? null : Number(budget)
  if (tokens !== null && !(Number.isInteger(tokens) && tokens > 0))
    return `--budget ${budget}: give a number of tokens.`
  if (maxCost !== undefined && parseDollars(maxCost) === null)
    return `--max-cost ${maxCost}: give an amount in US dollars, such as 2.50.`
  if (budget !== undefined && maxCost !== undefined)
    return '--budget and --max-cost cannot be combined. Use one of them.'
  if (sandbox !== undefined && levelOf(sandbox) === null)
    return `--sandbox ${sandbox}: give ${SANDBOX_LEVELS.join(', ')}.`
  if (quiet === true && form === 'stream') return '--quiet and --output stream cannot be combined. Use one of them.'
  if (continues === true && agent !== undefined) return '--continue and --agent cannot be combined. Use one of them.'
  if (profile !== undefined && (agent !== undefined || continues === true))
    return '--profile is for a new agent. Leave out --agent and --continue.'
  return null
}

/** How long servers that a run needs may take to start, ms. Programs that are downloaded first need that. */
const WAIT_MS = 60_000
const PAUSE_MS = 500

/**
 * Waits for the servers that a run needs. Returns what is missing of them, one line each; empty: nothing is. `all`: every
 * configured server is needed, not only those with `required`.
 */
async function missingRequired(engine: Engine, all: boolean, signal: AbortSignal): Promise<readonly string[]> {
  const isNeeded = ({ required }: ToolServerState): boolean => all || required === true
  // With a stopped signal the list does not wait for servers.
  const now = await engine.tools.list(undefined, AbortSignal.abort())
  if (!now.servers.some(isNeeded)) return []
  const until = performance.now() + WAIT_MS
  for (;;) {
    const { servers } = await engine.tools.list(undefined, signal)
    const needed = servers.filter(isNeeded)
    const isOver = signal.aborted || performance.now() > until
    if (isOver || needed.every(({ state }) => state !== 'starting')) {
      // A server that runs is not missing, whatever of its list cannot be used.
      return needed.filter(({ state }) => state !== 'running').flatMap(missingLines)
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

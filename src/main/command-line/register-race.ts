import { realpathSync } from 'node:fs'

import type { Command } from 'commander'

import type { GoOnRule } from '../../shared/baseline.ts'
import { parseDollars } from '../../shared/money.ts'
import { DEFAULT_PLAN, MAX_RETRIES, WINNER_RULES, type WinnerRule } from '../../shared/race.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import { goOnOption, goOnRule } from './ask-to-go-on.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { addAllowFlags, type AllowFlags, parseAllow, unknownToolProblem } from './parse-allow.ts'
import { RESOLVE_HELP, resolutionsOf } from './parse-resolutions.ts'
import { parseCount } from './parse-count.ts'
import { type NewRace, raceCommand, stopRaceCommand } from './race-command.ts'
import { terminalQuestion } from './terminal-question.ts'

interface RaceFlags extends JsonFlag, AllowFlags {
  readonly models?: string
  readonly attempts: number
  readonly test?: string
  readonly timeout: number
  readonly retries: string
  readonly atOnce: number
  readonly winner: string
  readonly maxCost?: string
  readonly maxMinutes?: number
  readonly maxToolTurns?: number
  readonly edits: boolean
  readonly unconfined?: boolean
  readonly baseline: boolean
  readonly goOn?: GoOnRule
  readonly agent?: string
  readonly event?: number
  readonly trust?: boolean
  readonly instructions: boolean
  readonly resume?: string
  readonly stop?: string
  readonly adopt?: boolean | string
  readonly skip?: readonly string[]
  readonly resolve?: readonly string[]
}

const listed = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

/** Adds `ikigai race`. */
export function registerRace(program: Command, context: CommandContext): void {
  const command = program
    .command('race')
    .description('let several attempts work on a task, each in its own git worktree, until a test command passes')
    .argument('[task]', 'the prompt of every attempt')
    .option('--models <models>', 'MODEL[/LEVEL] of the attempts, separated by commas')
    .option('--attempts <number>', 'attempts of each model', parseCount, 1)
    .option(
      '--test <command>',
      'the command line that decides; run by ikigai when a turn has ended, inside the sandbox',
    )
    .option('--timeout <seconds>', 'longest time of one test run', parseCount, DEFAULT_PLAN.timeout_ms / 1_000)
    .option('--retries <number>', 'how often a failure is sent back to an attempt', String(DEFAULT_PLAN.retries))
    .option('--at-once <number>', 'most attempts that work at the same time', parseCount, DEFAULT_PLAN.at_once)
    .option('--winner <rule>', `which of those that pass wins: ${WINNER_RULES.join(', ')}`, DEFAULT_PLAN.winner)
    .option('--max-cost <dollars>', 'limit of all attempts together in US dollars, such as 2.50')
    .option('--max-minutes <number>', 'limit of the time in which the race runs', parseCount)
    .option(
      '--max-tool-turns <number>',
      'end a turn of an attempt after so many rounds of tools, and test it (no limit if left out)',
      parseCount,
    )
    .option('--no-edits', 'ask about edits as elsewhere; without it the attempts may write in their worktrees')
    .option('--unconfined', 'run the test command even where there is no sandbox; it runs code that models wrote')
    .option('--no-baseline', 'do not run the test in an untouched worktree before any model is asked')
    .addOption(goOnOption())
    .option('--agent <uuid>', 'begin with the context and the folder of this agent, by a unique prefix of its id')
    .option('--event <id>', 'with --agent: with its context up to this event', parseCount)
    .option('--trust', 'trust the project of the folder, as `ikigai trust` does')
    .option('--no-instructions', 'do not use instruction files such as AGENTS.md')
    .option('--resume <race>', 'go on with a race that was stopped, by a unique prefix of its id')
    .option('--stop <race>', 'end the attempts of a race that have not passed, and one that asks whether to go on')
    .option('--adopt [attempt]', 'apply the changes of the winner, or of this attempt, to the folder')
    .option('--skip <path>', 'with --adopt: leave this file as it is; may be repeated', listed)
    .option('--resolve <file=how>', `with --adopt: ${RESOLVE_HELP}`, listed)
    .option('--json', 'the race as JSON on stdout instead of a table')
    .addHelpText('after', EXIT_CODES)
  addAllowFlags(command).action((task: string | undefined, flags: RaceFlags) => run(task, flags, context))
}

const EXIT_CODES = `
Exit codes: ${EXIT.done} an attempt has passed (with --adopt: and was applied), ${EXIT.turnFailed} none has, or it was not applied, ${EXIT.usage} wrong usage, ${EXIT.asks} nothing was paid, because the test cannot start or passes already, and nobody has said whether to go on, ${EXIT.cancelled} stopped; it can be resumed.`

async function run(task: string | undefined, flags: RaceFlags, context: CommandContext): Promise<void> {
  const { output, finish, withEngine } = context
  const { resume, stop, json = false, adopt = false, skip = [] } = flags
  const resolved = resolutionsOf(flags.resolve ?? [])
  if (stop !== undefined) return withEngine((engine) => stopRaceCommand(engine, stop, output))
  const allowed = parseAllow(flags)
  const answers = { goOn: flags.goOn, ask: terminalQuestion(output, context.errorIsTerminal) }
  const what = resume === undefined ? newRace(task, flags, goOnRule(answers)) : ok({ resume })
  if (!allowed.ok || !what.ok || !resolved.ok) {
    const wrong = [what, resolved].find((each) => !each.ok)
    output.error(`${!allowed.ok ? allowed.message : wrong?.ok === false ? wrong.error.message : ''}\n`)
    return finish(EXIT.usage)
  }
  const signal = AbortSignal.any([interruptSignal(), context.stdoutFailed()])
  const { rules: runRules } = allowed
  const adoption = { adopt, skip, resolve: resolved.value }
  const start = async (engine: Engine): Promise<ExitCode> => {
    const unknown =
      runRules.length === 0 ? null : unknownToolProblem(runRules, await engine.tools.list(undefined, signal))
    if (unknown === null) return raceCommand(engine, what.value, { json, ...adoption, signal, ...answers }, output)
    output.error(`${unknown}\n`)
    return EXIT.usage
  }
  await withEngine(start, { runRules })
}

/** Refused: the first flag that is wrong or missing. */
/** Says which text `--adopt` took, which may have been the task. */
function takenBy({ adopt }: RaceFlags): string {
  return typeof adopt === 'string' ? `. --adopt took "${adopt}" as the attempt; a task stands before it.` : ''
}

function newRace(task: string | undefined, flags: RaceFlags, rule: GoOnRule | undefined): Result<NewRace> {
  const {
    test,
    attempts,
    timeout,
    atOnce,
    maxCost,
    maxMinutes = null,
    maxToolTurns = null,
    agent,
    event,
    edits,
    trust,
    instructions,
  } = flags
  const models = (flags.models ?? '').split(',').flatMap((model) => (model.trim() === '' ? [] : [model.trim()]))
  if (task === undefined)
    return refuse(`Give the task: ikigai race --models A,B --test "npm test" "Fix …"${takenBy(flags)}`)
  if (models.length === 0) return refuse('--models: name at least one model.')
  if (test === undefined) return refuse('--test: give the command that decides, such as "npm test".')
  const winner = WINNER_RULES.find((rule): rule is WinnerRule => rule === flags.winner)
  if (winner === undefined) return refuse(`--winner ${flags.winner}: give ${WINNER_RULES.join(', ')}.`)
  const retries = /^\d+$/.test(flags.retries) ? Number(flags.retries) : Number.NaN
  if (!(retries <= MAX_RETRIES)) return refuse(`--retries ${flags.retries}: give a number from 0 to ${MAX_RETRIES}.`)
  const usd = maxCost === undefined ? null : parseDollars(maxCost)
  if (maxCost !== undefined && usd === null)
    return refuse(`--max-cost ${maxCost}: give an amount in US dollars, such as 2.50.`)
  if (event !== undefined && agent === undefined) return refuse('--event is an event of an agent. Give --agent too.')
  const limits = { max_usd: usd, max_minutes: maxMinutes, max_tool_turns: maxToolTurns, retries, at_once: atOnce }
  const plan = {
    task,
    test,
    timeout_ms: timeout * 1_000,
    winner,
    unconfined: flags.unconfined === true,
    baseline: flags.baseline,
    go_on: rule,
    ...limits,
  }
  const folder = realpathSync(process.cwd())
  return ok({ from: agent, atEventId: event, models, attempts, plan, allowsEdits: edits, folder, trust, instructions })
}

import type { Command } from 'commander'

import { evaluationJsonSchema, MAX_REPEAT } from '../../shared/evaluation-file.ts'
import { MAX_ATTEMPTS } from '../../shared/race.ts'
import { parseDollars } from '../../shared/money.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { GoOnRule } from '../../shared/baseline.ts'
import { goOnOption, goOnRule } from './ask-to-go-on.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { evalCommand, type EvalOptions } from './eval-command.ts'
import { EXIT } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { addAllowFlags, type AllowFlags, parseAllow } from './parse-allow.ts'
import { parseCount } from './parse-count.ts'
import { type TerminalQuestion, terminalQuestion } from './terminal-question.ts'

interface EvalFlags extends JsonFlag, AllowFlags {
  readonly models?: string
  readonly repeat: number
  readonly atOnce: number
  readonly maxCost?: string
  readonly maxToolTurns?: number
  readonly unconfined?: boolean
  readonly baseline: boolean
  readonly goOn?: GoOnRule
  readonly new?: boolean
  readonly compare?: string
  readonly html?: string
  readonly schema?: boolean
}

/** Adds `ikigai eval`. */
export function registerEval(program: Command, context: CommandContext): void {
  const command = program
    .command('eval')
    .description('ask several models the tasks of a file and check their answers; goes on where it stopped')
    .argument('[file]', 'the tasks, as YAML or JSON (docs/evaluation.md)')
    .option('--models <models>', 'MODEL[/LEVEL], separated by commas')
    .option('--repeat <number>', 'how often each model is asked each task', parseCount, 1)
    .option('--at-once <number>', 'most cases at the same time', parseCount, 4)
    .option('--max-cost <dollars>', 'limit of the whole evaluation in US dollars, such as 2.50')
    .option('--max-tool-turns <number>', 'end a turn after so many rounds of tools (no limit if left out)', parseCount)
    .option('--unconfined', 'run test commands even where there is no sandbox; they run code that models wrote')
    .option('--no-baseline', 'do not run the test commands in untouched worktrees before any model is asked')
    .addOption(goOnOption())
    .option('--new', 'begin again, even if the same file was evaluated before')
    .option('--compare <evaluation>', 'compare with another evaluation, by a unique prefix of its id')
    .option('--html <file>', 'write the results with the answers as a page for browsers, too')
    .option('--json', 'the results as JSON on stdout instead of tables')
    .option('--schema', 'print the JSON Schema of the file and end')
    .addHelpText('after', EXIT_CODES)
  addAllowFlags(command).action((file: string | undefined, flags: EvalFlags) => run(file, flags, context))
}

const EXIT_CODES = `
Exit codes: ${EXIT.done} every case has a result, ${EXIT.turnFailed} some have none, ${EXIT.usage} wrong usage, ${EXIT.asks} nothing was paid, because a test cannot start or passes already, and nobody has said whether to go on, ${EXIT.cancelled} stopped; the same command goes on.`

async function run(file: string | undefined, flags: EvalFlags, context: CommandContext): Promise<void> {
  const { output, finish, withEngine } = context
  if (flags.schema === true) return output.out(`${JSON.stringify(evaluationJsonSchema(), null, 2)}\n`)
  const allowed = parseAllow(flags)
  const signal = AbortSignal.any([interruptSignal(), context.stdoutFailed()])
  const ask = terminalQuestion(output, context.errorIsTerminal)
  const options = optionsOf(file, flags, signal, ask)
  if (!allowed.ok || !options.ok) {
    output.error(`${allowed.ok ? (options.ok ? '' : options.error.message) : allowed.message}\n`)
    return finish(EXIT.usage)
  }
  await withEngine((engine) => evalCommand(engine, options.value.file, options.value, output), {
    runRules: allowed.rules,
  })
}

/** Refused: the first flag that is wrong or missing. */
function optionsOf(
  file: string | undefined,
  { json = false, repeat, atOnce, maxCost, maxToolTurns, unconfined = false, compare, html, ...flags }: EvalFlags,
  signal: AbortSignal,
  ask: TerminalQuestion | null,
): Result<EvalOptions & { readonly file: string }> {
  const models = (flags.models ?? '').split(',').flatMap((model) => (model.trim() === '' ? [] : [model.trim()]))
  if (file === undefined) return refuse('Give the file: ikigai eval tasks.yaml --models A,B')
  if (models.length === 0) return refuse('--models: name at least one model.')
  if (models.length > MAX_ATTEMPTS) return refuse(`--models: name at most ${MAX_ATTEMPTS} models.`)
  if (repeat > MAX_REPEAT) return refuse(`--repeat ${repeat}: give a number from 1 to ${MAX_REPEAT}.`)
  const maxUsd = maxCost === undefined ? null : parseDollars(maxCost)
  if (maxCost !== undefined && maxUsd === null)
    return refuse(`--max-cost ${maxCost}: give an amount in US dollars, such as 2.50.`)
  const isNew = flags.new === true
  const { baseline } = flags
  const goOn = goOnRule({ goOn: flags.goOn, ask })
  const printed = { json, html: html ?? null, compare: compare ?? null }
  return ok({
    file,
    models,
    repeat,
    atOnce,
    maxUsd,
    maxToolTurns,
    unconfined,
    baseline,
    goOn,
    isNew,
    ...printed,
    signal,
    ask,
  })
}

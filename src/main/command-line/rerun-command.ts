import { readFileSync } from 'node:fs'

import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import { DIFFERENCE_RULES, type DifferenceRule } from '../../shared/rerun.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { addAllowFlags, type AllowFlags, parseAllow } from './parse-allow.ts'
import { parseCount } from './parse-count.ts'
import { awaitRerun, rerunExitCode, rerunSubtree } from './rerun-subtree.ts'
import { endLine, rerunLines } from './rerun-text.ts'

interface RerunFlags extends JsonFlag, AllowFlags {
  readonly model?: string
  readonly event?: number
  readonly system?: string
  readonly instructions?: string
  readonly onDifference?: string
  readonly subtree?: boolean
  readonly resume?: boolean
}

interface RerunOrder {
  /** A unique prefix of the id of the agent. */
  readonly agent: string
  readonly model: string | undefined
  readonly promptId: number | undefined
  readonly system: string | undefined
  readonly instructions: string | undefined
  readonly onDifference: DifferenceRule
  readonly subtree: boolean
  readonly resume: boolean
  readonly json: boolean
  readonly signal: AbortSignal
}

const EXIT_CODES = `
Exit codes: ${EXIT.done} every call was the recorded one, ${EXIT.turnFailed} a call differed or a turn failed, ${EXIT.usage} wrong usage, ${EXIT.cancelled} stopped.`

/** Adds `ikigai rerun`. */
export function registerRerun(program: Command, context: CommandContext): void {
  const command = program
    .command('rerun')
    .description('run the turns of an agent again, with the recorded results of its calls in place of the tools')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--model <model>', 'MODEL[/LEVEL]; without it the models of the original')
    .option('--event <id>', 'only the turn that answers this prompt', parseCount)
    .option('--system <file>', 'a file with another system prompt')
    .option('--instructions <file>', 'a file in place of all instruction files (AGENTS.md) of the original')
    .option(
      '--on-difference <what>',
      `what happens at a call that differs: ${DIFFERENCE_RULES.join(', ')}; without it ask at a terminal, else end`,
    )
    .option('--subtree', 'its descendants too, one after the other, each where it was forked')
    .option('--resume', 'the agent is a rerun that was cut off: go on with it, in the way it was begun')
    .option('--json', 'the rerun as JSON on stdout instead of a table')
    .addHelpText('after', EXIT_CODES)
  addAllowFlags(command, ' when calls run').action((agent: string, flags: RerunFlags) => run(agent, flags, context))
}

async function run(agent: string, flags: RerunFlags, context: CommandContext): Promise<void> {
  const { output, errorIsTerminal, finish, withEngine } = context
  const { model, event: promptId, json = false, resume = false, subtree = false } = flags
  const canAsk = process.stdin.isTTY && errorIsTerminal && !json
  const rule = ruleOf(flags.onDifference ?? (canAsk ? 'ask' : 'end'))
  const allowed = parseAllow(flags)
  const system = readText('--system', flags.system)
  const instructions = readText('--instructions', flags.instructions)
  const problem = problemOf(flags)
  if (problem !== null || !rule.ok || !allowed.ok || !system.ok || !instructions.ok) {
    const wrong = allowed.ok ? null : allowed.message
    const problems = [problem, errorOf(rule), wrong, errorOf(system), errorOf(instructions)]
    const message = problems.find((each) => each !== null) ?? ''
    output.error(`${message}\n`)
    return finish(EXIT.usage)
  }
  const signal = AbortSignal.any([interruptSignal(), context.stdoutFailed()])
  const texts = { system: system.value, instructions: instructions.value }
  const order = { agent, model, promptId, ...texts, onDifference: rule.value, subtree, resume, json, signal }
  const options = { runRules: allowed.rules, answersQuestions: canAsk }
  await withEngine((engine) => rerunCommand(engine, order, canAsk, output), options)
}

const SETTINGS = ['model', 'event', 'system', 'instructions', 'onDifference', 'subtree'] as const

function problemOf(flags: RerunFlags): string | null {
  if (flags.resume === true && SETTINGS.some((name) => flags[name] !== undefined)) return RESUMES_AS_BEGUN
  return flags.subtree === true && flags.event !== undefined ? ONE_OR_ALL : null
}

const RESUMES_AS_BEGUN =
  '--resume goes on as the rerun was begun: give it without --model, --event, --system, --instructions, --on-difference and --subtree.'
const ONE_OR_ALL = '--event is for one turn, --subtree for all turns of several agents: give one of them.'

function errorOf(result: Result<unknown>): string | null {
  return result.ok ? null : result.error.message
}

function ruleOf(text: string): Result<DifferenceRule> {
  const rule = DIFFERENCE_RULES.find((each) => each === text)
  return rule === undefined ? refuse(`--on-difference ${text}: give ${DIFFERENCE_RULES.join(', ')}.`) : ok(rule)
}

function readText(option: string, file: string | undefined): Result<string | undefined> {
  if (file === undefined) return ok(undefined)
  try {
    return ok(readFileSync(file, 'utf8'))
  } catch {
    return refuse(`${option} ${file}: the file cannot be read.`)
  }
}

async function rerunCommand(
  engine: Engine,
  { agent, json, subtree, resume, signal, ...wanted }: RerunOrder,
  canAsk: boolean,
  output: Output,
): Promise<ExitCode> {
  const found = await findAgent(engine, agent)
  if (!found.ok) return failed(found, output)
  const agentId = found.value.id
  if (subtree) return rerunSubtree(engine, { ...wanted, agentId, json, signal }, canAsk, output)
  const { reruns } = engine.local
  const started = resume ? await reruns.resume(agentId, signal) : await reruns.start({ ...wanted, agentId }, signal)
  if (!started.ok) return failed(started, output)
  const { rerunId, ended } = started.value
  output.error(`Rerun ${rerunId.slice(0, 8)}\n`)
  const ran = await awaitRerun(engine, ended, canAsk, output)
  const view = await reruns.view(rerunId)
  if (!view.ok) return failed(view, output)
  if (json) output.out(`${jsonText(view.value)}\n`)
  else for (const line of rerunLines(view.value)) output.out(`${line}\n`)
  output.error(`${endLine(view.value)}\n`)
  return ran.ok ? rerunExitCode(view.value) : failed(ran, output)
}

import { readFileSync } from 'node:fs'

import { type Command, Option } from 'commander'

import type { AppError } from '../../shared/app-error.ts'
import { defined } from '../../shared/defined.ts'
import { jsonText } from '../../shared/json-text.ts'
import { CODE_HOSTS, type CodeHost, type PushPlan, type RequestChecks } from '../../shared/publishing.ts'
import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { addAllowFlags, type AllowFlags, parseAllow } from './parse-allow.ts'
import { sendAndWait } from './send-and-wait.ts'
import { confirmAtTerminal, type TerminalQuestion, terminalQuestion } from './terminal-question.ts'

interface PlaceFlags extends JsonFlag {
  readonly remote?: string
  readonly branch?: string
  readonly host?: CodeHost
}

interface RequestFlags extends PlaceFlags {
  readonly base?: string
  readonly title?: string
  readonly body?: string
  readonly bodyFile?: string
  readonly draft?: boolean
  readonly preview?: boolean
  readonly yes?: boolean
}

interface ChecksFlags extends PlaceFlags, AllowFlags {
  readonly send?: boolean
}

/** `ikigai pr AGENT`: opens a pull request for the branch that was pushed, once it is confirmed. */
async function requestCommand(
  engine: Engine,
  prefix: string,
  { remote, branch, host, preview = false, yes = false, json = false, ...flags }: RequestFlags,
  { output, ask }: { readonly output: Output; readonly ask: TerminalQuestion | null },
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const agentId = agent.value.id
  const plan = await engine.publishing.plan({ agentId, ...defined({ remote, branch }) })
  if (!plan.ok) return failure(plan.error, output)
  const request = requestOf(plan.value, flags)
  if (!request.ok) return failure(request.error, output)
  const { url, commit, branch: pushed, remote: found } = plan.value
  const { base, title, body, draft } = request.value
  if (preview && json) output.out(`${jsonText({ url, branch: pushed, ...request.value })}\n`)
  else
    output.error(`${draft ? 'A draft' : 'A pull request'} of ${pushed} into ${base} at ${url}\n${title}\n\n${body}\n`)
  if (preview) return EXIT.done
  const code = yes ? EXIT.done : await confirmAtTerminal('Open it? Type yes: ', { output, ask })
  if (code !== EXIT.done) return code
  const place = { agentId, remote: found, branch: pushed, url, commit, ...defined({ host }) }
  const opened = await engine.publishing.open({ ...place, ...request.value })
  if (!opened.ok) return failure(opened.error, output)
  output.out(json ? `${jsonText({ ...opened.value })}\n` : `${opened.value.url}\n`)
  return EXIT.done
}

function failure(error: AppError, output: Output): ExitCode {
  output.error(`${error.message}\n`)
  return exitCodeOf(error)
}

interface RequestTexts {
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
}

function requestOf(plan: PushPlan, { base, title, body, bodyFile, draft = false }: RequestFlags): Result<RequestTexts> {
  const into = base ?? plan.base
  if (into === null) return refuse('The remote does not say which branch it shows first. Name one with --base.')
  const read = bodyFile === undefined ? ok(body ?? plan.body) : readText(bodyFile)
  return read.ok ? ok({ base: into, title: title ?? plan.title, body: read.value, draft }) : read
}

function readText(path: string): Result<string> {
  try {
    return ok(readFileSync(path === '-' ? 0 : path, 'utf8'))
  } catch (error) {
    return refuse(`--body-file: ${errorMessage(error)}`)
  }
}

/** `ikigai checks AGENT`: shows the checks of its pull request, or sends it the failed ones. */
async function checksCommand(
  engine: Engine,
  prefix: string,
  { remote, branch, host, send = false, json = false }: ChecksFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const agentId = agent.value.id
  const place = { agentId, ...defined({ remote, branch, host }) }
  if (send) return sendAndWait(engine, { agentId, json, send: () => engine.publishing.sendFailures(place) }, output)
  const checks = await engine.publishing.checks(place)
  if (!checks.ok) return failure(checks.error, output)
  if (json) output.out(`${jsonText({ ...checks.value })}\n`)
  else printChecks(checks.value, output)
  return checks.value.checks.some(({ state }) => state === 'failed') ? EXIT.turnFailed : EXIT.done
}

function printChecks({ request, checks }: RequestChecks, output: Output): void {
  if (request === null) return output.error('The branch has no open pull request.\n')
  output.error(`${request.url}  ${request.title}\n`)
  for (const { name, state, link } of checks)
    output.out(`${state.padEnd(9)}  ${name}${link === null ? '' : `  ${link}`}\n`)
  if (checks.length === 0) output.error('It has no checks.\n')
}

function withPlaceOptions(command: Command): Command {
  return command
    .option('--remote <name>', 'the remote; missing: origin, or else the first one')
    .option('--branch <name>', "the branch there; missing: that of the folder, or of the agent's worktree")
    .addOption(
      new Option('--host <kind>', 'of which kind the host is; missing: by its name or the account').choices(CODE_HOSTS),
    )
}

/** Adds `ikigai pr` and `ikigai checks`. */
export function registerRequest(
  program: Command,
  { output, errorIsTerminal, finish, withEngine }: CommandContext,
): void {
  const request = program
    .command('pr')
    .description(
      'open a pull request (merge request) for a branch that was pushed, with gh or glab, after it was confirmed',
    )
    .argument('<agent>', 'a unique prefix of its id')
  withPlaceOptions(request)
    .option('--base <branch>', 'into which branch; missing: the one that the remote shows first')
    .option('--title <text>', "missing: the agent's name")
    .option('--body <text>', 'missing: the first lines of its prompts')
    .option('--body-file <file>', 'the same from a file; - is stdin')
    .option('--draft', 'as a draft')
    .option('--preview', 'only say what would be opened')
    .option('--yes', 'do not ask; needed without a terminal')
    .option('--json', 'as one line of JSON')
    .action(async (agent: string, flags: RequestFlags) => {
      const ask = flags.bodyFile === '-' ? null : terminalQuestion(output, errorIsTerminal)
      await withEngine((engine) => requestCommand(engine, agent, flags, { output, ask }))
    })
  const checks = program
    .command('checks')
    .description("show the checks of an agent's pull request, or send the failed ones to the agent")
    .argument('<agent>', 'a unique prefix of its id')
  addAllowFlags(withPlaceOptions(checks), ' with --send')
    .option(
      '--send',
      'send the agent one prompt with the failed checks and the ends of their logs, and wait for its turn',
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `\nExit codes: ${EXIT.done} no check failed, ${EXIT.turnFailed} a check or the turn failed, ${EXIT.usage} wrong usage.`,
    )
    .action(async (agent: string, flags: ChecksFlags) => {
      const allowed = parseAllow(flags)
      if (!allowed.ok) {
        output.error(`${allowed.message}\n`)
        return finish(EXIT.usage)
      }
      await withEngine((engine) => checksCommand(engine, agent, flags, output), { runRules: allowed.rules })
    })
}

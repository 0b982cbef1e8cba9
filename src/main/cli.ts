import { realpathSync } from 'node:fs'

import { Command, CommanderError, InvalidArgumentError } from 'commander'

import packageJson from '../../package.json' with { type: 'json' }
import type { AgentRecord } from '../shared/agent-summary.ts'
import { agentsCommand } from './command-line/agents-command.ts'
import { contextCommand } from './command-line/context-command.ts'
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import { exportCommand } from './command-line/export-command.ts'
import { importCommand } from './command-line/import-command.ts'
import { interruptSignal } from './command-line/interrupt-signal.ts'
import { logCommand } from './command-line/log-command.ts'
import { modelsCommand } from './command-line/models-command.ts'
import { parseAllow, unknownToolProblem } from './command-line/parse-allow.ts'
import { childLeftNote, runCommand } from './command-line/run-command.ts'
import { searchCommand } from './command-line/search-command.ts'
import { sessionsCommand } from './command-line/sessions-command.ts'
import { StdoutFailure } from './command-line/stdout-failure.ts'
import { toolsCommand } from './command-line/tools-command.ts'
import { transcriptCommand } from './command-line/transcript-command.ts'
import { typedLines } from './command-line/typed-lines.ts'
import { wakeCommand } from './command-line/wake-command.ts'
import { createEngine, type EngineOptions, type OpenedEngine } from './create-engine.ts'
import { openSessions, serve } from './headless.ts'
import { type Output, processOutput } from './process-output.ts'

const output: Output = processOutput

const stdoutFailure = new StdoutFailure(process, output)

const EXIT_CODES = `
Exit codes: ${EXIT.done} done, ${EXIT.turnFailed} a turn failed or its answer was cut or withheld, ${EXIT.usage} wrong usage, ${EXIT.cancelled} cancelled.`

/** Opens an engine for one command and always closes it. */
async function withEngine(
  use: (opened: OpenedEngine) => Promise<ExitCode>,
  options: Pick<EngineOptions, 'runRules' | 'onChildLeft'> = {},
): Promise<ExitCode> {
  const opened = await createEngine({ host: 'cli', ...options })
  if (!opened.ok) {
    output.error(`${opened.error.message}\n`)
    return EXIT.turnFailed
  }
  for (const warning of opened.value.warnings) output.error(`${warning}\n`)
  try {
    return await use(opened.value)
  } finally {
    await opened.value.engine.close()
  }
}

/** A flag without a default, which the help would print. */
interface JsonFlag {
  readonly json?: boolean
}

interface RunFlags extends JsonFlag {
  readonly agent?: string
  readonly continue?: boolean
  readonly thinking?: boolean
  readonly model?: string
  readonly wait: boolean
  readonly allow?: readonly string[]
  readonly budget?: string
}

/** Parser of an option that may be repeated. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function count(value: string): number {
  const number = Number(value)
  if (!(Number.isSafeInteger(number) && number > 0)) throw new InvalidArgumentError('Give a number from 1 on.')
  return number
}

type Finish = (code: ExitCode) => void

/** Adds the commands that send input to an agent. */
function addRun(program: Command, finish: Finish): void {
  program
    .command('run')
    .description('type lines into an agent (a new one, or --agent) and wait for its answer')
    .argument(
      '<text...>',
      'each argument is a line as typed into a pane: a prompt or a command; - is the text on stdin, never a command, and one prompt with the question before it',
    )
    .option('--agent <uuid>', 'the agent, by a unique prefix of its id')
    .option('--continue', 'go on with the agent of the last run in this folder')
    .option('--model <model>', 'MODEL[/LEVEL] with LEVEL none, low, med or high')
    .option('--json', 'every event as one line of JSON on stdout')
    .option('--thinking', 'show what models think on stderr; without it: at a terminal only')
    .option('--no-thinking', 'do not show what models think')
    .option(
      '--no-wait',
      'leave the turns of children to an open window or `ikigai serve`; without one, wait for them and say so',
    )
    .option(
      '--allow <tool[:pattern]>',
      "let a tool run without a question, as bash:'git status *'; may be repeated",
      collect,
    )
    .option('--budget <tokens>', 'what the agent and its descendants may use; without it: as much as they want')
    .action(async (text: string[], options: RunFlags) => {
      const { json = false, allow = [] } = options
      const allowed = parseAllow(allow)
      if (!allowed.ok) {
        output.error(`${allowed.message}\n`)
        return finish(EXIT.usage)
      }
      const budget = options.budget === undefined ? null : Number(options.budget)
      if (budget !== null && !(Number.isInteger(budget) && budget > 0)) {
        output.error(`--budget ${options.budget}: give a number of tokens.\n`)
        return finish(EXIT.usage)
      }
      if (options.continue === true && options.agent !== undefined) {
        output.error('--continue and --agent both name an agent: give one of them.\n')
        return finish(EXIT.usage)
      }
      const lines = await typedLines(text)
      const signal = AbortSignal.any([interruptSignal(), stdoutFailure.signal()])
      const showsThinking = options.thinking ?? processOutput.errorIsTerminal
      const run = { ...options, json, budget, showsThinking, folder: realpathSync(process.cwd()), signal }
      const { rules: runRules } = allowed
      const start = async ({ engine }: OpenedEngine): Promise<ExitCode> => {
        const problem =
          runRules.length === 0 ? null : unknownToolProblem(runRules, await engine.tools.list(undefined, signal))
        if (problem === null) return runCommand(engine, lines, run, output)
        output.error(`${problem}\n`)
        return EXIT.usage
      }
      const onChildLeft = (child: AgentRecord): void => output.error(`${childLeftNote(child)}\n`)
      finish(await withEngine(start, { runRules, ...(!options.wait && { onChildLeft }) }))
    })
  program
    .command('wake')
    .description('let mail start turns of an agent, or not')
    .argument('<agent>', 'a unique prefix of its id')
    .argument('<state>', 'on or off')
    .action(async (agent: string, state: string) => {
      finish(await withEngine(({ engine }) => wakeCommand(engine, agent, state, output)))
    })
}

/** Adds the commands that show agents and the log. */
function addLogCommands(program: Command, finish: Finish): void {
  program
    .command('agents')
    .description('show the tree of agents')
    .option('--json', 'one agent a line')
    .action(async ({ json = false }: JsonFlag) => {
      finish(await withEngine(({ engine }) => agentsCommand(engine, json, output)))
    })
  program
    .command('log')
    .description("show an agent's events, inherited ones included")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one event a line')
    .action(async (agent: string, { json = false }: JsonFlag) => {
      finish(await withEngine(({ engine }) => logCommand(engine, agent, json, output)))
    })
  program
    .command('context')
    .description("show what is in an agent's context: each piece with the event that put it there and its tokens")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one piece a line')
    .action(async (agent: string, { json = false }: JsonFlag) => {
      finish(await withEngine(({ engine }) => contextCommand(engine, agent, json, output)))
    })
  program
    .command('search')
    .description('find words in everything that was ever said, newest first')
    .argument('<text>', 'words, "a phrase", or a part of a word or of code')
    .option('--json', 'one hit a line')
    .option('--limit <n>', 'at most so many', count, 50)
    .action(async (text: string, { json = false, limit }: JsonFlag & { readonly limit: number }) => {
      finish(await withEngine(({ engine }) => searchCommand(engine, text, { json, limit }, output)))
    })
}

/** Adds the commands for export and import. */
function addTransferCommands(program: Command, finish: Finish): void {
  program
    .command('export')
    .description('write all agents and events to stdout, or those that one agent needs')
    .argument('[agent]', 'a unique prefix of its id')
    .option('--markdown', "the agent's path as a readable document")
    .action(async (agent: string | undefined, { markdown = false }: { readonly markdown?: boolean }) => {
      finish(await withEngine(({ engine }) => exportCommand(engine, agent, markdown, output)))
    })
  program
    .command('import')
    .description('take a file of agents and events into the log: all of it or nothing')
    .argument('<file>', 'as `export` writes it, or written by hand (docs/import-format.md); - for stdin')
    .action(async (file: string) => {
      finish(await withEngine(({ engine }) => importCommand(engine, file, output)))
    })
}

/** Adds the commands about models and requests. */
function addModelCommands(program: Command, finish: Finish): void {
  program
    .command('transcript')
    .description('show the request that a model would be sent of what an agent has said')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--model <model>', "MODEL[/LEVEL]; the agent's own if left out")
    .option('--json', 'the request and what was done for it as one line of JSON')
    .action(async (agent: string, { json = false, model }: JsonFlag & { readonly model?: string }) => {
      const options = { json, ...(model !== undefined && { model }) }
      finish(await withEngine(({ engine }) => transcriptCommand(engine, agent, options, output)))
    })
  program
    .command('models')
    .description('show the models that can be chosen; a provider that is named is asked for its own list')
    .argument('[provider]')
    .option('--json', 'one model a line')
    .action(async (provider: string | undefined, { json = false }: JsonFlag) => {
      const signal = interruptSignal()
      finish(await withEngine(({ engine }) => modelsCommand(engine, provider, { json, signal }, output)))
    })
  program
    .command('tools')
    .description('show the tools that agents have, and the servers that some come from')
    .option('--json', 'everything as one line of JSON')
    .action(async ({ json = false }: JsonFlag) => {
      const signal = interruptSignal()
      finish(await withEngine(({ engine }) => toolsCommand(engine, { json, signal }, output)))
    })
}

/** Adds the command that serves the window to a browser. */
function addServe(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('serve the window to a browser')
    .option('--address <address>', 'where to listen (config.json: listen_address)')
    .option('--port <port>', 'on which port (config.json: listen_port)')
    .action(async (options: { address?: string; port?: string }) => {
      finish(await serve(options, interruptSignal(), output))
    })
}

/** Adds the commands for browser sessions. */
function addSessions(program: Command, finish: Finish): void {
  program
    .command('sessions')
    .description('show the browsers that may open the window, or end their sessions')
    .option('--end <id>', "a unique prefix of a session's id, or all")
    .option('--json', 'one session a line')
    .action(async ({ end, json = false }: JsonFlag & { readonly end?: string }) => {
      finish(await sessionsCommand(openSessions(), { end: end ?? null, json }, output))
    })
}

function commandLine(finish: Finish): Command {
  const program = new Command('ikigai')
    .description('Think with several AI models at once.')
    .version(packageJson.version)
    .showHelpAfterError('`ikigai --help` shows the commands, `ikigai COMMAND --help` what one of them takes.')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.error(text) })
    .exitOverride()
  for (const add of [addRun, addLogCommands, addModelCommands, addTransferCommands, addServe, addSessions])
    add(program, finish)
  return program
}

async function main(): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  try {
    await commandLine((result) => {
      code = result
    }).parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? EXIT.done : EXIT.usage
  }
  return code
}

/** An uncaught exception is a bug. Node would print the message unfiltered, but it may contain any text. */
process.on('uncaughtException', (error) => {
  output.error(`${error.stack ?? error.message}\n`)
  process.exit(EXIT.turnFailed)
})

process.exitCode = stdoutFailure.exitCode(await main())

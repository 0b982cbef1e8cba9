import { realpathSync } from 'node:fs'

import { Command, CommanderError } from 'commander'

import { agentsCommand } from './command-line/agents-command.ts'
import { contextCommand } from './command-line/context-command.ts'
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import { exportCommand } from './command-line/export-command.ts'
import { importCommand } from './command-line/import-command.ts'
import { interruptSignal } from './command-line/interrupt-signal.ts'
import { logCommand } from './command-line/log-command.ts'
import { modelsCommand } from './command-line/models-command.ts'
import { parseAllow } from './command-line/parse-allow.ts'
import type { Output } from './command-line/print-events.ts'
import { runCommand } from './command-line/run-command.ts'
import { searchCommand, type SearchFlags } from './command-line/search-command.ts'
import { toolsCommand } from './command-line/tools-command.ts'
import { transcriptCommand, type TranscriptOptions } from './command-line/transcript-command.ts'
import { wakeCommand } from './command-line/wake-command.ts'
import { createEngine, type EngineOptions, type OpenedEngine } from './create-engine.ts'
import { serve } from './headless.ts'

const output: Output = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
}

/** Opens an engine for one command and closes it whatever happens. */
async function withEngine(
  use: (opened: OpenedEngine) => Promise<ExitCode>,
  options: Pick<EngineOptions, 'runRules'> = {},
): Promise<ExitCode> {
  const opened = await createEngine({ host: 'cli', ...options })
  if (!opened.ok) {
    output.error(`${opened.error.message}\n`)
    return EXIT.turnFailed
  }
  for (const warning of opened.warnings) output.error(`${warning}\n`)
  try {
    return await use(opened)
  } finally {
    await opened.engine.close()
  }
}

interface RunFlags {
  readonly agent?: string
  readonly model?: string
  readonly json: boolean
  readonly wait: boolean
  readonly allow: readonly string[]
  readonly budget?: string
}

/** An option that may be given more than once. */
function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

type Finish = (code: ExitCode) => void

/** Typing into an agent. */
function addRun(program: Command, finish: Finish): void {
  program
    .command('run')
    .description('type lines into an agent (a new one, or --agent) and wait for its answer')
    .argument('<text...>', 'each argument is a line as typed into a pane: a prompt or a command')
    .option('--agent <uuid>', 'the agent, by a unique prefix of its id')
    .option('--model <model>', 'MODEL[/LEVEL] with LEVEL none, low, med or high')
    .option('--json', 'every event as one line of JSON on stdout', false)
    .option('--no-wait', 'do not wait for the turns of children that were started')
    .option(
      '--allow <tool[:pattern]>',
      "let a tool run without a question, as bash:'git status *'; may be repeated",
      collect,
      [],
    )
    .option('--budget <tokens>', 'what the agent and its descendants may use; without it: as much as they want')
    .action(async (text: string[], options: RunFlags) => {
      const allowed = parseAllow(options.allow)
      if (!allowed.ok) {
        output.error(`${allowed.message}\n`)
        return finish(EXIT.usage)
      }
      const budget = options.budget === undefined ? null : Number(options.budget)
      if (budget !== null && !(Number.isInteger(budget) && budget > 0)) {
        output.error(`--budget ${options.budget}: give a number of tokens.\n`)
        return finish(EXIT.usage)
      }
      const run = { ...options, budget, folder: realpathSync(process.cwd()), signal: interruptSignal() }
      const { rules: runRules } = allowed
      finish(await withEngine(({ engine }) => runCommand(engine, text, run, output), { runRules }))
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

/** Looking at what there is. */
function addLogCommands(program: Command, finish: Finish): void {
  program
    .command('agents')
    .description('show the tree of agents')
    .option('--json', 'one agent a line', false)
    .action(async ({ json }: { json: boolean }) => {
      finish(await withEngine(({ engine }) => agentsCommand(engine, json, output)))
    })
  program
    .command('log')
    .description("show an agent's events, inherited ones included")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one event a line', false)
    .action(async (agent: string, { json }: { json: boolean }) => {
      finish(await withEngine(({ engine }) => logCommand(engine, agent, json, output)))
    })
  program
    .command('context')
    .description("show what is in an agent's context: each piece with the event that put it there and its tokens")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--json', 'one piece a line', false)
    .action(async (agent: string, { json }: { json: boolean }) => {
      finish(await withEngine(({ engine }) => contextCommand(engine, agent, json, output)))
    })
  program
    .command('search')
    .description('find words in everything that was ever said, newest first')
    .argument('<text>', 'words, "a phrase", or a part of a word or of code')
    .option('--json', 'one hit a line', false)
    .option('--limit <n>', 'at most so many', Number, 50)
    .action(async (text: string, flags: SearchFlags) => {
      finish(await withEngine(({ engine }) => searchCommand(engine, text, flags, output)))
    })
}

/** Taking it out and in. */
function addTransferCommands(program: Command, finish: Finish): void {
  program
    .command('export')
    .description('write all agents and events to stdout, or those that one agent needs')
    .argument('[agent]', 'a unique prefix of its id')
    .option('--markdown', "the agent's path as a readable document", false)
    .action(async (agent: string | undefined, { markdown }: { markdown: boolean }) => {
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

/** What models are sent, and what they can use. */
function addModelCommands(program: Command, finish: Finish): void {
  program
    .command('transcript')
    .description('show the request that a model would be sent of what an agent has said')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--model <model>', "MODEL[/LEVEL]; the agent's own if left out")
    .option('--json', 'the request and what was done for it as one line of JSON', false)
    .action(async (agent: string, options: TranscriptOptions) => {
      finish(await withEngine(({ engine }) => transcriptCommand(engine, agent, options, output)))
    })
  program
    .command('models')
    .description('show the models that can be chosen; a provider that is named is asked for its own list')
    .argument('[provider]')
    .option('--json', 'one model a line', false)
    .action(async (provider: string | undefined, { json }: { json: boolean }) => {
      const signal = interruptSignal()
      finish(await withEngine(({ engine }) => modelsCommand(engine, provider, { json, signal }, output)))
    })
  program
    .command('tools')
    .description('show the tools that agents have, and the servers that some come from')
    .option('--json', 'everything as one line of JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const signal = interruptSignal()
      finish(await withEngine(({ engine }) => toolsCommand(engine, { json, signal }, output)))
    })
}

/** The window in a browser. */
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

function commandLine(finish: Finish): Command {
  const program = new Command('ikigai').description('Think with several AI models at once.').exitOverride()
  for (const add of [addRun, addLogCommands, addModelCommands, addTransferCommands, addServe]) add(program, finish)
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

// A reader that went away (`ikigai log … | head`) is not an error.
process.stdout.on('error', () => process.exit(EXIT.done))
process.exitCode = await main()

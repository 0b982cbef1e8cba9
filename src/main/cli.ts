import { type Command, CommanderError } from 'commander'

import packageJson from '../../package.json' with { type: 'json' }
import { registerAcp } from './command-line/acp-command.ts'
import { registerAgents } from './command-line/agents-command.ts'
import { registerApply } from './command-line/apply-command.ts'
import { registerBackground } from './command-line/background-command.ts'
import { registerBackup } from './command-line/backup-command.ts'
import { registerBlame } from './command-line/blame-command.ts'
import { registerChanges } from './command-line/changes-command.ts'
import type { CommandContext } from './command-line/command-context.ts'
import { registerCompletion } from './command-line/completion-command.ts'
import { registerContext } from './command-line/context-command.ts'
import { registerDoctor } from './command-line/doctor-command.ts'
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import { registerEval } from './command-line/register-eval.ts'
import { registerExport } from './command-line/export-command.ts'
import { registerHealth } from './command-line/health-command.ts'
import { registerHelp } from './command-line/help-command.ts'
import { registerImport } from './command-line/import-command.ts'
import { registerLog } from './command-line/log-command.ts'
import { registerMerge } from './command-line/merge-command.ts'
import { registerEndpoints } from './command-line/endpoints-command.ts'
import { registerModels } from './command-line/models-command.ts'
import { registerPublish } from './command-line/publish-command.ts'
import { registerProfiles } from './command-line/profiles-command.ts'
import { registerRace } from './command-line/register-race.ts'
import { registerRequest } from './command-line/request-command.ts'
import { registerRerun } from './command-line/rerun-command.ts'
import { registerReview } from './command-line/review-command.ts'
import { registerRun } from './command-line/register-run.ts'
import { DEFAULT_COMMAND, registerServe } from './command-line/register-serve.ts'
import { registerRedact } from './command-line/redact-command.ts'
import { registerSearch } from './command-line/search-command.ts'
import { registerSessions } from './command-line/sessions-command.ts'
import { registerSql } from './command-line/sql-command.ts'
import { registerStanding } from './command-line/standing-command.ts'
import { StdoutFailure } from './command-line/stdout-failure.ts'
import { registerMap } from './command-line/map-command.ts'
import { registerMcp } from './command-line/mcp-command.ts'
import { parsingHint, TextCommand } from './command-line/text-command.ts'
import { registerTakeOver } from './command-line/take-over-command.ts'
import { registerTokens } from './command-line/tokens-command.ts'
import { registerTools } from './command-line/tools-command.ts'
import { registerTranscript } from './command-line/transcript-command.ts'
import { registerSize } from './command-line/size-command.ts'
import { registerSkills } from './command-line/skills-command.ts'
import { registerTrust } from './command-line/trust-command.ts'
import { registerUpdate } from './command-line/update-command.ts'
import { registerUpgrade } from './command-line/upgrade-command.ts'
import { registerUndo } from './command-line/undo-command.ts'
import { registerUsage } from './command-line/usage-command.ts'
import { registerVerify } from './command-line/verify-command.ts'
import { registerReturn } from './command-line/return-command.ts'
import { registerWake } from './command-line/wake-command.ts'
import { readNews } from './app-updates.ts'
import { createEngine } from './create-engine.ts'
import { createDataBackup, createDataHealth } from './data-backup.ts'
import { createLogProof } from './data-proof.ts'
import { createDataUpgrade } from './data-upgrade.ts'
import { openHelp, readMachineFacts, readNewestVersion } from './machine-check.ts'
import { serveAcp } from './hosts/acp/serve-acp.ts'
import { keepsRunning } from './hosts/stray-errors.ts'
import { openSessions, serve } from './headless.ts'
import { openTokens, printOpenApi, serveApiHost } from './headless-api.ts'
import { processOutput as output } from './process-output.ts'
import { learnSecretsIn } from '../shared/known-secrets.ts'
import { closeAtEnd, mustEndProcess } from './hosts/close-at-end.ts'

// Also for commands without an engine, which takes the variables away.
learnSecretsIn(process.env)

const stdoutFailure = new StdoutFailure(process, output)

const MORE_HELP = `
Without a command, ikigai opens its window.
ikigai help TOPIC shows a page of the documentation; the word of an error, such as AUTH, is a topic.
Exit codes: ${EXIT.done} done, ${EXIT.turnFailed} a turn failed or its answer was cut or withheld, ${EXIT.usage} wrong usage, ${EXIT.cancelled} cancelled.`

/** The commands in the order of the help. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  registerRun,
  registerRace,
  registerRerun,
  registerEval,
  registerReturn,
  registerWake,
  registerAgents,
  registerBackground,
  registerTakeOver,
  registerLog,
  registerContext,
  registerChanges,
  registerUndo,
  registerBlame,
  registerApply,
  registerPublish,
  registerRequest,
  registerReview,
  registerMerge,
  registerRedact,
  registerSearch,
  registerMap,
  registerUsage,
  registerStanding,
  registerSize,
  registerSql,
  registerTranscript,
  registerModels,
  registerEndpoints,
  registerTools,
  registerMcp,
  registerTrust,
  registerProfiles,
  registerSkills,
  (program, context) => registerExport(program, context, createLogProof),
  registerImport,
  (program, context) => registerVerify(program, context, createLogProof, createDataBackup),
  (program, context) => registerBackup(program, context, createDataBackup),
  (program, context) => registerHealth(program, context, createDataHealth),
  (program, context) => registerDoctor(program, context, readMachineFacts),
  (program, context) =>
    registerUpdate(program, context, {
      version: packageJson.version,
      newest: readNewestVersion,
      news: readNews,
    }),
  (program, context) => registerUpgrade(program, context, createDataUpgrade),
  (program, context) => registerServe(program, context, { window: serve, api: serveApiHost, printOpenApi }),
  (program, context) => registerTokens(program, context, openTokens),
  (program, context) => registerAcp(program, context, serveAcp),
  (program, context) => registerSessions(program, context, openSessions),
  registerCompletion,
  (program, context) => registerHelp(program, context, openHelp()),
]

function commandContext(finish: CommandContext['finish']): CommandContext {
  return {
    output,
    errorIsTerminal: output.errorIsTerminal,
    stdoutFailed: () => stdoutFailure.signal(),
    finish,
    async withEngine(use, options = {}) {
      const opened = await createEngine({ host: 'cli', ...options })
      if (!opened.ok) {
        output.error(`${opened.error.message}\n`)
        return finish(EXIT.turnFailed)
      }
      for (const warning of opened.value.warnings) output.error(`${warning}\n`)
      try {
        finish(await use(opened.value.engine))
      } finally {
        await closeAtEnd(opened.value.engine, output)
      }
    },
  }
}

function commandLine(context: CommandContext): Command {
  const program: Command = new TextCommand('ikigai')
    .description('Think with several AI models at once.')
    .version(packageJson.version)
    .showHelpAfterError('`ikigai --help` shows the commands, `ikigai COMMAND --help` the options of one.')
    .addHelpText('after', MORE_HELP)
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.error(text) })
    .exitOverride()
  for (const register of COMMANDS) register(program, context)
  return program
}

async function main(): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  try {
    const [, , ...given] = process.argv
    const args = given.length === 0 ? [DEFAULT_COMMAND] : given
    await commandLine(commandContext((result) => (code = result))).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const hint = parsingHint(error)
    if (hint !== null) output.error(`${hint}\n`)
    return error.exitCode === 0 ? EXIT.done : EXIT.usage
  }
  return code
}

/** An uncaught exception is a bug, and ends a command; what serves goes on. Node would print the message unfiltered, but it may contain any text. */
process.on('uncaughtException', (error) => {
  if (keepsRunning()) return
  output.error(`${error.stack ?? error.message}\n`)
  process.exit(EXIT.turnFailed)
})

process.exitCode = stdoutFailure.exitCode(await main())
// What did not close may keep the process alive.
if (mustEndProcess()) process.exit(EXIT.turnFailed)

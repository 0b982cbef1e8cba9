import type { Command } from 'commander'

import { counted } from '../../shared/counted.ts'
import { defined } from '../../shared/defined.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { PushPlan } from '../../shared/publishing.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { confirmAtTerminal, type TerminalQuestion, terminalQuestion } from './terminal-question.ts'

interface CommitFlags extends JsonFlag {
  readonly message?: string
  readonly preview?: boolean
}

interface PushFlags extends JsonFlag {
  readonly remote?: string
  readonly branch?: string
  readonly commit?: string
  readonly forceWithLease?: boolean
  readonly preview?: boolean
  readonly yes?: boolean
}

/** `ikigai commit AGENT`: commits what its own worktree has since its newest commit. */
async function commitCommand(
  engine: Engine,
  prefix: string,
  { message = '', preview = false, json = false }: CommitFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const made = await engine.publishing.commit({ agentId: agent.value.id, message, preview })
  if (!made.ok) return failed(made, output)
  const { commit, files } = made.value
  if (json) output.out(`${jsonText({ ...made.value })}\n`)
  else for (const { path } of files) output.out(`${path}\n`)
  if (files.length === 0) output.error('Nothing is to be committed.\n')
  if (commit !== null) output.error(`Committed as ${commit}. Hooks of the repository did not run.\n`)
  return EXIT.done
}

/** `ikigai push AGENT`: shows what would be pushed where, and pushes exactly that once it is confirmed. */
async function pushCommand(
  engine: Engine,
  prefix: string,
  { remote, branch, commit, forceWithLease: force = false, preview = false, yes = false, json = false }: PushFlags,
  { output, ask }: { readonly output: Output; readonly ask: TerminalQuestion | null },
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const agentId = agent.value.id
  const plan = await engine.publishing.plan({ agentId, ...defined({ remote, branch }) })
  if (!plan.ok) return failed(plan, output)
  const found = plan.value
  if (json && preview) output.out(`${jsonText({ ...found })}\n`)
  else output.error(pushText(found, force))
  if (preview) return EXIT.done
  if (commit !== undefined && found.commit !== commit) {
    output.error(`The folder is at ${found.commit}, not at ${commit}. Nothing was pushed. Look at it with --preview.\n`)
    return EXIT.turnFailed
  }
  const code = yes ? EXIT.done : await confirmAtTerminal('Push this? Type yes: ', { output, ask })
  if (code !== EXIT.done) return code
  const approved = { remote: found.remote, url: found.url, branch: found.branch, commit: found.commit }
  const done = await engine.publishing.push({ agentId, ...approved, replaces: found.replaces, force })
  if (!done.ok) return failed(done, output)
  if (json) output.out(`${jsonText({ ...done.value })}\n`)
  output.error(`Pushed ${found.branch} to ${found.url}. Hooks of the repository did not run.\n`)
  return EXIT.done
}

/** What a push would do, in words. */
function pushText(plan: PushPlan, force: boolean): string {
  const { url, branch, commit, replaces, commits, more, needsForce, uncommitted } = plan
  const state =
    replaces === null ? 'a new branch' : replaces === commit ? 'up to date' : `now at ${replaces.slice(0, 8)}`
  const forced = force
    ? ' Its commits there are replaced.'
    : ' It has commits there that would be lost: --force-with-lease replaces them.'
  const lines = [
    `To ${url}`,
    `${commit.slice(0, 8)} to the branch ${branch} (${state}).${needsForce ? forced : ''}`,
    ...commits.map(({ id, subject }) => `  ${id.slice(0, 8)} ${subject}`),
    ...(more === 0 ? [] : [`  and ${counted(more, 'more commit')}`]),
    ...(uncommitted.length === 0
      ? []
      : [`Not committed, so not pushed: ${uncommitted.join(', ')}. \`ikigai commit\` commits them.`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Adds `ikigai commit` and `ikigai push`. */
export function registerPublish(program: Command, { output, errorIsTerminal, withEngine }: CommandContext): void {
  program
    .command('commit')
    .description("commit what an agent's own worktree has since its newest commit; hooks do not run")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--message <text>', "message of the commit; missing: the agent's name")
    .option('--preview', 'only say which files')
    .option('--json', 'the files and the commit as one line of JSON')
    .action(async (agent: string, flags: CommitFlags) => {
      await withEngine((engine) => commitCommand(engine, agent, flags, output))
    })
  program
    .command('push')
    .description(
      "push the newest commit of an agent's folder to a remote, after it was shown and confirmed; hooks do not run",
    )
    .argument('<agent>', 'a unique prefix of its id')
    .option('--remote <name>', 'the remote; missing: origin, or else the first one')
    .option('--branch <name>', "the branch there; missing: that of the folder, or of the agent's worktree")
    .option('--commit <id>', 'push only if the folder is at this commit, as --preview showed it')
    .option('--force-with-lease', 'replace commits of the branch there, if it still has those that were shown')
    .option('--preview', 'only say what would be pushed where')
    .option('--yes', 'do not ask; needed without a terminal')
    .option('--json', 'what would be pushed, or was, as one line of JSON')
    .action(async (agent: string, flags: PushFlags) => {
      const ask = terminalQuestion(output, errorIsTerminal)
      await withEngine((engine) => pushCommand(engine, agent, flags, { output, ask }))
    })
}

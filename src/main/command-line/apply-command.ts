import { resolve } from 'node:path'

import type { Command } from 'commander'

import type { AgentWorktree, MergedFile, PrunedWorktree } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { WorktreeSetupState } from '../../shared/worktree-setup.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf, failed } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { notAppliedLines } from './not-applied.ts'
import { RESOLVE_HELP, resolutionsOf, SEEN_HELP, versionsId, withSeenVersions } from './parse-resolutions.ts'
import { defined } from '../../shared/defined.ts'

interface ApplyFlags extends JsonFlag {
  readonly preview?: boolean
  readonly skip?: readonly string[]
  readonly resolve?: readonly string[]
  readonly seen?: readonly string[]
  readonly conflict?: string
  readonly commit?: boolean
  readonly message?: string
}

interface WorktreeFlags extends JsonFlag {
  readonly new?: boolean
  readonly remove?: boolean
  readonly discard?: boolean
}

/** `ikigai apply AGENT`: merges the changes of its worktree into its parent's folder. */
async function applyCommand(
  engine: Engine,
  prefix: string,
  { preview = false, skip = [], resolve = [], seen = [], conflict, json = false, commit = false, message }: ApplyFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const agentId = agent.value.id
  if (conflict !== undefined) return printConflict(engine, { agentId, path: conflict }, json, output)
  const given = resolutionsOf(resolve)
  if (!given.ok) return failed(given, output, EXIT.usage)
  const resolved = await withSeenVersions(given.value, seen, (path) => engine.changes.conflict({ agentId, path }))
  if (!resolved.ok) return failed(resolved, output)
  const applied = await engine.changes.apply({
    agentId,
    preview,
    skip,
    resolve: resolved.value,
    ...defined({ commit: commit || message !== undefined ? { message: message ?? '' } : undefined }),
  })
  if (!applied.ok) return failed(applied, output)
  const { files, folder, eventId, commit: id, notApplied = [] } = applied.value
  for (const file of files) output.out(json ? `${jsonText({ ...file })}\n` : `${mergedLine(file)}\n`)
  if (json) for (const path of notApplied) output.out(`${jsonText({ path, state: 'not_applied' })}\n`)
  for (const line of notAppliedLines(notApplied, agent.value.id)) output.error(`${line}\n`)
  if (preview) return EXIT.done
  const parent = agent.value.parentId?.slice(0, 8) ?? ''
  if (eventId === null) output.error('Nothing had to be written.\n')
  else output.error(`Applied to ${folder}. \`ikigai undo ${parent} --event ${eventId}\` undoes it.\n`)
  if (id !== undefined) output.error(`Committed as ${id}. Hooks of the repository did not run.\n`)
  return EXIT.done
}

async function printConflict(
  engine: Engine,
  request: { readonly agentId: AgentId; readonly path: string },
  json: boolean,
  output: Output,
): Promise<ExitCode> {
  const found = await engine.changes.conflict(request)
  if (!found.ok) return failed(found, output)
  const { text, path } = found.value
  const id = versionsId(found.value.seen)
  if (json) output.out(`${jsonText({ ...found.value, id })}\n`)
  else if (text === null)
    output.error(`${path} cannot be shown as text. --resolve ${path}=ours or =theirs takes one side.\n`)
  else output.out(text)
  if (!json) output.error(`With --seen ${id}, --resolve writes nothing if one of these versions is another by then.\n`)
  return EXIT.done
}

function mergedLine({ path, state, added, removed }: MergedFile): string {
  const figures = added === null || removed === null ? 'binary' : `+${added} −${removed}`
  return `${state.padEnd(8)} ${figures.padStart(10)}  ${path}`
}

/** `ikigai worktree AGENT`: says where the agent works, makes a worktree for it, or removes it. */
async function worktreeCommand(
  engine: Engine,
  prefix: string,
  { new: isNew = false, remove = false, discard = false, json = false }: WorktreeFlags,
  output: Output,
): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) return failed(agent, output, EXIT.usage)
  const agentId = agent.value.id
  if (remove) {
    const removed = await engine.changes.removeWorktree({ agentId, discard })
    if (removed.ok) return EXIT.done
    output.error(`${removed.error.message}${discard ? '' : ' (--discard removes it with its changes.)'}\n`)
    return exitCodeOf(removed.error)
  }
  const worktree = await (isNew ? engine.changes.makeWorktree({ agentId }) : engine.changes.worktree({ agentId }))
  if (!worktree.ok) return failed(worktree, output)
  if (json) output.out(`${jsonText(worktree.value)}\n`)
  else if (worktree.value === null) output.error('This agent has no worktree of its own.\n')
  else output.out(`${worktreeLine(worktree.value)}\n`)
  return EXIT.done
}

function worktreeLine({ folder, branch, ports }: AgentWorktree): string {
  return [folder, branch, ...(ports === undefined ? [] : [`ports ${ports.first}-${ports.last}`])].join('\t')
}

interface PruneFlags extends JsonFlag {
  readonly dryRun?: boolean
}

/** `ikigai worktree prune`: removes the worktrees that are of no more use. */
async function pruneCommand(
  engine: Engine,
  { dryRun = false, json = false }: PruneFlags,
  output: Output,
): Promise<ExitCode> {
  const pruned = await engine.changes.pruneWorktrees({ dryRun })
  if (!pruned.ok) return failed(pruned, output)
  for (const worktree of pruned.value)
    output.out(json ? `${jsonText({ ...worktree })}\n` : prunedLine(worktree, dryRun))
  if (pruned.value.length === 0) output.error('Every worktree is of use.\n')
  return EXIT.done
}

function prunedLine({ directory, bytes, kept }: PrunedWorktree, dryRun: boolean): string {
  const megabytes = `${(bytes / 1_000_000).toFixed(1)} MB`
  const done = kept === null ? (dryRun ? 'would go' : 'removed') : 'kept'
  return `${done.padEnd(8)} ${megabytes.padStart(10)}  ${directory}${kept === null ? '' : `  ${kept}`}\n`
}

interface SetupFlags extends JsonFlag {
  readonly confirm?: string
  readonly forget?: boolean
}

/** `ikigai worktree setup`: shows how worktrees of a project are made ready, and confirms it. */
async function setupCommand(
  engine: Engine,
  folder: string,
  { confirm, forget = false, json = false }: SetupFlags,
  output: Output,
): Promise<ExitCode> {
  const shown = await engine.changes.worktreeSetup({ folder })
  if (shown.ok && confirm !== undefined && confirm !== setupId(shown.value.digest)) {
    output.out(json ? `${jsonText({ ...shown.value })}\n` : setupText(shown.value))
    output.error(`This is another set-up than ${confirm}, so it was not confirmed.\n`)
    return EXIT.turnFailed
  }
  const digest = forget || !shown.ok ? null : shown.value.digest
  const isChange = confirm !== undefined || forget
  const wanted = shown.ok && isChange ? await engine.changes.confirmWorktreeSetup({ folder, digest }) : shown
  if (!wanted.ok) return failed(wanted, output)
  output.out(json ? `${jsonText({ ...wanted.value })}\n` : setupText(wanted.value))
  return EXIT.done
}

const SETUP_STATES = {
  none: 'nothing to do',
  unconfirmed: 'not confirmed, so not used; --confirm ID confirms it',
  changed: 'changed since it was confirmed, so not used; --confirm ID confirms it as it is now',
  confirmed: 'confirmed',
} as const satisfies Record<WorktreeSetupState['state'], string>

/** A model may change the set-up after it was shown: what is confirmed is named. */
const setupId = (digest: string): string => digest.slice(0, 16)

function setupText({ project, state, sources, commands, copy, network, teardown, digest }: WorktreeSetupState): string {
  const from = sources.length === 0 ? 'proposed from the lock files' : sources.join(', ')
  const lines = [
    `${project}: ${SETUP_STATES[state]}`,
    ...(state === 'none' ? [] : [`id       ${setupId(digest)}`, `from     ${from}`]),
    ...commands.map((command) => `run      ${command}`),
    ...(commands.length + teardown.length === 0 ? [] : network.map((host) => `network  ${host}`)),
    ...copy.map((pattern) => `copy     ${pattern}`),
    ...teardown.map((command) => `at end   ${command}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Adds `ikigai apply` and `ikigai worktree`. */
export function registerApply(program: Command, { output, finish, withEngine }: CommandContext): void {
  const listed = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]
  program
    .command('apply')
    .description("merge the changes of an agent's worktree into its parent's folder")
    .argument('<agent>', 'a unique prefix of its id')
    .option('--preview', 'only say what would be written')
    .option('--skip <path>', 'leave this file as it is; may be repeated', listed)
    .option('--resolve <file=how>', RESOLVE_HELP, listed)
    .option('--seen <id>', SEEN_HELP, listed)
    .option('--conflict <file>', 'print a file that cannot be merged, with both versions between marks')
    .option('--commit', 'commit these changes, and nothing else; hooks do not run')
    .option('--message <text>', "message of the commit; missing: the agent's name")
    .option('--json', 'one file per line')
    .action(async (agent: string, flags: ApplyFlags) => {
      await withEngine((engine) => applyCommand(engine, agent, flags, output))
    })
  const worktree = program.command('worktree').description('show, make or remove the worktrees that agents work in')
  worktree
    .command('show', { isDefault: true })
    .description('show, make or remove the worktree that an agent works in; `show` may be left out')
    .argument('<agent>', 'a unique prefix of its id')
    .option('--new', 'make one of the folder that it works in, where it works from now on')
    .option('--remove', 'remove it; refused if it has changes that were not applied')
    .option('--discard', 'with --remove: also with such changes')
    .option('--json', 'as one line of JSON; null: it has none')
    .action(async (agent: string, flags: WorktreeFlags) => {
      if (flags.new === true && flags.remove === true) {
        output.error('--new and --remove cannot be combined. Use one of them.\n')
        return finish(EXIT.usage)
      }
      await withEngine((engine) => worktreeCommand(engine, agent, flags, output))
    })
  worktree
    .command('setup')
    .description('show or confirm how new worktrees of a project are made ready')
    .argument('[folder]', 'a folder of the project; missing: the current one')
    .option('--confirm <id>', 'use what was shown with this id, until its files change')
    .option('--forget', 'use nothing any more')
    .option('--json', 'as one line of JSON')
    .action(async (folder: string | undefined, flags: SetupFlags) => {
      if (flags.confirm !== undefined && flags.forget === true) {
        output.error('--confirm and --forget cannot be combined. Use one of them.\n')
        return finish(EXIT.usage)
      }
      await withEngine((engine) => setupCommand(engine, resolve(folder ?? '.'), flags, output))
    })
  worktree
    .command('prune')
    .description('remove the worktrees of archived agents, and what is left of those whose directory is gone')
    .option('--dry-run', 'only say what would be removed')
    .option('--json', 'one worktree per line')
    .action(async (flags: PruneFlags) => {
      await withEngine((engine) => pruneCommand(engine, flags, output))
    })
}

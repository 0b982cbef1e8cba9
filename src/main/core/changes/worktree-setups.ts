import { advice } from '../../../shared/advice.ts'
import type { AgentWorktree } from '../../../shared/agent-worktree.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import { parseConfirmedSetups, projectSetup, type WorktreeSetupState } from '../../../shared/worktree-setup.ts'
import type { ApprovalInbox } from '../approvals/approval-inbox.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { TestCommands } from '../ports/test-command-ports.ts'
import type { ReadyWorktrees, WorktreeRequest, Worktrees } from '../ports/worktree-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { matchesPattern } from '../approvals/match-pattern.ts'
import type { ApproveAccess } from '../ports/tool-ports.ts'

const SETTING = {
  key: 'worktree_setups' as const,
  empty: {},
  parse: parseConfirmedSetups,
  damaged: 'The stored confirmations of set-ups are damaged.',
}

/** Time limit of one command, ms. */
const TIMEOUT_MS = 15 * 60_000

/** How many of the last lines of a failed command are shown. */
const SHOWN_LINES = 12

/** Why a set-up was not used, for the user; null: it was, or there is none. A proposal alone is no reason. */
function unusedReason({ state, sources }: WorktreeSetupState): string | null {
  if (state === 'changed') return `It has changed since it was confirmed. ${advice('confirm_worktree_setup')}`
  return state === 'unconfirmed' && sources.length > 0
    ? `It was not confirmed. ${advice('confirm_worktree_setup')}`
    : null
}

/**
 * How the worktrees of projects are made ready (docs/behaviour/changes.md#set-up). The files of a project give it no
 * rights: nothing of them counts before a user has confirmed their bytes.
 */
export class WorktreeSetups {
  readonly #worktrees: Worktrees
  readonly #testCommands: TestCommands
  readonly #unasked: ApprovalInbox['unasked']
  readonly #confirmed: StoredSetting<Readonly<Record<string, string>>>

  /** `unasked`: what the rules say of a call, without a question to the user. */
  constructor(
    worktrees: Worktrees,
    testCommands: TestCommands,
    settings: SettingsStore,
    unasked: ApprovalInbox['unasked'],
  ) {
    this.#worktrees = worktrees
    this.#testCommands = testCommands
    this.#unasked = unasked
    this.#confirmed = new StoredSetting<Readonly<Record<string, string>>>(settings, SETTING)
  }

  /** Returns what the project of a folder says. REFUSED outside a repository, and for a file in another form. */
  async stateOf(folder: string): Promise<Result<WorktreeSetupState>> {
    const [read, confirmed] = await Promise.all([this.#worktrees.setupFiles(folder), this.#confirmed.read()])
    if (!read.ok) return read
    if (!confirmed.ok) return confirmed
    const { top: project, files, names, digest } = read.value
    const { damaged, ...setup } = projectSetup(files, names)
    if (damaged !== undefined)
      return refuse(`${damaged} has another form than a set-up of worktrees. Correct the file.`)
    const before = confirmed.value[project]
    const isEmpty = [setup.commands, setup.copy, setup.teardown].every((lines) => lines.length === 0)
    const state = isEmpty ? 'none' : before === digest ? 'confirmed' : before === undefined ? 'unconfirmed' : 'changed'
    return ok({ project, ...setup, digest, state })
  }

  /** Confirms the bytes that the user was shown; null: nothing is confirmed any more. REFUSED if there are others now. */
  async confirm(folder: string, digest: string | null): Promise<Result<WorktreeSetupState>> {
    const found = await this.stateOf(folder)
    if (!found.ok) return found
    const { project } = found.value
    if (digest !== null && digest !== found.value.digest)
      return refuse('The set-up has changed since it was shown, so it was not confirmed. Look at it again.')
    const changed = await this.#confirmed.change(({ [project]: _before, ...others }) =>
      digest === null ? others : { ...others, [project]: digest },
    )
    return changed.ok ? this.stateOf(folder) : changed
  }

  /** The worktrees that `create` makes are made ready, by the rights of the request's `actor`. */
  get worktrees(): ReadyWorktrees {
    return {
      ...this.#worktrees,
      create: (request) => this.#create(request),
      tearDown: (worktree, actor) => this.#tearDown(worktree, actor),
    }
  }

  async #create(request: WorktreeRequest): Promise<Result<AgentWorktree>> {
    const found = await this.stateOf(request.folder)
    // Without a repository, or with a damaged file, the worktree itself is what fails or is left without a set-up.
    const setup = found.ok ? found.value : null
    const isConfirmed = setup?.state === 'confirmed'
    const made = await this.#worktrees.create(isConfirmed ? { ...request, copy: setup.copy } : request)
    if (!made.ok) return made
    if (isConfirmed) return this.#madeReady(made.value, setup, request)
    const reason = setup === null ? null : unusedReason(setup)
    return ok(reason === null ? made.value : withoutSetup(made.value, setup?.sources[0] ?? '', reason))
  }

  /** Runs the commands in order. If one fails, the worktree is removed, and the failure says what it printed. */
  async #madeReady(
    worktree: AgentWorktree,
    { commands, network, project, digest }: WorktreeSetupState,
    { agentId, actor = agentId, signal }: WorktreeRequest,
  ): Promise<Result<AgentWorktree>> {
    const ready: AgentWorktree = { ...worktree, setup: commands }
    for (const command of commands) {
      const problem =
        (await this.#takenBack(project, digest)) ??
        (await this.#runOne(command, worktree.directory, { actor, signal, network }))
      if (problem === null) continue
      const left = await this.#tearDown(ready, actor)
      const removed = await this.#worktrees.remove(worktree)
      const reasons = [left, removed].flatMap((result) => (result.ok ? [] : [result.error.message]))
      return refuse([`The worktree was not made ready: ${problem}`, ...reasons].join('\n'))
    }
    return ok(ready)
  }

  /** Nothing is run for a worktree without a set-up, nor once its confirmation was taken back. */
  async #tearDown(worktree: AgentWorktree, actor: AgentId): Promise<Result<null>> {
    if (worktree.setup === undefined) return DONE
    // Another program may have changed what is stored, so a command could run in another folder.
    const checked = await this.#worktrees.check(worktree)
    if (!checked.ok) return checked
    const found = await this.stateOf(worktree.parentFolder)
    // Without a repository, the removal of the worktree says so.
    if (!found.ok) return DONE
    const { state, teardown, network, project, digest } = found.value
    if (state === 'changed')
      return refuse(`The worktree was not removed: its set-up ${advice('forget_worktree_setup')}`)
    if (state !== 'confirmed') return DONE
    for (const command of teardown) {
      if ((await this.#takenBack(project, digest)) !== null) return DONE
      const problem = await this.#runOne(command, worktree.directory, { actor, signal: undefined, network })
      if (problem !== null)
        return refuse(
          `What is done before a worktree is removed failed: ${problem}\n${advice('forget_worktree_setup')}`,
        )
    }
    return DONE
  }

  /** Returns why commands that were confirmed may not run any more, for the user; null: they may. */
  async #takenBack(project: string, digest: string): Promise<string | null> {
    const confirmed = await this.#confirmed.read()
    if (!confirmed.ok) return confirmed.error.message
    const isConfirmed = confirmed.value[project] === digest
    return isConfirmed ? null : 'the confirmation of its set-up was taken back meanwhile.'
  }

  /** Returns what went wrong, for the user; null: nothing. */
  async #runOne(
    command: string,
    folder: string,
    { actor, network, signal = new AbortController().signal }: RunBy,
  ): Promise<string | null> {
    const approve = setupHosts(network, actor, this.#unasked)
    const run = { agentId: actor, command, folder, timeoutMs: TIMEOUT_MS, unconfined: false, signal, approve }
    const ran = await this.#testCommands.run(run)
    const begin = `\`${command}\``
    if (!ran.ok) return `${begin} did not run. ${ran.error.message}`
    const { exitCode, note, output, refusedHosts } = ran.value
    if (exitCode === 0) return null
    const printed = output.trimEnd().split('\n').slice(-SHOWN_LINES)
    const last = [...printed, ...(refusedHosts === undefined ? [] : [refusedHosts])].join('\n')
    return `${begin} ${exitCode === null ? `did not end by itself ${note ?? ''}` : `ended with exit code ${exitCode}`}:\n${last}`
  }
}

interface RunBy {
  /** By whose rights it runs. */
  readonly actor: AgentId
  readonly network: readonly string[]
  readonly signal: AbortSignal | undefined
}

function withoutSetup(worktree: AgentWorktree, path: string, reason: string): AgentWorktree {
  const { copied = [], left = [] } = worktree.dependencies ?? {}
  return { ...worktree, dependencies: { copied, left: [...left, { path, reason }] } }
}

/**
 * Decides the hosts of a command of a set-up. What the user confirmed with it is allowed, and what the rules allow the
 * agent's own commands; what a rule denies stays denied. Nobody is asked.
 */
function setupHosts(network: readonly string[], actor: AgentId, unasked: ApprovalInbox['unasked']): ApproveAccess {
  return async (access) => {
    const call = { paths: [], isInFolder: false, ...access }
    const decided = await unasked('bash', call, actor)
    if (decided.type !== 'ask') return decided
    return network.some((pattern) => matchesPattern(pattern, access.subject, 'anything'))
      ? { type: 'allowed' }
      : { type: 'denied', message: NOT_NAMED }
  }
}

const NOT_NAMED = 'The set-up does not name this host in `network`.'

import { conflicting } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type {
  ApprovedPush,
  Published,
  PullRequest,
  PushedBranch,
  PushPlan,
  RequestChecks,
  WorktreeCommit,
} from '../../../shared/publishing.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { revisionProblem } from '../../../shared/revision-name.ts'
import type { CodeHosts, LocalCommits, Pushing, RemoteBranchState, RequestPlace } from '../ports/publishing-ports.ts'
import type { ChangeDependencies } from './change-dependencies.ts'
import { commitWorktree } from './commit-worktree.ts'
import { comparedSpan } from './compared-span.ts'
import { failedChecksPrompt } from './change-prompts.ts'
import { requestText } from './request-text.ts'
import type { AgentWorktrees } from './agent-worktrees.ts'

interface Target {
  readonly folder: string
  readonly local: LocalCommits
  readonly remote: string
  readonly branch: string
  readonly state: RemoteBranchState
}

type OpenRequest = Published & {
  readonly url: string
  readonly commit: string
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
}

/** Commits, pushes and pull requests of agents, each after an act of a user (docs/behaviour/changes.md#publishing). */
export class Publishing {
  readonly #dependencies: ChangeDependencies
  readonly #agentWorktrees: AgentWorktrees
  readonly #pushing: Pushing
  readonly #codeHosts: CodeHosts

  constructor(
    dependencies: ChangeDependencies,
    agentWorktrees: AgentWorktrees,
    pushing: Pushing,
    codeHosts: CodeHosts,
  ) {
    this.#dependencies = dependencies
    this.#agentWorktrees = agentWorktrees
    this.#pushing = pushing
    this.#codeHosts = codeHosts
  }

  commit(request: Parameters<typeof commitWorktree>[0]): Promise<Result<WorktreeCommit>> {
    return commitWorktree(request, this.#dependencies, this.#agentWorktrees)
  }

  async plan(agentId: AgentId, published: Published): Promise<Result<PushPlan>> {
    const target = await this.#target(agentId, published)
    if (!target.ok) return target
    const { folder, local, remote, branch, state } = target.value
    const uncommitted = await this.#uncommitted(agentId, folder)
    if (!uncommitted.ok) return uncommitted
    const { tree, search } = this.#dependencies
    const proposed = await requestText({ agentId, name: tree.get(agentId)?.name ?? '' }, search)
    return mapOk(proposed, (text) => ({
      remote,
      remotes: local.remotes,
      url: state.address.shown,
      branch,
      commit: local.commit,
      replaces: state.replaces,
      commits: state.commits,
      more: state.more,
      needsForce: !state.isAhead,
      uncommitted: uncommitted.value,
      base: state.base,
      ...text,
    }))
  }

  /** Pushes exactly what was approved. */
  async push(agentId: AgentId, approved: ApprovedPush): Promise<Result<PushedBranch>> {
    const { folderOf, isBusy } = this.#dependencies
    if (isBusy(agentId)) return refuse('Wait until the turn has ended, or cancel it.')
    const folder = await folderOf(agentId)
    if (!folder.ok) return folder
    const { url, branch, commit } = approved
    return mapOk(await this.#pushing.push(folder.value, approved), () => ({ url, branch, commit }))
  }

  async open(agentId: AgentId, request: OpenRequest): Promise<Result<PullRequest>> {
    const target = await this.#target(agentId, request)
    if (!target.ok) return target
    const { state, branch } = target.value
    const problem = revisionProblem(request.base)
    if (problem !== null) return refuse(problem)
    if (state.address.shown !== request.url || state.replaces !== request.commit) {
      return err(
        conflicting(
          `${branch} has another commit at ${state.address.shown} now, or was not pushed. Push it, then open the request.`,
        ),
      )
    }
    if (request.base === branch) return refuse(`${branch} cannot be merged into itself. Name another base.`)
    const place = await this.#place(target.value, request)
    return place.ok ? this.#codeHosts.open(place.value, request) : place
  }

  async checks(agentId: AgentId, published: Published): Promise<Result<RequestChecks>> {
    const place = await this.#requestPlace(agentId, published)
    return place.ok ? this.#codeHosts.checks(place.value) : place
  }

  /** Returns the prompt about the failed checks. */
  async failuresPrompt(agentId: AgentId, published: Published): Promise<Result<string>> {
    const place = await this.#requestPlace(agentId, published)
    if (!place.ok) return place
    const failed = await this.#codeHosts.failures(place.value)
    if (!failed.ok) return failed
    if (failed.value.length === 0) return refuse('No check of the pull request has failed, so nothing was sent.')
    return ok(failedChecksPrompt(place.value.branch, failed.value))
  }

  async #requestPlace(agentId: AgentId, published: Published): Promise<Result<RequestPlace>> {
    const target = await this.#target(agentId, published)
    return target.ok ? this.#place(target.value, published) : target
  }

  async #place({ state, branch }: Target, { host }: Published): Promise<Result<RequestPlace>> {
    const { address } = state
    const found = await this.#codeHosts.hostOf(address, host)
    return mapOk(found, (named) => ({ host: named, address, branch }))
  }

  async #target(agentId: AgentId, { remote, branch }: Published): Promise<Result<Target>> {
    const { folderOf } = this.#dependencies
    const folder = await folderOf(agentId)
    if (!folder.ok) return folder
    const local = await this.#pushing.local(folder.value)
    if (!local.ok) return local
    const worktree = await this.#agentWorktrees.worktreeOf(agentId)
    if (!worktree.ok) return worktree
    const ownBranch = branch ?? local.value.branch ?? worktree.value?.branch
    if (ownBranch === undefined)
      return refuse('The folder is on no branch (a detached HEAD), so nothing was pushed. Name the branch to push to.')
    const named = remote ?? local.value.remotes.find((each) => each === 'origin') ?? local.value.remotes[0] ?? 'origin'
    const target = { remote: named, branch: ownBranch, commit: local.value.commit }
    const state = await this.#pushing.remote(folder.value, target)
    return mapOk(state, (found) => ({
      folder: folder.value,
      local: local.value,
      remote: named,
      branch: ownBranch,
      state: found,
    }))
  }

  async #uncommitted(agentId: AgentId, folder: string): Promise<Result<readonly string[]>> {
    const compared = await comparedSpan(agentId, folder, { type: 'base', base: 'HEAD' }, this.#dependencies)
    if (!compared.ok) return compared
    const { place, before, after, isLeftOut } = compared.value.span
    const all = await this.#dependencies.checkpoints.difference(place, before, after)
    return mapOk(all, (found) => found.map(({ path }) => path).filter((path) => !isLeftOut(path)))
  }
}

import { advice } from '../../../shared/advice.ts'
import {
  type AgentWorktree,
  parseRemovedWorktrees,
  parseWorktrees,
  type PrunedWorktree,
  type RemovedWorktree,
} from '../../../shared/agent-worktree.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { Checkpoints } from '../ports/checkpoint-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { ReadyWorktrees } from '../ports/worktree-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { checkpointsIn } from './change-spans.ts'
import { checkpointEvent } from './checkpoint-event.ts'
import { worktreeUse, type WorktreeUseServices } from './worktree-use.ts'

/** What the list of agents shows of worktrees, and what it says of agents. */
interface WorktreeMarks extends Pick<WorktreeUseServices['registry'], 'tree'> {
  setWorktree: AgentRegistry['setWorktree']
  isArchived: AgentRegistry['isArchived']
}

export interface WorktreeDependencies extends WorktreeUseServices {
  readonly worktrees: ReadyWorktrees
  readonly folders: AgentFolders
  readonly settings: SettingsStore
  readonly checkpoints: Checkpoints
  readonly search: CheckpointLog
  readonly hub: EventRecorder
  readonly logger: Logger
  readonly registry: WorktreeMarks
}

interface PruneRequest {
  /** Missing: all agents. */
  readonly agentIds?: readonly AgentId[]
  readonly dryRun: boolean
}

/** An agent for which a worktree is made; its branch is named after it. */
interface NamedAgent {
  readonly id: AgentId
  readonly name: string
}

/** Worktrees of children that are not recorded yet, by child. */
export type PreparedWorktrees = ReadonlyMap<AgentId, AgentWorktree>

const SETTING = {
  key: 'agent_worktrees' as const,
  empty: {},
  parse: parseWorktrees,
  damaged: 'The stored worktrees are damaged.',
}

const REMOVED = {
  key: 'removed_worktrees' as const,
  empty: {},
  parse: parseRemovedWorktrees,
  damaged: 'The stored worktrees that were removed are damaged.',
}

/** The worktrees that agents work in (docs/behaviour/changes.md#worktrees). */
export class AgentWorktrees {
  readonly #dependencies: WorktreeDependencies
  readonly #stored: StoredSetting<Readonly<Record<AgentId, AgentWorktree>>>
  readonly #removed: StoredSetting<Readonly<Record<AgentId, RemovedWorktree>>>

  constructor(dependencies: WorktreeDependencies) {
    this.#dependencies = dependencies
    this.#stored = new StoredSetting<Readonly<Record<AgentId, AgentWorktree>>>(dependencies.settings, SETTING)
    this.#removed = new StoredSetting<Readonly<Record<AgentId, RemovedWorktree>>>(dependencies.settings, REMOVED)
  }

  /** Returns the agent's own worktree; null: it has none. REFUSED for one that was not made here. */
  async worktreeOf(agentId: AgentId): Promise<Result<AgentWorktree | null>> {
    const stored = mapOk(await this.#stored.read(), ({ [agentId]: worktree = null }) => worktree)
    if (!stored.ok || stored.value === null) return stored
    const checked = await this.#dependencies.worktrees.check(stored.value)
    return checked.ok ? stored : checked
  }

  /** Returns the agent's worktree that was removed as of no more use; null: none was. */
  async removedWorktreeOf(agentId: AgentId): Promise<Result<RemovedWorktree | null>> {
    const stored = mapOk(await this.#removed.read(), ({ [agentId]: worktree = null }) => worktree)
    if (!stored.ok || stored.value === null) return stored
    const checked = await this.#dependencies.worktrees.check(stored.value)
    return checked.ok ? stored : checked
  }

  /** Shows in the tree which agents have worktrees. */
  async show(): Promise<Result<null>> {
    return mapOk(await this.#stored.read(), (all) => {
      for (const [agentId, { branch }] of Object.entries(all)) this.#dependencies.registry.setWorktree(agentId, branch)
      return null
    })
  }

  /** Makes a worktree for each child before any of them is recorded. Makes all or none. Aborting the signal makes none. */
  async prepare(
    parentId: AgentId,
    children: readonly NamedAgent[],
    signal?: AbortSignal,
  ): Promise<Result<PreparedWorktrees>> {
    const { folders, worktrees } = this.#dependencies
    if (children.length === 0) return ok(new Map())
    const parent = await folders.folderOf(parentId)
    if (!parent.ok) return parent
    const prepared = new Map<AgentId, AgentWorktree>()
    for (const { id, name } of children) {
      const folder = parent.value.folder
      const made = await worktrees.create({ agentId: id, name, folder, signal, actor: parentId })
      if (!made.ok) {
        await this.discard(prepared, parentId)
        return made
      }
      prepared.set(id, made.value)
    }
    return ok(prepared)
  }

  /** Removes the worktrees of children that were not recorded after all. */
  async discard(prepared: PreparedWorktrees, parentId: AgentId): Promise<void> {
    const { worktrees, logger } = this.#dependencies
    for (const worktree of prepared.values()) {
      const left = await worktrees.tearDown(worktree, parentId)
      if (!left.ok) logger.warn('A worktree was not left in order', { reason: left.error.message })
      const removed = await worktrees.remove(worktree)
      if (!removed.ok) logger.warn('A worktree was not removed', { reason: removed.error.message })
    }
  }

  /** Gives recorded children their worktrees, before they start. */
  async assign(prepared: PreparedWorktrees): Promise<Result<null>> {
    const { folders, hub, registry } = this.#dependencies
    for (const [agentId, worktree] of prepared) {
      const kept = await this.#stored.change((all) => ({ ...all, [agentId]: worktree }))
      if (!kept.ok) return kept
      const chosen = await folders.set(agentId, worktree.folder)
      if (!chosen.ok) return chosen
      registry.setWorktree(agentId, worktree.branch)
      const recorded = await hub.record({ events: [forkEvent(agentId, worktree)] })
      if (!recorded.ok) return recorded
    }
    return ok(null)
  }

  /**
   * Makes a worktree of the folder that an agent works in, where it works from now on. REFUSED if it has one already, and
   * outside of a repository with a commit.
   */
  async moveInto(agent: NamedAgent): Promise<Result<AgentWorktree>> {
    const own = await this.worktreeOf(agent.id)
    if (!own.ok) return own
    if (own.value !== null) return refuse('This agent has a worktree of its own.')
    const before = await this.#dependencies.folders.folderOf(agent.id)
    if (!before.ok) return before
    const prepared = await this.prepare(agent.id, [agent])
    if (!prepared.ok) return prepared
    const made = prepared.value.get(agent.id)
    if (made === undefined) throw new Error('No worktree was made')
    const { folder, chosenFor } = before.value
    const worktree = chosenFor === agent.id ? { ...made, folderBefore: folder } : made
    const assigned = await this.assign(new Map([[agent.id, worktree]]))
    if (assigned.ok) return ok(worktree)
    await this.discard(prepared.value, agent.id)
    return assigned
  }

  /** Removes the agent's worktree. REFUSED if it has changes that were not applied, unless they are discarded. */
  async remove(agentId: AgentId, discard: boolean): Promise<Result<null>> {
    const { worktrees, folders, registry } = this.#dependencies
    const worktree = await this.worktreeOf(agentId)
    if (!worktree.ok) return worktree
    if (worktree.value === null) return refuse('This agent has no worktree of its own.')
    const used = await worktreeUse(worktree.value.directory, this.#dependencies)
    if (!used.ok) return used
    if (used.value !== null) return refuse(used.value)
    const unsaved = await this.#hasUnsaved(agentId, worktree.value)
    if (!unsaved.ok) return unsaved
    if (unsaved.value && !discard) {
      return refuse('The worktree has changes that were not applied. Apply them, or remove it with its changes.')
    }
    const left = await worktrees.tearDown(worktree.value, agentId)
    if (!left.ok) return left
    const removed = await worktrees.remove(worktree.value)
    if (!removed.ok) return removed
    const forgotten = await this.#stored.change(({ [agentId]: _gone, ...others }) => others)
    if (!forgotten.ok) return forgotten
    registry.setWorktree(agentId, null)
    return folders.set(agentId, worktree.value.folderBefore ?? null)
  }

  /**
   * Removes worktrees that are of no more use: those of the agents, or else those of archived agents and those whose
   * directory is gone. Their states stay, so that their changes can still be shown and applied. One with contents that no
   * checkpoint holds is kept. `dryRun`: nothing is removed.
   */
  async prune({ agentIds, dryRun }: PruneRequest): Promise<Result<readonly PrunedWorktree[]>> {
    const { worktrees, registry } = this.#dependencies
    const stored = await this.#stored.read()
    if (!stored.ok) return stored
    const pruned: PrunedWorktree[] = []
    for (const [agentId, worktree] of Object.entries(stored.value)) {
      if (agentIds?.includes(agentId) === false) continue
      const size = await worktrees.size(worktree)
      if (agentIds === undefined && size !== null && !registry.isArchived(agentId)) continue
      const kept = await this.#pruneOne(agentId, worktree, { isGone: size === null, dryRun })
      pruned.push({ agentId, directory: worktree.directory, bytes: size ?? 0, kept })
    }
    return ok(pruned)
  }

  /** Returns why the worktree was kept; null: it was not. */
  async #pruneOne(
    agentId: AgentId,
    worktree: AgentWorktree,
    { isGone, dryRun }: { readonly isGone: boolean; readonly dryRun: boolean },
  ): Promise<string | null> {
    const { worktrees, folders, registry } = this.#dependencies
    const checked = await worktrees.check(worktree)
    if (!checked.ok) return checked.error.message
    const used = await worktreeUse(worktree.directory, this.#dependencies)
    if (!used.ok) return used.error.message
    if (used.value !== null) return used.value
    const last = isGone ? await this.#lastState(agentId, worktree) : await this.#heldState(agentId, worktree)
    if (!last.ok) return last.error.message
    if (dryRun) return null
    const left = isGone ? DONE : await worktrees.tearDown(worktree, agentId)
    if (!left.ok) return left.error.message
    const noted = await this.#removed.change((all) => ({ ...all, [agentId]: { ...worktree, last: last.value } }))
    if (!noted.ok) return noted.error.message
    const removed = await worktrees.remove(worktree)
    if (!removed.ok) return removed.error.message
    const forgotten = await this.#stored.change(({ [agentId]: _gone, ...others }) => others)
    if (!forgotten.ok) return forgotten.error.message
    registry.setWorktree(agentId, null)
    const chosen = await folders.set(agentId, worktree.folderBefore ?? null)
    return chosen.ok ? null : chosen.error.message
  }

  /** Saves the state. REFUSED with the files that it does not contain, if they are not as in the parent's folder. */
  async #heldState(agentId: AgentId, worktree: AgentWorktree): Promise<Result<string>> {
    const { checkpoints, worktrees } = this.#dependencies
    const whole = await checkpoints.save({ agentId, folder: worktree.directory, touched: [] })
    if (!whole.ok) return whole
    const own = await checkpoints.save({ agentId, folder: worktree.folder, touched: [] })
    if (!own.ok) return own
    const differing = await worktrees.differing(
      worktree,
      whole.value.skipped.map(({ path }) => path),
    )
    if (!differing.ok) return differing
    const [first, ...others] = differing.value
    if (first === undefined) return ok(own.value.id)
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return refuse(`No checkpoint holds ${first}${more}. ${advice('discard_worktree')}`)
  }

  /** The state that was recorded last, of a directory that is gone. */
  async #lastState(agentId: AgentId, { folder, base }: AgentWorktree): Promise<Result<string>> {
    const found = await this.#dependencies.search.checkpoints(agentId)
    return mapOk(found, (events) => {
      const last = checkpointsIn(events).findLast(({ data }) => data.folder === folder)
      return last?.data.after ?? base
    })
  }

  /** Also saves the state, so that even what is discarded can be found again. */
  async #hasUnsaved(agentId: AgentId, worktree: AgentWorktree): Promise<Result<boolean>> {
    const { checkpoints, search } = this.#dependencies
    const whole = await checkpoints.save({ agentId, folder: worktree.directory, touched: [] })
    if (!whole.ok) return whole
    const own = await checkpoints.save({ agentId, folder: worktree.folder, touched: [] })
    if (!own.ok) return own
    if (whole.value.id === worktree.wholeBase) return ok(false)
    const events = await search.checkpoints(agentId)
    return mapOk(events, (found) =>
      checkpointsIn(found).every(({ data }) => data.cause !== 'apply' || data.after !== own.value.id),
    )
  }
}

/** The base that all changes of the child are compared with. */
function forkEvent(agentId: AgentId, { folder, base }: AgentWorktree) {
  const place = { store: 'git', folder } as const
  const states = { before: base, after: base, cause: 'fork' } as const
  return checkpointEvent({ agentId, turnId: null, place, differences: [], skipped: [], ...states })
}

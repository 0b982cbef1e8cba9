import type { AgentFolder } from '../../../shared/agent-folder.ts'
import type { AgentWorktree } from '../../../shared/agent-worktree.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import { defined } from '../../../shared/defined.ts'
import type { CommandServices } from './command-services.ts'

const BUSY =
  'Wait until the turns of this agent and of those below it have ended, or cancel them: a call that was allowed in one folder must not run in another.'

/** The user's operations on the folder that an agent works in. */
export class FolderOperations {
  readonly #services: CommandServices

  constructor(services: CommandServices) {
    this.#services = services
  }

  async look(agentId: AgentId): Promise<Result<AgentFolder>> {
    return this.#services.tree.get(agentId) === undefined ? unknown(agentId) : this.#look(agentId)
  }

  /**
   * Sets the agent's folder; null restores the parent's folder or the workspace. Applies to all descendants without a
   * folder of their own.
   */
  async choose(agentId: AgentId, typed: string | null): Promise<Result<AgentFolder>> {
    const { tree, folders, loop, resolveFolder } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined) return unknown(agentId)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    const folder = typed === null ? null : await resolveFolder(typed)
    if (folder?.ok === false) return folder
    if (tree.withDescendants(agentId).some(({ id }) => loop.isBusy(id))) return refuse(BUSY)
    const kept = await folders.set(agentId, folder?.value ?? null)
    return kept.ok ? this.#look(agentId) : kept
  }

  /**
   * Makes a worktree of the agent's folder, in which it works from now on, and so do all descendants without a folder of
   * their own. REFUSED if it has one already, and outside of a repository with a commit.
   */
  async moveToWorktree(agentId: AgentId): Promise<Result<AgentWorktree>> {
    const { tree, loop, agentWorktrees } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined) return unknown(agentId)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    if (tree.withDescendants(agentId).some(({ id }) => loop.isBusy(id))) return refuse(BUSY)
    return agentWorktrees.moveInto(agent)
  }

  async #look(agentId: AgentId): Promise<Result<AgentFolder>> {
    const { folders, wideFolder, worktrees } = this.#services
    const chosen = await folders.folderOf(agentId)
    if (!chosen.ok) return chosen
    const { folder } = chosen.value
    const [wide, canHaveWorktrees, offered] = await Promise.all([
      wideFolder(folder),
      worktrees.arePossible(folder),
      this.#offeredBeside(folder),
    ])
    return ok({
      ...chosen.value,
      ...defined({ wideFolder: wide ?? undefined, canHaveWorktrees: canHaveWorktrees || undefined, offered }),
    })
  }

  /** Returns the project in which the engine was started; undefined if it is none, or the agent's folder already. */
  async #offeredBeside(folder: string): Promise<string | undefined> {
    const { startedIn, wideFolder, worktrees } = this.#services
    if (startedIn === undefined || startedIn === folder) return undefined
    const wide = await wideFolder(startedIn)
    if (wide === 'home' || wide === 'root') return undefined
    return (await worktrees.arePossible(startedIn)) ? startedIn : undefined
  }
}

function unknown(agentId: AgentId): Result<never> {
  return refuse(`No agent: ${agentId}`)
}

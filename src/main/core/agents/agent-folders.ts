import type { StoredKey } from '../../../shared/home-settings.ts'
import { type AgentFolder, parseFolders } from '../../../shared/agent-folder.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { treeOrder } from '../../../shared/tree-order.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { AgentTree } from './agent-tree.ts'

/** The chosen folder and the agent that it was chosen for. What kind of folder it is comes from the file system. */
export type ChosenFolder = Pick<AgentFolder, 'folder' | 'chosenFor'>

const ELSEWHERE = 'The folder of this agent is at its home, which is another one. Take the agent over to work here.'

/** Folders of agents that are not roots, by agent. */
const OF_FORKS = {
  key: 'agent_folders' as const,
  empty: {},
  parse: parseFolders,
  damaged: 'The stored folders are damaged.',
}

/**
 * The folders that agents work in: the folder chosen for the agent or for its nearest ancestor (the command line sets
 * one for each root), else the workspace of config.json. Read from the database on every call, because another engine
 * may have changed it.
 */
export class AgentFolders {
  readonly #settings: SettingsStore
  readonly #tree: AgentTree
  readonly #workspace: string
  readonly #onChange: () => void
  readonly #ofForks: StoredSetting<Readonly<Record<AgentId, string>>>

  /**
   * `workspace`: absolute and with symlinks resolved, like all folders here. `onChange` is called after this engine
   * changed a folder.
   */
  constructor(settings: SettingsStore, tree: AgentTree, workspace: string, onChange: () => void = () => undefined) {
    this.#onChange = onChange
    this.#settings = settings
    this.#tree = tree
    this.#workspace = workspace
    this.#ofForks = new StoredSetting<Readonly<Record<AgentId, string>>>(settings, OF_FORKS)
  }

  /**
   * Fails if the database cannot be read: running a command in the wrong folder would be worse than not running it.
   * REFUSED for an agent of another home: nothing here works in its folder.
   */
  async folderOf(agentId: AgentId): Promise<Result<ChosenFolder>> {
    if (this.#tree.get(agentId)?.home !== undefined) return refuse(ELSEWHERE)
    const lineage = this.#tree.lineage(agentId)
    const root = lineage.at(-1) ?? agentId
    const [forks, stored] = await Promise.all([this.#ofForks.read(), this.#settings.get(rootSetting(root))])
    if (!forks.ok) return forks
    for (const id of lineage) {
      const folder = forks.value[id]
      if (folder !== undefined) return ok({ folder, chosenFor: id })
    }
    if (!stored.ok) return stored
    const isChosen = typeof stored.value === 'string' && stored.value !== ''
    return ok(isChosen ? { folder: String(stored.value), chosenFor: root } : this.#inWorkspace())
  }

  /** Returns the folder of every agent; for an unknown one the workspace. */
  async ofAll(): Promise<Result<(agentId: AgentId) => string>> {
    const forks = await this.#ofForks.read()
    if (!forks.ok) return forks
    const agents = treeOrder(this.#tree.all()).map(({ agent }) => agent)
    const roots = agents.flatMap(({ id, parentId }) => (parentId === null ? [rootSetting(id)] : []))
    const stored = await this.#settings.getAll(roots)
    if (!stored.ok) return stored
    const folders = new Map<AgentId, string>()
    for (const { id, parentId } of agents) {
      const ofRoot = parentId === null ? stored.value.get(rootSetting(id)) : undefined
      const own = forks.value[id] ?? (typeof ofRoot === 'string' && ofRoot !== '' ? ofRoot : undefined)
      folders.set(id, own ?? folders.get(parentId ?? '') ?? this.#workspace)
    }
    return ok((agentId) => folders.get(agentId) ?? this.#workspace)
  }

  /** Sets the agent's own folder; null removes it. */
  async set(agentId: AgentId, folder: string | null): Promise<Result<null>> {
    if (this.#tree.get(agentId)?.parentId != null) return this.setOfFork(agentId, folder)
    return this.#changed(await this.#settings.set(rootSetting(agentId), folder ?? ''))
  }

  /** Sets the folder of a fork, which need not exist yet; null removes it. */
  async setOfFork(agentId: AgentId, folder: string | null): Promise<Result<null>> {
    const changed = await this.#ofForks.change(({ [agentId]: _before, ...others }) =>
      folder === null ? others : { ...others, [agentId]: folder },
    )
    return this.#changed(mapOk(changed, () => null))
  }

  #changed(result: Result<null>): Result<null> {
    if (result.ok) this.#onChange()
    return result
  }

  #inWorkspace(): ChosenFolder {
    return { folder: this.#workspace, chosenFor: null }
  }
}

function rootSetting(rootId: AgentId): StoredKey {
  return `agent_folder:${rootId}`
}

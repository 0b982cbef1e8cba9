import { type AgentFolder, parseFolders } from '../../../shared/agent-folder.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { SettingsStore } from '../ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { AgentTree } from './agent-tree.ts'

/** What was chosen, and for whom; what kind of folder it is the file system says. */
export type ChosenFolder = Pick<AgentFolder, 'folder' | 'chosenFor'>

/** Folders of agents that are no roots, by agent. */
const OF_FORKS = {
  key: 'agent_folders',
  empty: {},
  parse: parseFolders,
  damaged: 'The stored folders are damaged.',
}

/**
 * Where agents work: in the folder that was chosen for them, or for the nearest of their ancestors (the command line
 * gives a root its own), else in the workspace of config.json. Read anew each time: another engine may have changed it.
 */
export class AgentFolders {
  readonly #settings: SettingsStore
  readonly #tree: AgentTree
  readonly #workspace: string
  readonly #ofForks: StoredSetting<Readonly<Record<AgentId, string>>>

  /** `workspace`: absolute, symlinks resolved, as every folder here. */
  constructor(settings: SettingsStore, tree: AgentTree, workspace: string) {
    this.#settings = settings
    this.#tree = tree
    this.#workspace = workspace
    this.#ofForks = new StoredSetting<Readonly<Record<AgentId, string>>>(settings, OF_FORKS)
  }

  /** Fails with the database: a command in the wrong folder is worse than none. */
  async of(agentId: AgentId): Promise<Result<ChosenFolder>> {
    const forks = await this.#ofForks.read()
    if (!forks.ok) return forks
    const lineage = this.#tree.lineage(agentId)
    for (const id of lineage) {
      const folder = forks.value[id]
      if (folder !== undefined) return ok({ folder, chosenFor: id })
    }
    const root = lineage.at(-1) ?? agentId
    const stored = await this.#settings.get(rootSetting(root))
    if (!stored.ok) return stored
    const isChosen = typeof stored.value === 'string' && stored.value !== ''
    return ok(isChosen ? { folder: String(stored.value), chosenFor: root } : this.#inWorkspace())
  }

  /** Null: no folder of its own any more. */
  async set(agentId: AgentId, folder: string | null): Promise<Result<null>> {
    if (this.#tree.get(agentId)?.parentId == null) return this.#settings.set(rootSetting(agentId), folder ?? '')
    const changed = await this.#ofForks.change(({ [agentId]: _before, ...others }) =>
      folder === null ? others : { ...others, [agentId]: folder },
    )
    return mapOk(changed, () => null)
  }

  #inWorkspace(): ChosenFolder {
    return { folder: this.#workspace, chosenFor: null }
  }
}

function rootSetting(rootId: AgentId): string {
  return `agent_folder:${rootId}`
}

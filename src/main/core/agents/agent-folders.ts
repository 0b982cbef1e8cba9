import type { AgentId } from '../../../shared/ids.ts'
import type { SettingsStore, StorageResult } from '../ports.ts'
import type { AgentTree } from './agent-tree.ts'

/**
 * Where agents work. A root agent may be given a folder (the command line gives its own); its descendants work there
 * too. All others work in the workspace of config.json.
 */
export class AgentFolders {
  readonly #settings: SettingsStore
  readonly #tree: AgentTree
  readonly #workspace: string
  readonly #known = new Map<AgentId, string>()

  /** `workspace`: absolute, symlinks resolved, as every folder here. */
  constructor(settings: SettingsStore, tree: AgentTree, workspace: string) {
    this.#settings = settings
    this.#tree = tree
    this.#workspace = workspace
  }

  /** Fails with the database: a command in the wrong folder is worse than none. */
  async of(agentId: AgentId): Promise<StorageResult<string>> {
    const root = this.#tree.lineage(agentId).at(-1) ?? agentId
    const known = this.#known.get(root)
    if (known !== undefined) return { ok: true, value: known }
    const stored = await this.#settings.get(settingKey(root))
    if (!stored.ok) return stored
    const folder = typeof stored.value === 'string' ? stored.value : this.#workspace
    this.#known.set(root, folder)
    return { ok: true, value: folder }
  }

  set(rootId: AgentId, folder: string): Promise<StorageResult<null>> {
    this.#known.delete(rootId)
    return this.#settings.set(settingKey(rootId), folder)
  }
}

function settingKey(rootId: AgentId): string {
  return `agent_folder:${rootId}`
}

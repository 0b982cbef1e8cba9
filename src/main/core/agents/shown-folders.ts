import type { AgentId } from '../../../shared/ids.ts'
import type { Committed } from '../ports/log-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { AgentFolders } from './agent-folders.ts'
import type { AgentRegistry } from './agent-registry.ts'

/** Keeps the folders in the summaries of agents up to date, in engines that show them. */
export class ShownFolders {
  readonly #folders: AgentFolders
  readonly #registry: AgentRegistry
  readonly #workspace: string
  readonly #noteAgentFolder: ((folder: string) => void) | undefined
  readonly #logger: Logger
  #isShown = false
  #running: Promise<void> | null = null
  #again = false

  constructor(
    folders: AgentFolders,
    registry: AgentRegistry,
    workspace: string,
    noteAgentFolder: ((folder: string) => void) | undefined,
    logger: Logger,
  ) {
    this.#folders = folders
    this.#registry = registry
    this.#workspace = workspace
    this.#noteAgentFolder = noteAgentFolder
    this.#logger = logger
  }

  /** Tells what guards them the folders of all agents of the database. */
  async note(): Promise<void> {
    const read = await this.#folders.ofAll()
    if (read.ok) this.#noteAll(read.value)
    else this.#logger.warn('The folders of agents are not known', { reason: read.error.message })
  }

  /** To be called after this engine changed a folder. */
  onChange(): void {
    void this.note()
    void this.update()
  }

  #noteAll(folderOf: (agentId: AgentId) => string): void {
    const all = new Set(this.#registry.tree.all().map(({ id }) => folderOf(id)))
    for (const folder of all) this.#noteAgentFolder?.(folder)
  }

  /** Shows the folders of all agents. Another engine may have changed them since the last call. */
  async show(): Promise<void> {
    this.#isShown = true
    await this.update()
  }

  /**
   * Updates the folders after a commit of another engine, which stores the folder of a root after the root and before
   * its first prompt.
   */
  async onRemoteCommit({ events }: Committed): Promise<void> {
    if (events.some(({ kind }) => kind === 'user')) await this.update()
  }

  /** Reads the folders again, if they are shown. Calls during a read lead to one more read after it. */
  async update(): Promise<void> {
    if (!this.#isShown) return
    this.#again = true
    await (this.#running ??= this.#readUntilNew().finally(() => (this.#running = null)))
  }

  async #readUntilNew(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const read = await this.#folders.ofAll()
      if (read.ok) {
        this.#noteAll(read.value)
        this.#registry.setFolders(read.value, this.#workspace)
      } else this.#logger.warn('The folders of agents are not known', { reason: read.error.message })
    }
  }
}

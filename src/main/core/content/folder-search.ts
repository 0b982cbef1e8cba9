import type { FolderFile } from '../../../shared/contract/folder.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { FolderFiles } from '../ports/content-ports.ts'
import type { Clock } from '../ports/system-ports.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'
import { bestPaths } from './best-paths.ts'

/** How long a list of files is used again, ms. A user types several characters in this time. */
const KEPT_MS = 3_000
/** Lists of files that are kept. */
const KEPT_LISTS = 4
const MAX_FOUND = 50

interface KnownFiles {
  /** By the clock, ms. */
  readonly at: number
  readonly paths: Promise<Result<readonly string[]>>
}

/** Finds files in working folders by parts of their paths. */
export class FolderSearch {
  readonly #files: FolderFiles
  readonly #clock: Clock
  readonly #lists = new RecentlyUsed<AgentId, KnownFiles>(KEPT_LISTS)

  constructor(files: FolderFiles, clock: Clock) {
    this.#files = files
    this.#clock = clock
  }

  async find(agentId: AgentId, query: string): Promise<Result<readonly FolderFile[]>> {
    const listed = await this.#paths(agentId)
    if (!listed.ok) return listed
    const found = bestPaths(listed.value, query, MAX_FOUND)
    const files = found.filter((path) => !path.endsWith('/'))
    const sizes = await this.#files.sizes(agentId, files)
    return mapOk(sizes, (bytes) => {
      const byPath = new Map(files.map((path, index) => [path, bytes[index] ?? null]))
      return found.map((path) => ({
        kind: path.endsWith('/') ? 'folder' : 'file',
        path,
        bytes: byPath.get(path) ?? null,
      }))
    })
  }

  #paths(agentId: AgentId): Promise<Result<readonly string[]>> {
    const known = this.#lists.get(agentId)
    const now = this.#clock.now()
    if (known !== undefined && now >= known.at && now - known.at < KEPT_MS) return known.paths
    const paths = this.#files.list(agentId)
    this.#lists.set(agentId, { at: now, paths })
    return paths
  }
}

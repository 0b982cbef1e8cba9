import type { ForeignImportDependencies } from './foreign-import-dependencies.ts'
import type { ForeignReport } from '../../../../shared/foreign-report.ts'
import type { FoundSession, FoundSessionRef } from '../../../../shared/found-session.ts'
import { refuse, type Result } from '../../../../shared/result.ts'
import type { ForeignFileSource } from '../../ports/foreign-ports.ts'
import { ForeignImporter } from './foreign-importer.ts'
import { findSessions } from './session-finder.ts'

/** Sessions of other tools on this machine: finds them, and imports them. */
export class ForeignSessions {
  readonly #dependencies: ForeignImportDependencies
  readonly #importer: ForeignImporter

  constructor(dependencies: ForeignImportDependencies) {
    this.#dependencies = dependencies
    this.#importer = new ForeignImporter(dependencies)
  }

  find(): Promise<Result<readonly FoundSession[]>> {
    return findSessions(this.#dependencies.foreignFiles, this.#dependencies.settings)
  }

  /** Imports everything in a file, archive, database or folder. */
  async importPath(path: string): Promise<Result<ForeignReport>> {
    const sources = await this.#dependencies.foreignFiles.open(path, null)
    return sources.ok ? this.#importer.import(sources.value) : sources
  }

  /** Imports sessions that `find` lists. A client names no other files: they could be any of this machine. */
  async import(wanted: readonly FoundSessionRef[]): Promise<Result<ForeignReport>> {
    const found = await this.find()
    if (!found.ok) return found
    const listed = new Set(found.value.map(keyOf))
    const lost = wanted.find((session) => !listed.has(keyOf(session)))
    if (lost !== undefined) return refuse(`The session ${lost.session} is not there any more. Open the list again.`)
    const sources: AsyncIterable<ForeignFileSource>[] = []
    for (const { path, session } of wanted) {
      const opened = await this.#dependencies.foreignFiles.open(path, session)
      if (!opened.ok) return opened
      sources.push(opened.value)
    }
    return this.#importer.import(oneByOne(sources))
  }
}

function keyOf({ path, session }: FoundSessionRef): string {
  return JSON.stringify([path, session])
}

async function* oneByOne(sources: readonly AsyncIterable<ForeignFileSource>[]): AsyncGenerator<ForeignFileSource> {
  for (const source of sources) yield* source
}

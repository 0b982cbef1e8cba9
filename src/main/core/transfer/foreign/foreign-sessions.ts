import type { ForeignImportDependencies } from './foreign-import-dependencies.ts'
import type { ForeignReport } from '../../../../shared/foreign-report.ts'
import type { FoundSession, FoundSessionRef, FoundTool } from '../../../../shared/found-session.ts'
import type { SessionImportStep, SourceList } from '../../../../shared/session-import.ts'
import { refuse, type Result, ok } from '../../../../shared/result.ts'
import type { ForeignFileSource, ForeignFiles, FoundSource } from '../../ports/foreign-ports.ts'
import { ForeignImporter, type SessionImportRun } from './foreign-importer.ts'
import { importSteps } from './import-steps.ts'
import { listSessions } from './list-sessions.ts'
import type { StoredKey } from '../../../../shared/home-settings.ts'
import type { SettingsStore } from '../../ports/log-ports.ts'
import { sessionKey } from './known-sessions.ts'
import { identified } from './record-hashes.ts'
import { readSource } from './recognise.ts'

/** Sessions of other tools on this machine: finds them, and imports them. */
export class ForeignSessions {
  readonly #dependencies: ForeignImportDependencies
  readonly #importer: ForeignImporter

  constructor(dependencies: ForeignImportDependencies) {
    this.#dependencies = dependencies
    this.#importer = new ForeignImporter(dependencies)
  }

  /** Says which tools have sessions on this machine. */
  async count(): Promise<Result<readonly FoundTool[]>> {
    return ok(await this.#dependencies.foreignFiles.count())
  }

  find(): Promise<Result<readonly FoundSession[]>> {
    return findSessions(this.#dependencies.foreignFiles, this.#dependencies.settings)
  }

  /** Imports what is in a file, archive, database or folder. */
  async importPath(path: string, options: SessionImportRun = {}): Promise<Result<ForeignReport>> {
    const sources = await this.#dependencies.foreignFiles.open(path, null)
    return sources.ok ? this.#importer.import(sources.value, options) : sources
  }

  /** Lists what is in a file, archive, database or folder. */
  async listPath(path: string): Promise<Result<SourceList>> {
    const sources = await this.#dependencies.foreignFiles.open(path, null)
    return sources.ok ? listSessions(sources.value, this.#dependencies.settings) : sources
  }

  /** Imports sessions that `find` lists. A client names no other files: they could be any of this machine. */
  import(wanted: readonly FoundSessionRef[], signal?: AbortSignal): AsyncGenerator<Result<SessionImportStep>> {
    return importSteps(wanted.length, (onWritten) => this.#import(wanted, { signal, onWritten }))
  }

  async #import(wanted: readonly FoundSessionRef[], options: SessionImportRun): Promise<Result<ForeignReport>> {
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
    return this.#importer.import(oneByOne(sources), options)
  }
}

function keyOf({ path, session }: FoundSessionRef): string {
  return JSON.stringify([path, session])
}

async function* oneByOne(sources: readonly AsyncIterable<ForeignFileSource>[]): AsyncGenerator<ForeignFileSource> {
  for (const source of sources) yield* source
}

/** Lists the sessions of other tools on this machine, the newest first. Those of sub-agents are left out. */
async function findSessions(
  foreignFiles: ForeignFiles,
  settings: SettingsStore,
): Promise<Result<readonly FoundSession[]>> {
  const found: (Omit<FoundSession, 'imported'> & { readonly key: StoredKey })[] = []
  for await (const file of foreignFiles.find()) {
    const facts = await factsOf(file)
    if (facts === null) continue
    const { tool, path, changedAt, bytes } = file
    found.push({ tool, path, changedAt, bytes, ...facts, key: await sessionKey(tool, facts.session) })
  }
  const known = await settings.getAll(found.map(({ key }) => key))
  if (!known.ok) return known
  const listed = found.map(({ key, ...session }) => ({ ...session, imported: known.value.has(key) }))
  return ok(listed.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1)))
}

/** Null: no session, that of a sub-agent, or one in which nothing was said, as a tool makes one at its start. */
async function factsOf({ head, isWhole = false, session }: FoundSource) {
  if (session !== undefined) return { session: session.id, name: session.name ?? '', folder: session.folder }
  const [read] = head === undefined ? [] : (readSource(head) ?? [])
  if (read === undefined || read.parentId !== null) return null
  if (isWhole && read.nodes.every(({ events }) => events.length === 0)) return null
  return { session: (await identified(read)).id, name: read.name, folder: read.folder }
}

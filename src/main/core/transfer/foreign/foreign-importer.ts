import type { ForeignImportDependencies } from './foreign-import-dependencies.ts'
import type { AgentRecord } from '../../../../shared/agent-summary.ts'
import type { ForeignReport, SessionReport, UnreadSource } from '../../../../shared/foreign-report.ts'
import { counted } from '../../../../shared/counted.ts'
import { DONE, ok, refuse, type Result } from '../../../../shared/result.ts'
import type { ForeignFileSource, SourceDocument } from '../../ports/foreign-ports.ts'
import type { ForeignSession } from './foreign-tree.ts'
import { hasMessages, isBesideConversations, NOT_KNOWN, unreadSource, withoutMessages } from './list-sessions.ts'
import { sessionKey } from './known-sessions.ts'
import { identified } from './record-hashes.ts'
import { readSource } from './recognise.ts'
import { SessionImport } from './session-import.ts'
import { orderByParent } from './order-by-parent.ts'
import { SessionDraft } from './session-draft.ts'

/** The records of a source that no reader recognised, as a session without messages. */
function unreadRecords(source: SourceDocument): ForeignSession {
  const draft = new SessionDraft('claude-code', 'unread')
  const keep = (place: string, raw: string): void => draft.keep(draft.record({ place, raw }), NOT_KNOWN)
  if (source.form === 'lines') for (const { place, raw } of source.lines) keep(place, raw)
  else if (source.form === 'json') keep('value', source.raw)
  else {
    for (const [table, rows] of Object.entries(source.tables)) {
      for (const row of rows) keep(table, JSON.stringify(row))
    }
  }
  return draft.finish()
}

type Readable = Exclude<ForeignFileSource, { problem: string }>

/** What of the sources is imported, and what is told meanwhile. */
export interface SessionImportRun {
  /** Ids of sessions, or their keys in a list; sub-agents come with the session that started them. Missing: all. */
  readonly wanted?: readonly string[] | undefined
  /** The import ends after the session that is being written when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of sessions that are written, without those of sub-agents. */
  readonly onWritten?: ((done: number) => void) | undefined
}

/** What has been imported so far. */
interface Progress {
  readonly options: SessionImportRun
  /** Ids and keys of what is imported; null: everything. */
  readonly wanted: Set<string> | null
  done: number
  readonly sessions: SessionReport[]
  readonly unread: UnreadSource[]
  /** Files that every export has beside its conversations, reported only where no conversation was found. */
  readonly beside: UnreadSource[]
  readonly agents: AgentRecord[]
}

/** A file whose sessions are read one after the other. */
interface OpenFile {
  readonly name: string
  /** The first sessions with messages. They are written last, with the records of all that has none. */
  held: { readonly source: Readable; readonly sessions: readonly ForeignSession[] } | null
  readonly leftovers: ForeignSession[]
}

/**
 * Imports sessions of other tools (docs/other-tools.md). Each session is written completely or not at all; a session
 * that was imported before gets only what is new in it.
 */
export class ForeignImporter {
  readonly #dependencies: ForeignImportDependencies

  constructor(dependencies: ForeignImportDependencies) {
    this.#dependencies = dependencies
  }

  /** An error or a cancellation ends the import; the sessions before it are in the log. */
  async import(
    sources: AsyncIterable<ForeignFileSource>,
    options: SessionImportRun = {},
  ): Promise<Result<ForeignReport>> {
    const wanted = options.wanted === undefined ? null : new Set(options.wanted)
    const progress: Progress = { options, wanted, done: 0, sessions: [], unread: [], beside: [], agents: [] }
    const imported = await this.#importAll(sources, progress)
    if (progress.agents.length > 0) await this.#dependencies.onImported(progress.agents)
    const { sessions, unread, beside } = progress
    return imported.ok ? ok({ sessions, unread: sessions.length > 0 ? unread : [...unread, ...beside] }) : imported
  }

  async #importAll(sources: AsyncIterable<ForeignFileSource>, progress: Progress): Promise<Result<null>> {
    let file: OpenFile = { name: '', held: null, leftovers: [] }
    for await (const source of sources) {
      if (progress.options.signal?.aborted) return cancelled(progress)
      if (file.name !== source.name) {
        const ended = await this.#end(file, progress)
        if (!ended.ok) return ended
        file = { name: source.name, held: null, leftovers: [] }
      }
      if ('problem' in source) progress.unread.push(unreadSource(source))
      else {
        const taken = await this.#take(source, file, progress)
        if (!taken.ok) return taken
      }
    }
    return this.#end(file, progress)
  }

  async #take(source: Readable, file: OpenFile, progress: Progress): Promise<Result<null>> {
    const read = readSource(source.document) ?? [unreadRecords(source.document)]
    const sessions = await chosen(await Promise.all(read.filter(hasMessages).map(identified)), progress.wanted)
    // What belongs to no conversation comes with everything, not with a choice.
    if (progress.wanted === null) file.leftovers.push(...read.filter((session) => !hasMessages(session)))
    if (sessions.length === 0) return DONE
    if (file.held !== null) return this.#write(sessions, source, progress)
    file.held = { source, sessions }
    return DONE
  }

  async #end({ name, held, leftovers }: OpenFile, progress: Progress): Promise<Result<null>> {
    if (held !== null) return this.#write(withLeftovers(held.sessions, leftovers), held.source, progress)
    const reasons = new Set(leftovers.flatMap(({ kept }) => kept.flatMap((reason) => reason ?? [])))
    if (leftovers.length === 0) return DONE
    const told = isBesideConversations(name) ? progress.beside : progress.unread
    told.push(withoutMessages(name, reasons))
    return DONE
  }

  async #write(sessions: readonly ForeignSession[], source: Readable, progress: Progress): Promise<Result<null>> {
    const ordered = orderByParent(sessions.map((session) => ({ id: session.id, parent: session.parentId, session })))
    for (const { item } of ordered) {
      if (progress.options.signal?.aborted) return cancelled(progress)
      const imported = await new SessionImport(item.session, source, this.#dependencies).run()
      if (!imported.ok) return imported
      progress.sessions.push(imported.value.report)
      progress.agents.push(...imported.value.agents)
      if (item.session.parentId !== null) continue
      progress.done += 1
      progress.options.onWritten?.(progress.done)
    }
    return DONE
  }
}

function cancelled({ done }: Progress): Result<never> {
  const before = done === 0 ? 'Nothing was imported.' : `${counted(done, 'conversation')} before it stay imported.`
  return refuse(`The import was cancelled. ${before}`)
}

/** The sessions that are wanted, and their sub-agents, which become wanted with them. */
async function chosen(
  sessions: readonly ForeignSession[],
  wanted: Set<string> | null,
): Promise<readonly ForeignSession[]> {
  if (wanted === null) return sessions
  const kept: ForeignSession[] = []
  for (const session of sessions) {
    const { tool, id, parentId } = session
    const key = await sessionKey(tool, id)
    const isChild = parentId !== null && wanted.has(await sessionKey(tool, parentId))
    if (!isChild && !wanted.has(id) && !wanted.has(key)) continue
    wanted.add(key)
    kept.push(session)
  }
  return kept
}

/** Records of sessions without messages become part of the account of the first session. */
function withLeftovers(
  [first, ...others]: readonly ForeignSession[],
  leftovers: readonly ForeignSession[],
): readonly ForeignSession[] {
  if (first === undefined) return []
  const records = [...first.records, ...leftovers.flatMap((session) => session.records)]
  const kept = [...first.kept, ...leftovers.flatMap((session) => session.kept)]
  return [{ ...first, records, kept }, ...others]
}

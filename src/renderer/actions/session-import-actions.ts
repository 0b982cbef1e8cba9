import { CONTENT_PIECE } from '../../shared/attachment.ts'
import { toBase64 } from '../../shared/base64.ts'
import type { ForeignReport } from '../../shared/foreign-report.ts'
import type { FoundSession, FoundTool } from '../../shared/found-session.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { ListedSession, SessionImportStep } from '../../shared/session-import.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'

const words = texts.actions.transfer

/** A file of another tool. */
export interface SourceFile {
  /** Its name, or its path in the folder that is imported, with `/` between the names. */
  readonly path: string
  readonly file: File
}

/** Files that the engine has read. They stay there until the signal that they were sent with is aborted. */
export interface ReadSource {
  readonly id: string
  readonly sessions: readonly ListedSession[]
  /** Files without a conversation, and why. */
  readonly unread: ForeignReport['unread']
}

/** How far files are sent, in bytes, or read, in conversations that were found. */
export type SourceProgress =
  | { readonly type: 'sending'; readonly bytes: number; readonly of: number }
  | { readonly type: 'reading'; readonly found: number }

/** Conversations that are saved, of those that were chosen. */
export type SessionProgress = Extract<SessionImportStep, { readonly type: 'importing' }>

interface Watched<T> {
  readonly signal: AbortSignal
  onProgress(progress: T): void
}

/** Imports from other tools. Null in place of a result: cancelled. */
export interface SessionImportActions {
  /** Returns the tools that have sessions on the engine's machine; none if that cannot be said. */
  countSessions(): Promise<readonly FoundTool[]>
  /** Lists the sessions of other tools on the engine's machine. */
  findSessions(): Promise<Result<readonly FoundSession[]>>
  /** Imports some of them. Those that were saved before an abort stay. */
  importSessions(
    sessions: readonly FoundSession[],
    watched: Watched<SessionProgress>,
  ): Promise<Result<ForeignReport> | null>
  /** Sends files to the engine and lists the conversations in them. */
  readSource(files: readonly SourceFile[], watched: Watched<SourceProgress>): Promise<Result<ReadSource> | null>
  /** Imports those conversations of a source that have these keys. Those that were saved before an abort stay. */
  importSource(
    sourceId: string,
    keys: readonly string[],
    watched: Watched<SessionProgress>,
  ): Promise<Result<ForeignReport> | null>
}

export function createSessionImportActions({ client }: { readonly client: EngineClient }): SessionImportActions {
  return {
    countSessions: async () => {
      const counted = await callEngine(client.log.countSessions())
      return counted.ok ? counted.value : []
    },
    findSessions: () => callEngine(client.log.findSessions()),
    importSessions: (sessions, watched) => {
      const refs = sessions.map(({ path, session }) => ({ path, session }))
      return followImport(client.log.importSessions({ sessions: refs }, { signal: watched.signal }), watched)
    },
    importSource: (sourceId, keys, watched) =>
      followImport(client.log.importSource({ sourceId, sessions: [...keys] }, { signal: watched.signal }), watched),
    readSource: (files, watched) => readSource(client, files, watched),
  }
}

type ImportFeed = ReturnType<EngineClient['log']['importSource']>

async function followImport(
  feed: ImportFeed,
  { signal, onProgress }: Watched<SessionProgress>,
): Promise<Result<ForeignReport> | null> {
  try {
    for await (const step of await feed) {
      if (!step.ok) return signal.aborted ? null : step
      if (step.value.type === 'imported') return ok(step.value.report)
      onProgress(step.value)
    }
  } catch {
    // The connection was lost, or the import was stopped.
  }
  return signal.aborted ? null : refuse(words.brokenImport)
}

async function readSource(
  client: EngineClient,
  files: readonly SourceFile[],
  { signal, onProgress }: Watched<SourceProgress>,
): Promise<Result<ReadSource> | null> {
  const sessions: ListedSession[] = []
  let id = ''
  let isReadable = true
  const unreadable = new AbortController()
  const stopped = AbortSignal.any([signal, unreadable.signal])
  try {
    // The feed is left open: its end removes the files.
    const feed = await client.log.readSource(undefined, { signal: stopped })
    for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
      const step = next.value
      if (!step.ok) return step
      const { value } = step
      if (value.type === 'ready') {
        id = value.sourceId
        sendFiles(client, id, files, onProgress).catch(() => {
          isReadable = false
          unreadable.abort()
        })
      } else if (value.type === 'reading') onProgress(value)
      else if (value.type === 'sessions') sessions.push(...value.sessions)
      else return ok({ id, sessions, unread: value.unread })
    }
  } catch {
    // The connection was lost, or the client has left.
  }
  if (signal.aborted) return null
  return refuse(isReadable ? words.brokenReading : words.unreadable)
}

/** Ends when all is sent or a piece is refused, whose reason the feed has. Throws if a file cannot be read. */
async function sendFiles(
  client: EngineClient,
  sourceId: string,
  files: readonly SourceFile[],
  onProgress: (progress: SourceProgress) => void,
): Promise<void> {
  const of = files.reduce((sum, { file }) => sum + file.size, 0)
  let sent = 0
  for (const [index, { path, file }] of files.entries()) {
    let offset = 0
    do {
      const bytes = new Uint8Array(await file.slice(offset, offset + CONTENT_PIECE).arrayBuffer())
      const isLast = index === files.length - 1 && offset + bytes.length >= file.size
      const piece = { sourceId, path, offset, data: toBase64(bytes), isLast }
      const added = await callEngine(client.log.sourcePiece(piece))
      if (!added.ok) return
      offset += bytes.length
      sent += bytes.length
      onProgress({ type: 'sending', bytes: sent, of })
    } while (offset < file.size)
  }
}

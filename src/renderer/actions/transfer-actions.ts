import { FILE_PIECE, type ExportRequest } from '../../shared/log-file.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'
import { createSessionImportActions, type SessionImportActions } from './session-import-actions.ts'

const words = texts.actions.transfer

/** Export and import of the log as files, and imports from other tools. */
export interface TransferActions extends SessionImportActions {
  /**
   * Fetches a file. To save memory in the page, each piece becomes part of a blob, which the browser stores and moves
   * to the disk when it is large. Null: cancelled.
   */
  export(
    order: ExportRequest,
    options: {
      readonly type: string
      readonly signal: AbortSignal
      /** Called with the number of bytes received so far. */
      onProgress(bytes: number): void
    },
  ): Promise<Result<Blob> | null>
  /** Imports a file of any size into the log, completely or not at all. Null: cancelled, and nothing was imported. */
  import(file: Blob, options: ImportOptions): Promise<Result<ImportResult> | null>
}

/** The part of a file that is sent, in bytes, or saved, in events. */
export type ImportProgress =
  | { readonly type: 'sending'; readonly bytes: number; readonly of: number }
  | { readonly type: 'saving'; readonly events: number; readonly of: number }

interface ImportOptions {
  readonly signal: AbortSignal
  onProgress(progress: ImportProgress): void
}

/** In bytes: half of what a piece may have, since a slice may end the character that the one before it began. */
const SLICE = FILE_PIECE / 2

export function createTransferActions({ client }: { readonly client: EngineClient }): TransferActions {
  return {
    ...createSessionImportActions({ client }),
    async export(order, { type, signal, onProgress }) {
      const parts: Blob[] = []
      let bytes = 0
      try {
        for await (const piece of await client.log.export(order, { signal })) {
          if (!piece.ok) return piece
          const part = new Blob([piece.value])
          parts.push(part)
          bytes += part.size
          onProgress(bytes)
        }
      } catch {
        return signal.aborted ? null : refuse(words.broken)
      }
      return signal.aborted ? null : ok(new Blob(parts, { type }))
    },
    async import(file, { signal, onProgress }) {
      const unreadable = new AbortController()
      const stopped = AbortSignal.any([signal, unreadable.signal])
      try {
        for await (const step of await client.log.importFile(undefined, { signal: stopped })) {
          if (stopped.aborted) break
          if (!step.ok) return step
          if (step.value.type === 'imported') return ok(step.value.result)
          if (step.value.type === 'saving') onProgress(step.value)
          else sendPieces(client, step.value.importId, file, onProgress).catch(() => unreadable.abort())
        }
      } catch {
        // The connection was lost, or the import was stopped.
      }
      if (signal.aborted) return null
      return refuse(unreadable.signal.aborted ? words.unreadable : words.brokenImport)
    },
  }
}

/** Sends a file until all of it is sent, or a piece is refused or lost: the import's feed then has the reason. Throws if the file cannot be read. */
async function sendPieces(
  client: EngineClient,
  importId: string,
  file: Blob,
  onProgress: ImportOptions['onProgress'],
): Promise<void> {
  const decoder = new TextDecoder()
  let offset = 0
  let sent = 0
  do {
    const end = Math.min(sent + SLICE, file.size)
    const bytes = await file.slice(sent, end).arrayBuffer()
    const isLast = end === file.size
    const text = decoder.decode(bytes, { stream: !isLast })
    const added = await callEngine(client.log.importPiece({ importId, offset, text, isLast }))
    if (!added.ok) return
    offset += text.length
    sent = end
    onProgress({ type: 'sending', bytes: sent, of: file.size })
  } while (sent < file.size)
}

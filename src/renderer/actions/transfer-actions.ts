import { MAX_IMPORT_LENGTH, type ExportRequest } from '../../shared/log-file.ts'
import type { ForeignReport } from '../../shared/foreign-report.ts'
import type { FoundSession } from '../../shared/found-session.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** Export and import of the log as files. */
export interface TransferActions {
  /**
   * Fetches a file. To save memory in the page, each piece becomes part of a blob, which the browser stores and moves
   * to the disk when it is large. Null: cancelled.
   */
  export(order: ExportRequest, options: ExportOptions): Promise<Result<Blob> | null>
  /** Imports a file into the log, completely or not at all. */
  import(file: Blob): Promise<Result<ImportResult>>
  /** Lists the sessions of other tools on the engine's machine. */
  findSessions(): Promise<Result<readonly FoundSession[]>>
  importSessions(sessions: readonly FoundSession[]): Promise<Result<ForeignReport>>
}

interface ExportOptions {
  readonly type: string
  readonly signal: AbortSignal
  /** Called with the number of bytes received so far. */
  onProgress(bytes: number): void
}

const BROKEN = 'The connection to the engine was lost before the file was complete. Nothing was saved. Try again.'
const TOO_LONG = 'This file is too large for the window. Import it on the command line: ikigai import FILE.'

export function createTransferActions({ client }: { readonly client: EngineClient }): TransferActions {
  return {
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
        return signal.aborted ? null : refuse(BROKEN)
      }
      return signal.aborted ? null : ok(new Blob(parts, { type }))
    },
    async import(file) {
      // UTF-8 needs at most three bytes per UTF-16 unit.
      if (file.size > 3 * MAX_IMPORT_LENGTH) return refuse(TOO_LONG)
      const text = await file.text()
      if (text.length > MAX_IMPORT_LENGTH) return refuse(TOO_LONG)
      return callEngine(client.log.import({ text }))
    },
    findSessions: () => callEngine(client.log.findSessions()),
    importSessions: (sessions) =>
      callEngine(client.log.importSessions({ sessions: sessions.map(({ path, session }) => ({ path, session })) })),
  }
}

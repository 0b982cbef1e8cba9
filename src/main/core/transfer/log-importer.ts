import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { ImportResult } from '../../../shared/log-row.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { Config } from '../ports/config-ports.ts'
import type { IdSource } from '../ports/system-ports.ts'
import { batches } from '../../../shared/batches.ts'
import { storedFilesOf } from '../../../shared/event-files.ts'
import { FileImport } from '../content/file-import.ts'
import type { ContentStore, InspectFile } from '../ports/content-ports.ts'
import { IMPORT_CANCELLED, type WriteProgress, type LogImport, type LogTransfer } from '../ports/transfer-ports.ts'
import { planImport } from './plan-import.ts'
import { readRows } from './read-rows.ts'
import { defined } from '../../../shared/defined.ts'

interface ImporterDependencies {
  readonly transfer: LogTransfer
  readonly content: ContentStore
  readonly inspectFile: InspectFile
  readonly ids: IdSource
  readonly config: Config
  /** Called when the new agents are in the log, so that the tree can show them. */
  readonly onImported: (agents: readonly AgentRecord[]) => Promise<void>
}

export interface ImportOptions extends WriteProgress {
  /**
   * Whether the lines are proven to be of this machine, or of a key that the user named: only these bring rights.
   * Missing: they are not.
   */
  readonly verified?: boolean | undefined
}

/** Imports a file into the log: new ids, the same tree and the same contexts. Imports everything or nothing. */
export class LogImporter {
  readonly #dependencies: ImporterDependencies

  constructor(dependencies: ImporterDependencies) {
    this.#dependencies = dependencies
  }

  /** A cancelled import is REFUSED, and nothing of it is kept. */
  async import(
    lines: AsyncIterable<string> | Iterable<string>,
    options: ImportOptions = {},
  ): Promise<Result<ImportResult>> {
    const files = new FileImport(this.#dependencies.content, this.#dependencies.inspectFile)
    const imported = await this.#import(lines, files, options)
    if (!imported.ok) await files.discard()
    return imported
  }

  async #import(
    lines: AsyncIterable<string> | Iterable<string>,
    files: FileImport,
    { verified = false, ...progress }: ImportOptions,
  ): Promise<Result<ImportResult>> {
    const { transfer, content, ids, config, onImported } = this.#dependencies
    const read = await readRows(lines, (row) => files.add(row))
    if (!read.ok) return read
    if (progress.signal?.aborted) return refuse(IMPORT_CANCELLED)
    const { events, mail, unread } = read.value
    const reserved = await transfer.reserveIds({ events: events.length, mail: mail.length })
    if (!reserved.ok) return reserved
    const plan = planImport(
      read.value,
      { ...reserved.value, uuid: () => ids.uuid() },
      { verified, sandbox: config.sandbox },
    )
    if (!plan.ok) return plan
    const stored = await files.store()
    if (!stored.ok) return stored
    const missing = await missingFiles(plan.value, content)
    if (!missing.ok) return missing
    const written = await transfer.write(plan.value, progress)
    if (!written.ok) return written
    await onImported(written.value)
    return ok({
      agents: plan.value.agents.map(({ id }) => id),
      events: events.length,
      ...defined({
        files: stored.value > 0 ? stored.value : undefined,
        missingFiles: missing.value > 0 ? missing.value : undefined,
        withheld: plan.value.withheld.length > 0 ? plan.value.withheld : undefined,
        unread: unread.length > 0 ? unread : undefined,
      }),
    })
  }
}

/** Counts the files that events refer to and that are not stored. */
async function missingFiles({ events }: LogImport, content: ContentStore): Promise<Result<number>> {
  const hashes = [...new Set(events.flatMap((event) => storedFilesOf(event).map(({ sha256 }) => sha256)))]
  let missing = 0
  for (const some of batches(hashes, 1_000)) {
    const found = await content.claim(some)
    if (!found.ok) return found
    missing += some.length - found.value.size
  }
  return ok(missing)
}

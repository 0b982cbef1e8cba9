import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { ImportResult } from '../../../shared/log-row.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { IdSource } from '../ports/system-ports.ts'
import type { LogTransfer } from '../ports/log-ports.ts'
import { planImport } from './plan-import.ts'
import { readRows } from './read-rows.ts'

interface ImporterDependencies {
  readonly transfer: LogTransfer
  readonly ids: IdSource
  /** Called when the new agents are in the log, so that the tree can show them. */
  readonly onImported: (agents: readonly AgentRecord[]) => Promise<void>
}

/** Imports a file into the log: new ids, the same tree and the same contexts. Imports everything or nothing. */
export class LogImporter {
  readonly #dependencies: ImporterDependencies

  constructor(dependencies: ImporterDependencies) {
    this.#dependencies = dependencies
  }

  async import(lines: AsyncIterable<string> | Iterable<string>): Promise<Result<ImportResult>> {
    const { transfer, ids, onImported } = this.#dependencies
    const read = await readRows(lines)
    if (!read.ok) return read
    const { events, mail } = read.value
    const reserved = await transfer.reserveIds({ events: events.length, mail: mail.length })
    if (!reserved.ok) return reserved
    const plan = planImport(read.value, { ...reserved.value, uuid: () => ids.uuid() })
    if (!plan.ok) return plan
    const written = await transfer.write(plan.value)
    if (!written.ok) return written
    await onImported(written.value)
    return ok({ agents: plan.value.agents.map(({ id }) => id), events: events.length })
  }
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { parseDatabaseUrl } from '../../../../src/main/adapters/storage/database-url.ts'
import { openStorage } from '../../../../src/main/adapters/storage/open-storage.ts'
import type { StorageOptions } from '../../../../src/main/adapters/storage/open-storage.ts'
import { newAttributes } from '../../../../src/shared/agent-attributes.ts'
import type { NewEvent } from '../../../../src/shared/agent-event.ts'
import type { ModelChoice } from '../../../../src/shared/agent-summary.ts'
import type { AgentId, TurnId } from '../../../../src/shared/ids.ts'
import type { Logger } from '../../../../src/main/core/ports/system-ports.ts'
import type { NewAgent } from '../../../../src/main/core/ports/log-ports.ts'
import type { ImportedAgent } from '../../../../src/main/core/ports/transfer-ports.ts'
import type { Storage } from '../../../../src/main/core/ports/storage-ports.ts'
import type { Result } from '../../../../src/shared/result.ts'
import { databaseParent } from '../../../support/database-parent.ts'
import { copyDatabaseTemplate } from '../../../support/database-template.ts'

/** A first start makes a database; the machine may be busy. */
export const DATABASE_TIMEOUT_MS = 120_000

export const CHOICE = { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'med' } satisfies ModelChoice

const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

export function storageOptions(dataDirectory: string, databaseUrl: string | null = null): StorageOptions {
  return { dataDirectory, databaseUrl, host: 'test', version: '0.0.0', logger: SILENT }
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(databaseParent(), 'ikigai-storage-'))
}

export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Opens the embedded server of that directory, or the database of that URL. An empty directory is given a copy of the
 * tests' database.
 */
export async function open(dataDirectory: string, databaseUrl: string | null = null): Promise<Storage> {
  const isNew = databaseUrl === null && readdirSync(dataDirectory).length === 0
  if (isNew) await copyDatabaseTemplate(dataDirectory)
  return valueOf(await openStorage(storageOptions(dataDirectory, databaseUrl)))
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** The URL by which other programs reach the embedded server of that directory. */
export function urlOf(dataDirectory: string, database = 'postgres', password = passwordOf(dataDirectory)): string {
  return `postgres://ikigai:${password}@localhost/${database}?host=${encodeURIComponent(join(dataDirectory, 'postgres', 'run'))}`
}

/** A plain client of the embedded server, to look past the adapter. */
export function plainClient(dataDirectory: string, database = 'postgres', connections = 1): Sql {
  return postgres({
    host: join(dataDirectory, 'postgres', 'run'),
    user: 'ikigai',
    password: passwordOf(dataDirectory),
    database,
    max: connections,
    onnotice: () => {},
  })
}

/** A plain client of the database with that URL. */
export function clientOf(databaseUrl: string): Sql {
  const { url, host } = parseDatabaseUrl(databaseUrl)
  return postgres(url, { ...(host !== undefined && { host }), max: 1, onnotice: () => {} })
}

export function newAgent(fields: Partial<NewAgent> = {}): NewAgent {
  return { id: randomUUID(), name: '', parentId: null, forkEventId: null, forkFromId: null, choice: CHOICE, ...fields }
}

/** Returns an agent as an import brings it. */
export function importedAgent(fields: Partial<NewAgent> = {}): ImportedAgent {
  return { ...newAttributes(), ...newAgent(fields), createdAt: null }
}

export function userEvent(agentId: AgentId, content: string, turnId: TurnId | null = null): NewEvent {
  return { agentId, turnId, kind: 'user', content, data: null }
}

/** Records an agent of its own for a test and tells its id. */
export async function recordAgent(storage: Storage, fields: Partial<NewAgent> = {}): Promise<AgentId> {
  const agent = newAgent(fields)
  valueOf(await storage.store.commit({ newAgents: [agent] }))
  return agent.id
}

function passwordOf(dataDirectory: string): string {
  return readFileSync(join(dataDirectory, 'postgres', 'password'), 'utf8')
}

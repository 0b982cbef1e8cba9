import { hash, randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { openBackupFolder } from '../../../src/main/adapters/backup/backup-folder.ts'
import { createBackupStore } from '../../../src/main/adapters/backup/backup-store.ts'
import { backupRowReader } from '../../../src/main/adapters/storage/backup-rows.ts'
import { createContentStore } from '../../../src/main/adapters/storage/content-store.ts'
import { openPool } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { createLogReader } from '../../../src/main/adapters/storage/log-reader.ts'
import { createLogTransfer } from '../../../src/main/adapters/storage/log-transfer.ts'
import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { readBackupBranch } from '../../../src/main/core/backup/backup-branch.ts'
import { LogExporter } from '../../../src/main/core/transfer/log-exporter.ts'
import type { Result } from '../../../src/shared/result.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { BackupDatabases, backUp, CHEAP, Writer } from './support/backup-database.ts'
import { removeDirectory, temporaryDirectory, valueOf } from './support/test-storage.ts'

const directory = temporaryDirectory()
const databases = new BackupDatabases()
const sha256 = (text: string): string => hash('sha256', text)

afterEach(() => databases.close())

afterAll(() => removeDirectory(directory))

async function all(lines: AsyncIterable<Result<string>>): Promise<readonly string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(valueOf(line))
  return read
}

async function branchOf(path: string, passphrase: string | null, prefix: string) {
  const folder = valueOf(await openBackupFolder(createBackupStore(path), passphrase, CHEAP))
  return readBackupBranch(folder, backupRowReader, prefix)
}

async function written(passphrase: string | null) {
  const { url, client } = await databases.empty()
  const writer = new Writer(client, seededRandom(11))
  for (let count = 0; count < 120; count++) await writer.write()
  const path = join(directory, randomUUID())
  valueOf(await backUp(client, path, passphrase))
  return { url, client, path }
}

describe('an agent in a backup', () => {
  it('has the lines of its export, with those above and below it', async () => {
    const { url, path } = await written('correct horse')
    const pool = openPool(parseDatabaseUrl(url))
    const reader = createLogReader(pool)
    const tree = new AgentTree()
    for (const agent of valueOf(await reader.agents())) tree.put(agent)
    const hasher = { recorded: () => undefined, close: async () => undefined, flush: async () => undefined }
    const transfer = createLogTransfer(pool, 1, { reader, hasher })
    const exporter = new LogExporter(tree, { transfer, content: createContentStore(pool), sha256 })
    expect(tree.all().length).toBeGreaterThan(5)
    for (const { id } of tree.all()) {
      const { agentId, ...parts } = valueOf(await branchOf(path, 'correct horse', id.slice(0, 13)))
      const lines = await all(new LogExporter(parts.tree, { ...parts, sha256 }).lines(agentId))
      expect(lines).toEqual(await all(exporter.lines(id)))
    }
    await pool.$client.end()
  })

  it('is refused when it is not there, or when a file that it needs is damaged', async () => {
    const { client, path } = await written(null)
    const [row] = await client`select uuid::text as id from agents where parent_uuid is null limit 1`
    const id = String(row?.['id'])
    expect(await branchOf(path, null, 'ffffffff')).toMatchObject({
      ok: false,
      error: { message: 'No agent: ffffffff. Nothing was restored.' },
    })
    for (const name of await readdir(path)) {
      if (name !== 'ikigai-backup.json') await writeFile(join(path, name), 'damaged')
    }
    const refused = await branchOf(path, null, id)
    expect(refused.ok ? '' : refused.error.message).toMatch(/^The file [0-9a-f]{64} of the backup: .*--check/)
  })
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { keychainOff } from '../../src/main/adapters/credentials/keychain-port.ts'
import { createSecretStore } from '../../src/main/adapters/credentials/secret-store.ts'
import { installedPrograms } from '../../src/main/adapters/storage/embedded/installed-programs.ts'
import { fillCrashedLog } from '../adapters/storage/support/crashed-log.ts'
import { makeOlderDatabase, useOlderDatabase } from '../support/older-database.ts'
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** `IKIGAI_TEST_OLDER_POSTGRES` names the folder of the programs of another major version, besides those of the system. */
const FOLDER = process.env['IKIGAI_TEST_OLDER_POSTGRES'] ?? null
const FOUND = [null, FOLDER].flatMap((folder) => [15, 16, 17].map((major) => installedPrograms(major, folder)))
const OLDER = [...new Map(FOUND.flatMap((found) => (found === null ? [] : [[found.major, found]]))).values()]

const NONE = { initdb: '', postgres: '', pgCtl: '', major: 0, folder: '' }

/** Skipped where none is installed, e.g. by `apt install postgresql`. */
describe.skipIf(OLDER.length === 0).each(OLDER.length === 0 ? [NONE] : OLDER)(
  'an upgrade from PostgreSQL $major',
  (older) => {
    // Those of the system are found without being named.
    const flags = older.folder === FOLDER ? ['--programs', FOLDER] : []
    let workspace: Workspace
    let data: string

    beforeEach(async () => {
      workspace = await makeWorkspace({}, { isNew: true })
      data = join(workspace.directory, 'data')
      await makeOlderDatabase(data, older)
    })
    afterEach(() => workspace.remove())

    const secrets = () =>
      createSecretStore({ configDirectory: join(workspace.directory, 'config'), keychain: keychainOff })
    const run = (...args: readonly string[]) => runIkigai(args, workspace.environment)
    const contents = (text: string): readonly string[] => text.match(/Old question|Old answer|New question/g) ?? []

    it('reads the copy of the last clean end, and the way back leads to the old database', async () => {
      await useOlderDatabase(data, { programs: older, keepsCopy: true, secrets: secrets() }, fillCrashedLog)
      const refused = await run('agents')
      expect(refused.stderr).toContain(`was written by PostgreSQL ${older.major}`)
      expect(refused.stderr).toContain('Run `ikigai upgrade`')
      const unasked = await run('upgrade', ...flags)
      expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('It holds everything.')])
      expect(readdirSync(data).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.lock'])

      const upgraded = await run('upgrade', '--yes', ...flags)
      expect(upgraded.stderr).toContain('Upgraded to PostgreSQL 18 and verified: 1 agent, 3 events')
      expect(upgraded.code).toBe(0)
      // As if it had ended between its renames: the next start goes on.
      renameSync(join(data, 'postgres'), join(data, 'postgres.upgraded'))
      const exported = await run('export')
      expect(contents(exported.stdout)).toEqual(['Old question', 'Old answer'])
      expect(await run('verify')).toMatchObject({ code: 0 })
      const backup = join(workspace.directory, 'backup')
      // With the turn that was cut off, which the first engine recorded.
      expect((await run('backup', backup)).stderr).toContain('4 new events')
      expect((await run('verify', backup)).stderr).toContain('signed as a whole')
      expect((await run('upgrade')).stderr).toContain('There is nothing to do.')

      const [, back = ''] = /&& mv '(.*)' '/.exec(unasked.stderr.replaceAll(/\n/g, ' ')) ?? []
      const kept = readdirSync(data).find((name) => name.startsWith(`postgres.${older.major}-`)) ?? ''
      expect(back).toContain(`postgres.${older.major}-`)
      renameSync(join(data, 'postgres'), join(data, 'postgres.18'))
      renameSync(join(data, kept), join(data, 'postgres'))
      const rows = await useOlderDatabase(
        data,
        { programs: older },
        (client) => client`select content from messages order by id`,
      )
      expect(rows.map((row) => String(row['content']))).toEqual(['Be kind.', 'Old question', 'Old answer'])
    })

    it('reads the database itself where nothing proves that the copy is its own, or brings no rights', async () => {
      await useOlderDatabase(data, { programs: older, keepsCopy: true }, fillCrashedLog)
      expect((await run('upgrade', ...flags)).stderr).toContain('Start the database once with the programs')
      const elsewhere = ['--programs', mkdtempSync(join(workspace.directory, 'none-'))]
      expect((await run('upgrade', ...elsewhere)).stderr).toContain('it brings content and no rights')
      const upgraded = await run('upgrade', '--yes', ...elsewhere)
      expect([upgraded.code, upgraded.stderr]).toEqual([0, expect.stringContaining('1 agent, 3 events')])
    })

    it('reads through the old programs what a crash kept out of the copy', async () => {
      await useOlderDatabase(data, { programs: older, keepsCopy: true }, fillCrashedLog)
      await useOlderDatabase(
        data,
        { programs: older },
        (client) =>
          client`insert into messages (session_id, agent_uuid, kind, content) select 1, uuid, 'user', 'New question' from agents`,
      )
      const upgraded = await run('upgrade', '--yes', ...flags)
      expect(upgraded.stderr).toContain('Start the database once with the programs')
      expect(upgraded.stderr).toContain('4 events')
      expect(contents((await run('export')).stdout)).toEqual(['Old question', 'Old answer', 'New question'])
    })

    it('says what to do without a complete copy and without programs, and leaves everything as it was', async () => {
      await useOlderDatabase(data, { programs: older, keepsCopy: true }, fillCrashedLog)
      await useOlderDatabase(data, { programs: older }, async () => undefined)
      const elsewhere = ['--programs', mkdtempSync(join(workspace.directory, 'none-'))]
      const stale = await run('upgrade', '--yes', ...elsewhere)
      expect([stale.code, stale.stderr]).toEqual([2, expect.stringContaining('did not end cleanly')])
      const copy = `${data}-upgrade`
      const manifest = readFileSync(join(copy, 'ikigai-backup.json'))
      writeFileSync(join(copy, 'ikigai-backup.json'), 'x')
      expect((await run('upgrade', '--yes', '--older-copy', ...elsewhere)).stderr).toContain('cannot be used')
      renameSync(copy, `${copy}-elsewhere`)
      expect((await run('upgrade', '--yes', '--older-copy', ...elsewhere)).stderr).toContain('There is no copy')
      renameSync(`${copy}-elsewhere`, copy)
      writeFileSync(join(copy, 'ikigai-backup.json'), manifest)
      expect(readFileSync(join(data, 'postgres', 'cluster', 'PG_VERSION'), 'utf8').trim()).toBe(String(older.major))
      const accepted = await run('upgrade', '--yes', '--older-copy', ...elsewhere)
      expect(accepted.stderr).toContain('Upgraded to PostgreSQL 18')
      expect(existsSync(join(data, 'postgres.upgrading'))).toBe(false)
    })
  },
)

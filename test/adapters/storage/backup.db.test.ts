import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { MANIFEST, openBackupFolder } from '../../../src/main/adapters/backup/backup-folder.ts'
import { createBackupStore } from '../../../src/main/adapters/backup/backup-store.ts'
import { KILL_LOCK } from '../../../src/main/adapters/storage/advisory-locks.ts'
import { LOG_ID } from '../../../src/main/adapters/storage/backup-source.ts'
import { checkBackup } from '../../../src/main/core/backup/check-backup.ts'
import { createBackupSigner } from '../../../src/main/adapters/proof/backup-signer.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { BackupDatabases, backUp, CHEAP, contentOf, restore, Writer } from './support/backup-database.ts'
import { removeDirectory, temporaryDirectory, valueOf } from './support/test-storage.ts'
import { untyped } from '../../support/untyped.ts'

const directory = temporaryDirectory()
const databases = new BackupDatabases()

afterEach(() => databases.close())

afterAll(() => removeDirectory(directory))

const newFolder = (): string => join(directory, randomUUID())

describe('a backup', () => {
  it('is incremental, and keeps files that did not change', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    const writer = new Writer(client, seededRandom(3))
    for (let count = 0; count < 30; count++) await writer.write()
    const first = valueOf(await backUp(client, path))
    const files = await readdir(path)
    expect(valueOf(await backUp(client, path))).toMatchObject({ newEvents: 0, newBlobs: 0, newBytes: 0 })
    expect(await readdir(path)).toEqual(files)
    await writer.writeEvent(client)
    expect(valueOf(await backUp(client, path))).toMatchObject({ newEvents: 1, events: first.events + 1 })
  })

  it('keeps nothing of a backup that was changed, or is not known to be the last one here', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client)
    const signer = createBackupSigner(memorySecrets(), async () => path)
    valueOf(await backUp(client, path))
    const forge = async (text: string): Promise<void> => {
      const folder = valueOf(await openBackupFolder(createBackupStore(path), null))
      const manifest = valueOf(await folder.manifest())
      const [events] = manifest?.events ?? []
      if (manifest === null || events === undefined) throw new Error('There are no events')
      const rows = valueOf(await folder.read(events))
      const body = Buffer.from(Buffer.from(rows.body).toString().replace('and more', text))
      const written = valueOf(await folder.write({ ...rows, body }))
      valueOf(await folder.replaceManifest({ ...manifest, events: [{ ...events, ...written }], newest: null }))
    }
    await forge('made up')
    // Never signed, so that nothing says whether it is the last one.
    const first = valueOf(await backUp(client, path, null, signer))
    expect(first).toMatchObject({ newEvents: 2, replacedProblem: null, unsigned: null })
    await forge('made up again')
    const second = valueOf(await backUp(client, path, null, signer))
    expect(second).toMatchObject({ newEvents: 2, replacedProblem: expect.stringContaining('is not signed') })
    expect(valueOf(await backUp(client, path, null, signer))).toMatchObject({ newEvents: 0, replacedProblem: null })
    const { client: target } = await databases.empty()
    valueOf(await restore(target, path))
    expect((await contentOf(target))['messages']).toEqual((await contentOf(client))['messages'])
  })

  it('lets commits through while it is made, though a kill would keep them out', async () => {
    const { client, url } = await databases.empty()
    await fill(client)
    const other = databases.connect(url)
    const store = createBackupStore(newFolder())
    const entered: boolean[] = []
    const write = async (name: string, bytes: Uint8Array): Promise<void> => {
      const [row] = await other`select pg_try_advisory_xact_lock_shared(${KILL_LOCK}) as entered`
      entered.push(row?.['entered'] === true)
      await store.write(name, bytes)
    }
    valueOf(await backUp(client, { ...store, write }))
    expect(new Set(entered)).toEqual(new Set([true]))
  })

  it('leaves the connection usable when the disk is full in the middle of a table', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client)
    await client`insert into settings (key, value)
      select number::text, to_json(repeat(md5(number::text), 32768)) from generate_series(1, 60) as number`
    const store = createBackupStore(path)
    let writes = 0
    const full = async (name: string, bytes: Uint8Array): Promise<void> => {
      if (++writes > 4) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      await store.write(name, bytes)
    }
    expect(await backUp(client, { ...store, write: full })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('disk of the backup is full') },
    })
    expect(valueOf(await backUp(client, path))).toMatchObject({ events: 2 })
  })

  it('is refused in a folder with other files, of another log, and of a copy that was continued', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client)
    valueOf(await backUp(client, path))
    const other = (await databases.empty()).client
    await fill(other)
    expect(await backUp(other, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('another log') },
    })
    const [row] = await client`select value #>> '{}' as id from settings where key = ${LOG_ID}`
    await other`delete from settings where key = ${LOG_ID}`
    await other`insert into settings (key, value) values (${LOG_ID}, to_json(${String(row?.['id'])}::text))`
    expect(await backUp(other, path)).toMatchObject({ ok: false, error: { message: expect.stringContaining('copy') } })
    const strange = newFolder()
    await mkdir(strange)
    await writeFile(join(strange, 'letter.txt'), 'mine')
    expect(await backUp(client, strange)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('other files') },
    })
    expect(await readdir(strange)).toEqual(['letter.txt'])
  })

  it('is not readable without its passphrase, and contains nothing in plain text', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client, 'a secret sentence')
    valueOf(await backUp(client, path, 'open sesame'))
    for (const name of await readdir(path)) {
      expect((await readFile(join(path, name))).includes('messages')).toBe(false)
    }
    const target = (await databases.empty()).client
    expect(await restore(target, path, { passphrase: 'wrong' })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('passphrase') },
    })
    expect(await restore(target, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('encrypted') },
    })
    expect(await backUp(client, path, 'other')).toMatchObject({ ok: false })
    valueOf(await restore(target, path, { passphrase: 'open sesame' }))
  })

  it('is only restored into an empty database that no engine uses', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client)
    valueOf(await backUp(client, path))
    const before = await contentOf(client)
    expect(await restore(client, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('not empty') },
    })
    expect(await contentOf(client)).toEqual(before)
    const target = await databases.empty()
    await databases.connect(target.url)`select pg_advisory_lock(454425, 7)`
    expect(await restore(target.client, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Another ikigai') },
    })
  })

  it('goes to a new log when it is restored', async () => {
    const { client } = await databases.empty()
    const path = newFolder()
    await fill(client)
    valueOf(await backUp(client, path))
    const target = (await databases.empty()).client
    valueOf(await restore(target, path))
    await fill(target)
    expect(await backUp(target, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('another log') },
    })
    valueOf(await backUp(target, newFolder()))
  })
})

describe('a damaged backup', () => {
  const attacks: Readonly<Record<string, (path: string) => Promise<void>>> = {
    'a flipped bit': async (path) => {
      const bytes = await readFile(path)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
      await writeFile(path, bytes)
    },
    'a cut file': async (path) => truncate(path, 20),
    'an empty file': async (path) => truncate(path, 0),
    'a longer file': async (path) => writeFile(path, 'more', { flag: 'a' }),
    'a missing file': (path) => rm(path),
    'a link': async (path) => {
      await rename(path, `${path}-moved`)
      await symlink(`${path}-moved`, path)
    },
    'a folder': async (path) => {
      await rm(path)
      await mkdir(path)
    },
  }

  it('is named file by file, restored only if asked, and mended by the next backup', async () => {
    const { client } = await databases.empty()
    for (const [index, attack] of Object.values(attacks).entries()) {
      const path = newFolder()
      const passphrase = index % 2 === 0 ? null : 'pass'
      if (index === 0) await fill(client)
      valueOf(await backUp(client, path, passphrase))
      const before = await contentOf(client)
      const manifest = valueOf(await contentOfBackup(path, passphrase)).manifest
      const victim = manifest.events[0]?.file ?? ''
      await attack(join(path, victim))
      expect(valueOf(await contentOfBackup(path, passphrase)).content.damages.map(({ file }) => file)).toEqual([victim])
      const target = (await databases.empty()).client
      const refused = await restore(target, path, { passphrase })
      expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(victim) } })
      expect((await contentOf(target))['agents']).toEqual([])
      valueOf(await restore(target, path, { passphrase, damaged: true }))
      expect({ ...(await contentOf(target)), ...EVENTS_GONE }).toEqual({ ...before, ...EVENTS_GONE })
      if ((await readdir(path)).length === 0) continue
      const blocked = attack === attacks['a folder'] ? await backUp(client, path, passphrase) : null
      const refusal = blocked === null || blocked.ok ? null : blocked.error.message
      expect(refusal?.includes(`${victim} is a folder`) ?? null).toBe(blocked === null ? null : true)
      expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
      await rm(join(path, victim), { recursive: true, force: true })
      expect(valueOf(await backUp(client, path, passphrase)).replaced.map(({ file }) => file)).toEqual([victim])
      expect(valueOf(await contentOfBackup(path, passphrase)).content.damages).toEqual([])
    }
  })

  it('is refused when two files are swapped, or the agents are lost', async () => {
    const { client } = await databases.empty()
    await fill(client)
    const path = newFolder()
    valueOf(await backUp(client, path))
    const { manifest } = valueOf(await contentOfBackup(path))
    const [agents, events] = [manifest.tables.find(({ table }) => table === 'agents'), manifest.events[0]]
    const [one, two] = [join(path, agents?.file ?? ''), join(path, events?.file ?? '')]
    const bytes = await readFile(one)
    await writeFile(one, await readFile(two))
    await writeFile(two, bytes)
    const target = (await databases.empty()).client
    expect(valueOf(await contentOfBackup(path)).content.damages).toHaveLength(2)
    const refused = await restore(target, path, { damaged: true })
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('without its agents') } })
  })

  it('is refused when its manifest is changed, cut, names a path, or is of a newer version', async () => {
    const { client } = await databases.empty()
    await fill(client)
    const path = newFolder()
    valueOf(await backUp(client, path))
    const target = (await databases.empty()).client
    const manifestFile = join(path, MANIFEST)
    const text = await readFile(manifestFile, 'utf8')
    const header = untyped<{ body: string; sha256: string; version: number }>(JSON.parse(text))
    const changed = (body: string, others: object = {}): string =>
      JSON.stringify({ ...header, body, sha256: createHash('sha256').update(body).digest('hex'), ...others })
    const file = /"file":"([0-9a-f]{64})"/.exec(header.body)?.[1] ?? ''
    const forged = [
      text.slice(0, -10),
      '',
      text.replace('messages', 'massages').replace('"rows', '"sowr').replace('logId', 'lagId'),
      changed(header.body.replaceAll(file, '../../../../etc/passwd')),
      changed(header.body.replaceAll(file, `/${file.slice(1)}`)),
      changed(header.body, { encryption: { kdf: 'scrypt', cost: 2 ** 40, salt: 'AAAA' } }),
      changed(header.body, { version: 2 }),
      changed('{}'),
    ]
    for (const bytes of forged) {
      await writeFile(manifestFile, bytes)
      expect(await restore(target, path)).toMatchObject({ ok: false })
      expect(await backUp(client, path)).toMatchObject({ ok: false })
      expect(await readFile(manifestFile, 'utf8')).toBe(bytes)
    }
    await writeFile(manifestFile, changed(header.body.replace(/"schema":\d+/, '"schema":9999999999999')))
    expect(await restore(target, path)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('newer') },
    })
    await writeFile(manifestFile, text)
    valueOf(await restore(target, path))
  })
})

/** What the lost file held. */
const EVENTS_GONE = { messages: [], responses: [], attachments: [] }

async function contentOfBackup(path: string, passphrase: string | null = null) {
  const folder = await openBackupFolder(createBackupStore(path), passphrase, CHEAP)
  return folder.ok ? checkBackup(folder.value) : folder
}

async function fill(client: Sql, text = 'hello'): Promise<void> {
  const agent = randomUUID()
  await client`insert into agents (uuid, name, root_uuid) values (${agent}, ${text}, ${agent})`
  const [session] = await client`insert into sessions (host, version) values ('h', '1') returning id`
  for (const content of [text, 'and more']) {
    await client`insert into messages (session_id, agent_uuid, kind, content)
      values (${String(session?.['id'])}, ${agent}, 'user', ${content})`
  }
}

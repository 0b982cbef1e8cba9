import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { readPostmasterFile } from '../../../src/main/adapters/storage/embedded/postmaster-file.ts'
import { isServerOf, processState } from '../../../src/main/adapters/storage/embedded/process-probe.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { startEngine } from './support/engine-process.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  removeDirectory,
  storageOptions,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

/** One database for all cases: each leaves it stopped. */
const directory = temporaryDirectory()
afterEach(() => ended(serverPid()))
afterAll(() => removeDirectory(directory))

const cluster = (): string => join(directory, 'postgres', 'cluster')
const serverPid = (): number => readPostmasterFile(cluster())?.pid ?? 0

/** Other processes tell nobody what becomes of them: asks until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5)
}

async function ended(pid: number): Promise<void> {
  await until(() => pid === 0 || processState(pid) !== 'running')
}

/** Records one event and tells how to find it again. */
async function record(storage: Storage, content: string): Promise<string> {
  const agentId = await recordAgent(storage)
  valueOf(await storage.store.commit({ events: [userEvent(agentId, content)] }))
  return agentId
}

/** Tries again for as long as it is told that it may. */
async function commitAtLast(storage: Storage, event: NewEvent): Promise<void> {
  const result = await storage.store.commit({ events: [event] })
  if (result.ok) return
  expect([result.error.category, result.error.retryable]).toEqual(['STORAGE', true])
  await delay(5)
  await commitAtLast(storage, event)
}

async function contentsOf(storage: Storage, agentId: string): Promise<unknown> {
  return valueOf(await storage.store.events({ agentId })).map(({ content }) => content)
}

describe('the embedded server', () => {
  it('keeps what was recorded over a restart, is private, and leaves nothing running', async () => {
    const first = await open(directory)
    expect(first.state()).toEqual({ state: 'ok', message: 'embedded' })
    const agentId = await record(first, 'kept')
    const pid = serverPid()
    const modes = ['postgres', 'postgres/password', 'postgres/run', 'postgres/run/.s.PGSQL.5432', 'postgres/engines']
    expect(modes.map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([
      0o700, 0o600, 0o700, 0o700, 0o600,
    ])
    await first.close()
    expect([processState(pid), existsSync(join(cluster(), 'postmaster.pid'))]).not.toContain('running')
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)

    const second = await open(directory)
    expect(await contentsOf(second, agentId)).toEqual(['kept'])
    await second.close()
  })

  it('runs no process for replication, which it never does', async () => {
    const storage = await open(directory)
    const client = plainClient(directory)
    const types = await client`select distinct backend_type as type from pg_stat_activity`
    await client.end()
    await storage.close()
    expect(types.map(({ type }) => String(type)).toSorted()).toEqual([
      'autovacuum launcher',
      'background writer',
      'checkpointer',
      'client backend',
      'walwriter',
    ])
  })

  it('is shared: it stays when one of two engines leaves, crashed or not, and stops after the last', async () => {
    const engines = [startEngine('hold', directory), startEngine('hold', directory), startEngine('hold', directory)]
    expect(await Promise.all(engines.map((engine) => engine.nextLine()))).toEqual(['open', 'open', 'open'])
    const pid = serverPid()
    await engines[0]?.kill()
    await engines[1]?.leave()
    const late = await open(directory)
    expect([serverPid(), processState(pid)]).toEqual([pid, 'running'])
    await late.close()
    expect(processState(pid)).toBe('running')
    await engines[2]?.leave()
    expect(processState(pid)).not.toBe('running')
  })

  it('is stopped by its watchdog when the last engine crashes', async () => {
    const engine = startEngine('hold', directory)
    await engine.nextLine()
    const pid = serverPid()
    await engine.kill()
    await ended(pid)
    expect(processState(pid)).not.toBe('running')
  })

  it('is started anew when it dies under an engine, and what was tried again meanwhile is recorded once', async () => {
    const storage = await open(directory)
    const agentId = await recordAgent(storage)
    const pid = serverPid()
    const numbers = Array.from({ length: 300 }, (_, number) => String(number))
    for (const number of numbers) {
      if (number === '100') process.kill(pid, 'SIGKILL')
      await commitAtLast(storage, userEvent(agentId, number))
    }
    expect(await contentsOf(storage, agentId)).toEqual(numbers)
    expect(serverPid()).not.toBe(pid)
    await storage.close()
  })

  it('is tried again when it goes away at a late step of being opened, as one does that was stopping already', async () => {
    const first = await open(directory)
    const plain = plainClient(directory)
    // The connection of the next session ends in the middle of its beginning, once.
    await plain.unsafe(`
      create sequence openings;
      create function end_the_first() returns trigger language plpgsql as $$
      begin
        if nextval('openings') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$;
      create trigger end_the_first before insert on sessions for each row execute function end_the_first()`)
    const second = await openStorage(storageOptions(directory))
    await plain.unsafe('drop trigger end_the_first on sessions; drop function end_the_first; drop sequence openings')
    await plain.end()
    const agentId = await record(valueOf(second), 'here')
    expect(await contentsOf(first, agentId)).toEqual(['here'])
    await valueOf(second).close()
    await first.close()
  })

  it('replaces a server that lost its watchdog with its engine: nobody would ever stop it', async () => {
    const engine = startEngine('hold', directory)
    await engine.nextLine()
    const agentId = await recordInOther(directory)
    const orphan = serverPid()
    // The watchdog's processes first, then the engine: the server is left alone.
    for (const pid of processesWith(join(directory, 'postgres', 'engines'))) process.kill(pid, 'SIGKILL')
    await engine.kill()
    expect(processState(orphan)).toBe('running')
    const storage = await open(directory)
    expect(processState(orphan)).not.toBe('running')
    expect(await contentsOf(storage, agentId)).toEqual(['by another'])
    await storage.close()
  })

  it('opens after server, watchdog and engine were all killed, though the pid is somebody else now', async () => {
    const engine = startEngine('hold', directory)
    await engine.nextLine()
    const agentId = await recordInOther(directory)
    const pid = serverPid()
    for (const watchdog of processesWith(join(directory, 'postgres', 'engines'))) process.kill(watchdog, 'SIGKILL')
    // Before the server: an engine that loses its server removes the pid file and starts another one.
    await engine.kill()
    process.kill(pid, 'SIGKILL')
    await ended(pid)
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
    const file = join(cluster(), 'postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
    const storage = await open(directory)
    expect(await contentsOf(storage, agentId)).toEqual(['by another'])
    expect(processState(stranger.pid ?? 0)).toBe('running')
    await storage.close()
    stranger.kill()
  })

  it('never opens a half-made database, and clears it away', async () => {
    const fresh = join(directory, 'fresh')
    mkdirSync(fresh)
    const drafts = (): readonly string[] => readdirSync(fresh).filter((name) => name.startsWith('postgres.new-'))
    const engine = startEngine('hold', fresh)
    await until(() => drafts().some((draft) => existsSync(join(fresh, draft, 'cluster', 'PG_VERSION'))))
    for (const pid of processesWith(`${fresh}/postgres.new-`)) process.kill(pid, 'SIGKILL')
    await engine.kill()
    expect(existsSync(join(fresh, 'postgres'))).toBe(false)
    mkdirSync(join(fresh, 'postgres.new-old'))
    const storage = await open(fresh)
    expect(drafts()).toEqual([])
    await storage.close()
  })

  it('says what to do with data of another PostgreSQL, and does not touch it', async () => {
    await (await open(directory)).close()
    const version = join(cluster(), 'PG_VERSION')
    writeFileSync(version, '17\n')
    const result = await openStorage(storageOptions(directory))
    expect(result.ok ? '' : result.error.message).toMatch(
      /was written by PostgreSQL 17, .* brings PostgreSQL 18\. Nothing was changed\. Run `ikigai upgrade`/,
    )
    expect(readFileSync(version, 'utf8')).toBe('17\n')
    writeFileSync(version, '18\n')
  })

  it('mends a lost version file from a copy, and names other damaged files with the way back', async () => {
    const first = await open(directory)
    const agentId = await record(first, 'kept')
    await first.close()
    await ended(serverPid())
    const version = join(cluster(), 'PG_VERSION')
    for (const damage of [() => writeFileSync(version, ''), () => rmSync(version)]) {
      damage()
      const mended = await open(directory)
      expect(await contentsOf(mended, agentId)).toContain('kept')
      await mended.close()
      await ended(serverPid())
    }
    const copy = join(cluster(), 'base', '1', 'PG_VERSION')
    const wal = readdirSync(join(cluster(), 'pg_wal')).filter((name) => name.startsWith('0'))
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['global/pg_control'], /Its control file \(global\/pg_control\) is damaged\./],
      [['postgresql.conf'], /Its configuration file \(postgresql\.conf\) is missing or damaged\./],
      [wal.map((name) => `pg_wal/${name}`), /Its write-ahead log \(pg_wal\) is damaged or incomplete\./],
    ]
    for (const [names, message] of cases) {
      const before = names.map((name) => [join(cluster(), name), readFileSync(join(cluster(), name))] as const)
      // An empty configuration is a valid one.
      for (const [path] of before)
        if (path.endsWith('.conf')) rmSync(path)
        else writeFileSync(path, '')
      const refused = await openStorage(storageOptions(directory))
      if (refused.ok) await refused.value.close()
      expect(refused.ok ? '' : refused.error.message).toMatch(message)
      expect(refused.ok ? '' : refused.error.message).toContain('ikigai restore FOLDER')
      for (const [path, bytes] of before) writeFileSync(path, bytes)
    }
    const both = [version, copy].map((path) => [path, readFileSync(path)] as const)
    for (const [path] of both) writeFileSync(path, 'x')
    const unknown = await openStorage(storageOptions(directory))
    expect(unknown.ok ? '' : unknown.error.message).toMatch(
      /PG_VERSION in .* is empty or damaged, and so are its copies/,
    )
    for (const [path, bytes] of both) writeFileSync(path, bytes)
    await (await open(directory)).close()
  })

  it('gets a new password when the file with it is gone, empty, or says that it is wrong', async () => {
    const first = await open(directory)
    const agentId = await record(first, 'kept')
    const password = join(directory, 'postgres', 'password')
    const before = readFileSync(password, 'utf8')
    rmSync(password)
    const refused = await openStorage(storageOptions(directory))
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Close that one and start') },
    })
    await first.close()
    const second = await open(directory)
    expect(await contentsOf(second, agentId)).toEqual(['kept'])
    expect(readFileSync(password, 'utf8')).not.toBe(before)
    expect(statSync(password).mode & 0o777).toBe(0o600)
    await second.close()
    writeFileSync(password, 'garbage')
    const wrong = await openStorage(storageOptions(directory))
    expect(wrong).toMatchObject({ ok: false, error: { message: expect.stringMatching(/delete that file and start/) } })
    await ended(serverPid())
    writeFileSync(password, '')
    const third = await open(directory)
    expect(await contentsOf(third, agentId)).toEqual(['kept'])
    await third.close()
  })

  it('starts with garbage in its lock files', async () => {
    const first = await open(directory)
    await first.close()
    await ended(serverPid())
    writeFileSync(join(directory, 'postgres.lock'), 'garbage '.repeat(1_000))
    writeFileSync(join(cluster(), 'postmaster.pid'), 'garbage\n\0\nmore')
    writeFileSync(join(directory, 'postgres', 'run', '.s.PGSQL.5432.lock'), 'garbage')
    const second = await open(directory)
    expect(second.state()).toEqual({ state: 'ok', message: 'embedded' })
    await second.close()
  })

  it('works with a long path, with spaces and quotes in it', async () => {
    const deep = join(directory, 'a "quoted" name', 'x'.repeat(90))
    mkdirSync(deep, { recursive: true })
    const storage = await open(deep)
    expect(await contentsOf(storage, await record(storage, 'there'))).toEqual(['there'])
    await storage.close()
  })
})

describe('the look at processes', () => {
  it('tells a server of this cluster from any other process, and a zombie from a living one', async () => {
    // Its parent becomes a program that never asks for its children; then the child's input ends, and so does it.
    const script = 'exec 3<&0; (read -r _ <&3) & echo $!; exec sleep 600'
    const zombieParent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
    const zombie = Number(String(await once(zombieParent.stdout, 'data')))
    await until(
      () =>
        processesWith('sleep 600').includes(zombieParent.pid ?? 0) &&
        !processesWith('exec 3<&0').includes(zombieParent.pid ?? 0),
    )
    zombieParent.stdin.end()
    await until(() => processState(zombie) !== 'running')
    expect([processState(zombie), processState(process.pid), isServerOf(process.pid, '/')]).toEqual([
      'zombie',
      'running',
      false,
    ])
    zombieParent.kill()
  })
})

/** Records an event from a third engine, which then leaves. */
async function recordInOther(path: string): Promise<string> {
  const other = await open(path)
  const agentId = await record(other, 'by another')
  await other.close()
  return agentId
}

/** Processes of this test alone: its directory's name is in their command. */
function processesWith(words: string): readonly number[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => Number.parseInt(line, 10))
}

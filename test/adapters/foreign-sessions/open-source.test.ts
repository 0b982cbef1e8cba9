import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { countSessionFiles, findFiles, placesOf } from '../../../src/main/adapters/foreign-sessions/find-sessions.ts'
import { openSource } from '../../../src/main/adapters/foreign-sessions/open-source.ts'
import { readSource } from '../../../src/main/core/transfer/foreign/recognise.ts'
import { object, objects, parseValue } from '../../../src/main/core/transfer/foreign/values.ts'
import { sample } from '../../support/foreign-samples.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-sources-'))
})
afterEach(async () => {
  await rm(directory, { recursive: true })
})

async function sourcesOf(path: string, session: string | null = null) {
  const opened = await openSource(path, session)
  return opened.ok ? Array.fromAsync(opened.value) : opened.error.message
}

async function sessionsOf(path: string, session: string | null = null) {
  const sources = await sourcesOf(path, session)
  if (typeof sources === 'string') throw new Error(sources)
  return sources.flatMap((source) => ('problem' in source ? [] : (readSource(source.document) ?? [])))
}

/** The names and hashes of all files of a folder. */
async function stateOf(folder: string) {
  const names = (await readdir(folder)).toSorted()
  const hashes = names.map(async (name) => {
    return createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  })
  return { names, hashes: await Promise.all(hashes) }
}

/** Makes a database of rows, as a program that has it open. */
async function databaseOf(
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
  journal: string,
) {
  const database = new DatabaseSync(join(directory, 'store.db'))
  database.exec(`pragma journal_mode = ${journal}`)
  for (const [table, all] of Object.entries(rows)) {
    const columns = [...new Set(all.flatMap((row) => Object.keys(row)))]
    database.exec(`create table ${table} (${columns.map((name) => `"${name}"`).join(',')})`)
    const insert = database.prepare(`insert into ${table} values (${columns.map(() => '?').join(',')})`)
    for (const row of all) {
      const values = columns.map((name) => row[name] ?? null)
      insert.run(
        ...values.map((value) =>
          typeof value === 'string' || typeof value === 'number'
            ? value
            : value === null
              ? null
              : JSON.stringify(value),
        ),
      )
    }
  }
  return database
}

describe('a database', () => {
  it.each(['delete', 'wal'])(
    'is read while its program has it open, and nothing beside it changes (%s)',
    async (journal) => {
      const rows = object(parseValue(await readFile(sample('synthetic/opencode.rows.json'), 'utf8')))
      const { session, message, part } = rows
      const tables = { session: objects(session), message: objects(message), part: objects(part) }
      const database = await databaseOf({ ...tables, account: [{ token: 'secret' }] }, journal)
      try {
        const before = await stateOf(directory)
        const sessions = await sessionsOf(join(directory, 'store.db'))
        expect(sessions.map(({ id, parentId }) => [id, parentId])).toEqual([
          ['ses_1', null],
          ['ses_2', 'ses_1'],
        ])
        expect(sessions[0]?.nodes.flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual([
          'user',
          'assistant',
          'tool_result',
        ])
        expect(JSON.stringify(sessions)).not.toContain('secret')
        expect(await sessionsOf(join(directory, 'store.db'), 'ses_2')).toHaveLength(1)
        expect(await stateOf(directory)).toEqual(before)
      } finally {
        database.close()
      }
    },
  )

  it('of Cursor is read conversation by conversation', async () => {
    const values = object(parseValue(await readFile(sample('synthetic/cursor.kv.json'), 'utf8')))
    const rows = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
    const database = await databaseOf({ cursorDiskKV: [...rows, { key: 'secret', value: '1' }] }, 'wal')
    try {
      const [session, ...others] = await sessionsOf(join(directory, 'store.db'))
      expect(others).toEqual([])
      expect([session?.id, session?.records.length]).toEqual(['c-1', rows.length])
    } finally {
      database.close()
    }
  })

  it('that is damaged or of another program is named', async () => {
    const path = join(directory, 'broken.db')
    await writeFile(path, `SQLite format 3\0${'x'.repeat(5_000)}`)
    expect(await sourcesOf(path)).toMatchObject([{ problem: expect.stringContaining('cannot be read') }])
    const database = await databaseOf({ notes: [{ text: 'a' }] }, 'delete')
    database.close()
    expect(await sourcesOf(join(directory, 'store.db'))).toMatchObject([
      { problem: 'It is not a database of a known tool.' },
    ])
  })
})

/** Makes an archive. `claimed`: the sizes that it names, if they are not the true ones. */
function archiveOf(files: Readonly<Record<string, string | Buffer>>, claimed: number | null = null): Buffer {
  const parts: Buffer[] = []
  const directoryParts: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimed ?? data.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name), packed])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(20, 4)
    facts.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directoryParts.push(entry, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directoryParts)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

function crc32(data: Buffer): number {
  let crc = ~0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

describe('an archive', () => {
  it('is read with the files beside its conversations, whatever it is called', async () => {
    const conversations = await readFile(sample('synthetic/chatgpt.conversations.json'))
    const path = join(directory, 'export')
    await writeFile(
      path,
      archiveOf({
        'conversations.json': conversations,
        'file_0000000000000001-dot.png': 'picture',
        'users.json': '{}',
      }),
    )
    const sources = await sourcesOf(path)
    if (typeof sources === 'string') throw new Error(sources)
    expect(sources.map(({ name }) => name)).toEqual(['conversations.json', 'conversations.json', 'users.json'])
    const [first] = sources
    const picture = first !== undefined && 'asset' in first ? await first.asset?.('file_0000000000000001') : null
    expect(Buffer.from(picture ?? '').toString()).toBe('picture')
  })

  it('that would fill memory, lies about sizes or is damaged is refused', async () => {
    const bomb = join(directory, 'bomb.zip')
    await writeFile(bomb, archiveOf({ 'conversations.json': Buffer.alloc(40_000_000, ' ') }))
    expect(await sourcesOf(bomb)).toMatchObject([{ problem: expect.stringContaining('far larger') }])
    const many = Array.from({ length: 30 }, (_, at) => [`${at}.json`, Buffer.alloc(1_000_000, ' ')] as const)
    const small = join(directory, 'many.zip')
    await writeFile(small, archiveOf(Object.fromEntries(many)))
    expect(await sourcesOf(small)).toMatchObject([{ problem: expect.stringContaining('far larger') }])
    const liar = join(directory, 'liar.zip')
    await writeFile(liar, archiveOf({ 'conversations.json': Buffer.alloc(1_000_000, ' ') }, 100))
    expect(await sourcesOf(liar)).toMatchObject([{ problem: expect.stringContaining('could not be unpacked') }])
    const cut = join(directory, 'cut.zip')
    await writeFile(cut, archiveOf({ 'conversations.json': '[]' }).subarray(0, 50))
    expect(await sourcesOf(cut)).toMatchObject([{ problem: expect.stringContaining('could not be read') }])
  })

  it('cannot name files outside of itself', async () => {
    await writeFile(join(directory, 'secret.json'), '{"conversationId":"stolen","messages":[]}')
    const path = join(directory, 'inside.zip')
    await writeFile(path, archiveOf({ '../secret.json': '{}' }))
    const read = JSON.stringify(await sourcesOf(path))
    expect(read).toContain('problem')
    expect(read).not.toContain('stolen')
  })
})

it('reads a folder with sub-agents after their sessions, and follows no links out of it', async () => {
  const folder = join(directory, 'project')
  await mkdir(join(folder, 'a', 'subagents'), { recursive: true })
  await writeFile(
    join(folder, 'a', 'subagents', 'agent-1.jsonl'),
    await readFile(sample('synthetic/claude-code.subagent.jsonl')),
  )
  await writeFile(join(folder, 'z.jsonl'), await readFile(sample('synthetic/claude-code.jsonl')))
  await writeFile(join(directory, 'outside.jsonl'), '{"type":"user","sessionId":"outside"}')
  await symlink(join(directory, 'outside.jsonl'), join(folder, 'link.jsonl'))
  const sources = await sourcesOf(folder)
  if (typeof sources === 'string') throw new Error(sources)
  expect(sources.map(({ name }) => name)).toEqual(['z.jsonl', join('a', 'subagents', 'agent-1.jsonl')])
})

it('reads the facts about a thread of Jan with the messages beside them, as one session', async () => {
  const [thread = '', ...messages] = (await readFile(sample('synthetic/jan.jsonl'), 'utf8')).split('\n')
  const folder = join(directory, 'threads', 'jan-1')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'thread.json'), JSON.stringify(JSON.parse(thread), null, 2))
  await writeFile(join(folder, 'messages.jsonl'), messages.join('\n'))
  for (const path of [join(directory, 'threads'), join(folder, 'messages.jsonl')]) {
    const [session, ...others] = await sessionsOf(path)
    expect([session?.name, session?.records.length, others]).toEqual(['Weights', 6, []])
  }
  await rm(join(folder, 'thread.json'))
  expect((await sessionsOf(join(directory, 'threads'))).map(({ id }) => id)).toEqual(['jan-1'])
})

it('finds sessions in the usual places, and where variables move them', async () => {
  const moved = join(directory, 'moved')
  await mkdir(join(moved, 'projects', '-home-ana-app'), { recursive: true })
  await mkdir(join(directory, '.codex', 'sessions', '2026', '11', '02'), { recursive: true })
  await mkdir(join(directory, '.local', 'share', 'opencode'), { recursive: true })
  await writeFile(
    join(moved, 'projects', '-home-ana-app', 'one.jsonl'),
    await readFile(sample('synthetic/claude-code.jsonl')),
  )
  const rollout = join(directory, '.codex', 'sessions', '2026', '11', '02', 'rollout-1.jsonl')
  await writeFile(rollout, await readFile(sample('synthetic/codex.rollout.jsonl')))
  const machine = { platform: 'linux', homeDirectory: directory, environment: { CLAUDE_CONFIG_DIR: moved } } as const
  const found = await Array.fromAsync(findFiles(placesOf(machine)))
  await mkdir(join(moved, 'projects', '-home-ana-app', 'one', 'subagents'), { recursive: true })
  await writeFile(join(moved, 'projects', '-home-ana-app', 'one', 'subagents', 'agent-a.jsonl'), '{}')
  await writeFile(join(directory, '.local', 'share', 'opencode', 'opencode.db'), '')
  expect(await countSessionFiles(placesOf(machine))).toEqual([
    { tool: 'claude-code', sessions: 1 },
    { tool: 'codex', sessions: 1 },
    { tool: 'opencode', sessions: null },
  ])
  expect(found.map(({ tool, path }) => [tool, path])).toEqual([
    ['claude-code', join(moved, 'projects', '-home-ana-app', 'one.jsonl')],
    ['codex', rollout],
  ])
})

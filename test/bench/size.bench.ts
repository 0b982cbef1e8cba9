import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sql } from 'postgres'

import { openBackupFolder } from '../../src/main/adapters/backup/backup-folder.ts'
import { createBackupStore } from '../../src/main/adapters/backup/backup-store.ts'
import { createBackupSource } from '../../src/main/adapters/storage/backup-source.ts'
import { makeBackup } from '../../src/main/core/backup/make-backup.ts'
import { ROOT } from '../../scripts/project.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { type BenchRow, printRows } from './bench-result.ts'

/** How much room a million events take, by kind of room and by kind of event. */
const EVENTS = Number(process.env['IKIGAI_BENCH_EVENTS'] ?? 60_000)
const AGENTS = 100
const MILLION = 1_000_000
const MB = 1_000_000

/** The events of a turn in which a model reads two files: kind, bytes of text, whether it is code. */
const TURN = [
  ['user', 250, false],
  ['assistant', 600, false],
  ['tool_call', 150, false],
  ['tool_result', 4_000, true],
  ['tool_call', 150, false],
  ['tool_result', 2_000, true],
  ['assistant', 1_500, false],
] as const

/** SQL of the data of an event with `words` in turn `n`, as an engine records it: an answer's text is also in its blocks. */
const DATA = {
  user: 'null',
  assistant: `json_build_object('provider', 'anthropic', 'model', 'claude-haiku-4-5', 'requested_model', 'claude-haiku-4-5',
    'thinking_level', 'none', 'input_tokens', 12000 + n % 1000, 'output_tokens', 300, 'finish_reason', 'stop',
    'response_id', 'msg_' || md5(n::text), 'first_delta_ms', 400, 'duration_ms', 4000, 'cost_usd', 0.0123,
    'blocks', json_build_array(json_build_object('type', 'text', 'text', words, 'provider', 'anthropic',
      'model', 'claude-haiku-4-5', 'requestedModel', 'claude-haiku-4-5', 'endpoint', 'messages')))`,
  tool_call: `json_build_object('tool_call_id', 'call_' || md5(n::text), 'name', 'file_read',
    'arguments', json_build_object('path', left(words, 100)))`,
  tool_result: `json_build_object('tool_call_id', 'call_' || md5(n::text), 'name', 'file_read', 'is_error', false, 'duration_ms', 12)`,
} as const

const bench = await openRealEngine({})
const client = plainClient(bench.dataDirectory)
const ids: string[] = []
for (let index = 0; index < AGENTS; index++) {
  ids.push(valueOf(await bench.engine.agents.create({ model: 'claude-haiku-4-5' })).id)
}
await client.unsafe('vacuum (full, analyze)')
const empty = valueOf(await bench.engine.room.sizes())
await seed(client)
// As after a while: the index for searching merges what was added to it.
await client.unsafe('vacuum (analyze)')
const full = valueOf(await bench.engine.room.sizes())
const added = full.events - empty.events
const rows: BenchRow[] = []
const addRow = (what: string, bytes: number): void => {
  rows.push({ what: `${what}, a million events`, value: ((bytes / added) * MILLION) / MB, unit: 'MB' })
}
for (const { kind, bytes } of full.parts) {
  const before = empty.parts.find((part) => part.kind === kind)?.bytes ?? 0
  if (kind !== 'write_ahead_log' && bytes !== null && bytes > before) addRow(kind, bytes - before)
}
const kinds = await client`select kind, count(*)::int as events, sum(pg_column_size(messages.*))::float8 as bytes,
  sum(coalesce(octet_length(content), 0) + coalesce(octet_length(data::text), 0))::float8 as text from messages group by kind order by bytes desc`
for (const { kind, events, bytes, text } of kinds) {
  const each = (sum: unknown): number => Number(sum) / Number(events)
  rows.push({
    what: `${String(kind)}, one event`,
    value: each(bytes),
    unit: `bytes, of ${Math.round(each(text))} of text`,
  })
}
const folder = valueOf(await openBackupFolder(createBackupStore(join(bench.dataDirectory, '..', 'size-backup')), null))
const made = valueOf(await makeBackup(createBackupSource(client), folder, { madeAt: new Date().toISOString() }))
addRow('backup', made.bytes)
await client.end()
printRows(rows, process.argv.includes('--json'))
await bench.close()

/** Text of this repository: prose of its documents, code of its sources. */
function pieces(pattern: string, bytes: number): readonly string[] {
  const text = globSync(pattern, { cwd: ROOT })
    .toSorted()
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  return Array.from({ length: Math.floor(text.length / bytes) }, (_, index) =>
    text.slice(index * bytes, (index + 1) * bytes),
  )
}

/** Past the engine, because a million events would take minutes. */
async function seed(sql: Sql): Promise<void> {
  const turns = Math.floor(EVENTS / TURN.length)
  for (const [place, [kind, bytes, isCode]] of TURN.entries()) {
    const texts = pieces(isCode ? 'src/**/*.ts' : 'docs/**/*.md', bytes)
    await sql`create temp table if not exists texts (place int primary key, words text)`
    await sql`truncate texts`
    await sql`insert into texts select position - 1, words from unnest(${[...texts]}::text[]) with ordinality as p(words, position)`
    await sql.unsafe(
      `insert into messages (session_id, agent_uuid, kind, content, data)
        select 1, ($1::uuid[])[1 + n % ${AGENTS}], '${kind}', ${kind === 'tool_call' ? 'null' : 'words'}, ${DATA[kind]}
        from generate_series(0, ${turns - 1}) as n join texts on texts.place = (n * 7 + ${place}) % ${texts.length} order by n`,
      [ids],
    )
  }
  for (let round = 0; round * 1_000 < EVENTS; round++) await sql`select hash_events(uuid, 1000) from agents`
}

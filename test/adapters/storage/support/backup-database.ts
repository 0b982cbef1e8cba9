import { createHash, randomBytes, randomUUID } from 'node:crypto'

import fc from 'fast-check'
import type { Sql } from 'postgres'

import { openBackupFolder } from '../../../../src/main/adapters/backup/backup-folder.ts'
import { type BackupStore, createBackupStore } from '../../../../src/main/adapters/backup/backup-store.ts'
import { createBackupSource, LOG_ID } from '../../../../src/main/adapters/storage/backup-source.ts'
import { columnsOf, quoted } from '../../../../src/main/adapters/storage/copy-rows.ts'
import { createRestoreTarget } from '../../../../src/main/adapters/storage/restore-target.ts'
import { encodeJson } from '../../../../src/main/adapters/storage/lossless-text.ts'
import { makeBackup } from '../../../../src/main/core/backup/make-backup.ts'
import type { BackupSigner } from '../../../../src/main/core/ports/backup-signature-ports.ts'
import { restoreBackup } from '../../../../src/main/core/backup/restore-backup.ts'
import type { BackupTable } from '../../../../src/shared/backup-manifest.ts'
import { naturalHistory } from '../../../core/transcript/random-history.ts'
import { newDatabase } from '../../../support/shared-database.ts'
import { clientOf } from './test-storage.ts'
import { untyped } from '../../../support/untyped.ts'

/** Key derivation that takes no time. */
export const CHEAP = 2
const NOW = '2026-11-23T12:00:00.000Z'
const COMPARED: readonly (BackupTable | 'responses' | 'attachments')[] = [
  'sessions',
  'agents',
  'messages',
  'event_hashes',
  'mail',
  'queued_prompts',
  'drafts',
  'settings',
  'stream_journal',
  'blobs',
  'responses',
  'attachments',
]

/** The databases of a test. */
export class BackupDatabases {
  readonly #clients: Sql[] = []

  async empty(): Promise<{ readonly url: string; readonly client: Sql }> {
    const url = await newDatabase()
    if (url === null) throw new Error('These tests need the shared server')
    return { url, client: this.connect(url) }
  }

  connect(url: string): Sql {
    const client = clientOf(url)
    this.#clients.push(client)
    return client
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.end()
  }
}

export async function backUp(
  client: Sql,
  path: string | BackupStore,
  passphrase: string | null = null,
  signer?: BackupSigner,
) {
  const store = typeof path === 'string' ? createBackupStore(path) : path
  const folder = await openBackupFolder(store, passphrase, CHEAP)
  const signed = signer === undefined ? {} : { signer }
  return folder.ok ? makeBackup(createBackupSource(client), folder.value, { madeAt: NOW, ...signed }) : folder
}

interface RestoreChoices {
  readonly passphrase?: string | null
  readonly damaged?: boolean
  readonly verified?: boolean
}

export async function restore(
  client: Sql,
  path: string,
  { passphrase = null, damaged = false, verified = true }: RestoreChoices = {},
) {
  const folder = await openBackupFolder(createBackupStore(path), passphrase, CHEAP)
  return folder.ok
    ? restoreBackup(folder.value, createRestoreTarget(client), { damaged, verified, sandbox: 'workspace' })
    : folder
}

/** Every value of the database as PostgreSQL writes it, and the bytes of its files. */
export async function contentOf(client: Sql): Promise<Record<string, readonly string[]>> {
  const content: Record<string, readonly string[]> = {}
  for (const table of COMPARED) {
    const columns = (await columnsOf(client, untyped<BackupTable>(table))).map((name) => `"${name}"::text`)
    const where = table === 'settings' ? `where key <> '${LOG_ID}'` : ''
    const rows = await client.unsafe(
      `select concat_ws('|', ${columns.map((text) => `coalesce(${text}, '∅')`).join(', ')}) as row from ${quoted([table])} ${where} order by 1`,
    )
    content[table] = rows.map((row) => String(row['row']))
  }
  const files = await client`
    select sha256, string_agg(encode(data, 'hex'), '' order by start) as bytes
    from blobs join blob_pieces using (upload) group by 1 order by 1`
  content['bytes'] = files.map((row) => `${String(row['sha256'])} ${String(row['bytes'])}`)
  return content
}

/** Writes what ikigai writes, with texts that an inexact format would change. */
export class Writer {
  readonly #client: Sql
  readonly #random: () => number
  readonly #agents: string[] = []
  #session = ''

  constructor(client: Sql, random: () => number) {
    this.#client = client
    this.#random = random
  }

  async write(): Promise<void> {
    if (this.#session === '' || this.#random() < 0.1) await this.#startSession()
    if (this.#agents.length === 0 || this.#random() < 0.2) await this.#addAgent()
    const kinds = [
      this.#event,
      this.#event,
      this.#event,
      this.#file,
      this.#mail,
      this.#prompt,
      this.#setting,
      this.#gap,
      this.#hashes,
      this.#conversation,
      this.#conversation,
      this.#edit,
    ]
    await kinds[Math.floor(this.#random() * kinds.length)]?.call(this, this.#client)
  }

  /** Only an event: what a commit that takes long holds back must not block others. */
  writeEvent(client: Sql): Promise<void> {
    return this.#event(client)
  }

  #text(): string {
    const parts = ['a\tb', 'line\nline\r\n', '\\N', '\\.', '\n\\.\n', 'ä語🎌', '\uFDD00000', '"{}', '\u0001', ' ']
    return Array.from({ length: 3 }, () => parts[Math.floor(this.#random() * parts.length)]).join('')
  }

  #agent(): string {
    return this.#agents[Math.floor(this.#random() * this.#agents.length)] ?? ''
  }

  async #startSession(): Promise<void> {
    const [row] = await this.#client`insert into sessions (host, version) values (${this.#text()}, '1') returning id`
    this.#session = String(row?.['id'])
  }

  async #addAgent(): Promise<void> {
    const uuid = randomUUID()
    const parent = this.#agents.length > 0 && this.#random() < 0.7 ? this.#agent() : null
    // Later than its child, as after a jump of the clock.
    await this.#client`insert into agents (uuid, name, parent_uuid, fork_message_id, root_uuid, cost_usd, created_at)
      values (${uuid}, ${this.#text()}, ${parent}, (select max(id) from messages where agent_uuid = ${parent}), ${uuid}, ${this.#random() / 3}, ${new Date(1.9e12 - this.#agents.length * 1000)})`
    this.#agents.push(uuid)
  }

  /** `json` text in forms that a parser would change. */
  async #event(client: Sql): Promise<void> {
    const data = [
      '{"b":1, "a": 1.0,"a":2}',
      `{"model":"m", "input_tokens":12,"text":${JSON.stringify(this.#text())}}`,
      'null',
      '"\\u0041"',
    ][Math.floor(this.#random() * 4)]
    await client.unsafe(
      `insert into messages (session_id, agent_uuid, kind, content, data) values ($1::bigint, $2::uuid, 'assistant', $3, $4::text::json)`,
      [this.#session, this.#agent(), this.#random() < 0.2 ? null : this.#text(), data ?? null],
    )
  }

  async #file(client: Sql): Promise<void> {
    const bytes = randomBytes(Math.floor(this.#random() * 3000))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const upload = randomUUID()
    if (bytes.length > 0) {
      const half = Math.ceil(bytes.length / 2)
      for (let start = 0; start < bytes.length; start += half) {
        const piece = bytes.subarray(start, start + half)
        await client`insert into blob_pieces (upload, start, data) values (${upload}, ${start}, ${piece})`
      }
    }
    await client`insert into blobs (sha256, upload, bytes, media_type, kind, content)
      values (${sha256}, ${upload}, ${bytes.length}, 'text/plain', 'text', ${this.#text()}) on conflict do nothing`
    const data = `{"attachments":[{"type":"attachment","sha256":"${sha256}","name":"x"}]}`
    await client.unsafe(
      `insert into messages (session_id, agent_uuid, kind, content, data) values ($1::bigint, $2::uuid, 'user', '', $3::text::json)`,
      [this.#session, this.#agent(), data],
    )
  }

  async #mail(client: Sql): Promise<void> {
    await client`insert into mail (from_agent, to_agent, content) values (${this.#agent()}, ${this.#agent()}, ${this.#text()})`
    if (this.#random() < 0.5) await client`update mail set read_at = clock_timestamp() where read_at is null`
  }

  async #prompt(client: Sql): Promise<void> {
    if (this.#random() < 0.3) await client`delete from queued_prompts`
    await client`insert into queued_prompts (id, agent_uuid, content) values (${randomUUID()}, ${this.#agent()}, ${this.#text()})`
    await client`insert into drafts (agent_uuid, content) values (${this.#agent()}, ${this.#text()}) on conflict do nothing`
    await client.unsafe(
      `insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
        values ($1::uuid, 1, 0, 0, $1::uuid, 'p', $2, 'med', '[{"type" : "text"}]'::text::json)`,
      [randomUUID(), this.#text()],
    )
  }

  async #setting(client: Sql): Promise<void> {
    await client.unsafe(
      `insert into settings (key, value) values ($1, $2::text::json) on conflict (key) do update set value = excluded.value`,
      [`k${Math.floor(this.#random() * 5)}`, JSON.stringify({ z: this.#text(), a: null })],
    )
  }

  /** Prompts, answers, calls and results as agents record them. */
  async #conversation(client: Sql): Promise<void> {
    const seed = Math.floor(this.#random() * 2 ** 31)
    const [{ events } = { events: [] }] = fc.sample(naturalHistory, { seed, numRuns: 1 })
    const agent = this.#agent()
    for (const { kind, content, data } of events) {
      await client.unsafe(
        `insert into messages (session_id, agent_uuid, kind, content, data) values ($1::bigint, $2::uuid, $3, $4, $5::text::json)`,
        [this.#session, agent, kind, content, data === null ? null : encodeJson(data)],
      )
    }
  }

  /** What changes a context without adding a message. */
  async #edit(client: Sql): Promise<void> {
    const kind = this.#random() < 0.3 ? 'clear' : 'system'
    await client`insert into messages (session_id, agent_uuid, kind, content)
      values (${this.#session}, ${this.#agent()}, ${kind}, ${kind === 'clear' ? null : this.#text()})`
  }

  /** As an engine does in the background. */
  async #hashes(client: Sql): Promise<void> {
    await client`select hash_events(${this.#agent()}, 3)`
  }

  /** An id that no event will have. */
  async #gap(client: Sql): Promise<void> {
    await client`select nextval('messages_id_seq')`
  }
}

import { createHash, hash } from 'node:crypto'

import { sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { EventVerifier, type HashedEvent } from '../../../shared/event-verifier.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { type AgentHead, SignedHeadComparison } from '../../../shared/signed-head.ts'
import { type Redaction, redactionIn } from '../../../shared/tombstones.ts'
import type { LogCheck } from '../../core/ports/verify-ports.ts'
import { readLogId } from './backup-source.ts'
import { lineageOf, readHashedAgents } from './hashed-agents.ts'
import { readPages } from './read-pages.ts'
import { toResult } from './storage-error.ts'
import { rowsOf, run } from './statements.ts'

/** Rows that are in memory at a time. */
const BATCH = 500

const sinceSchema = z.array(z.object({ value: z.coerce.number() }))
const redactionsSchema = z.array(z.object({ id: z.coerce.number(), data: z.string().nullable() }))
const rowsSchema = z.array(
  z.object({
    id: z.coerce.number().nullable(),
    agentId: z.string(),
    sessionId: z.coerce.number(),
    turnId: z.string().nullable(),
    kind: z.string(),
    content: z.string().nullable(),
    data: z.string().nullable(),
    at: z.coerce.bigint(),
    eventId: z.coerce.number().nullable(),
    seq: z.coerce.number(),
    salts: z.string().nullable(),
    contentHash: z.string().nullable(),
    dataHash: z.string().nullable(),
    leaf: z.string(),
    chain: z.string(),
  }),
)

/**
 * Compares the events of the database with their hashes, in one snapshot: of all agents, or of the one whose id begins so
 * with those above it. `signed`: heads that were signed earlier; each has to be a part of its agent's chain. Needs a client
 * with a single connection that has no time limits.
 */
export async function verifyEvents(
  client: Sql,
  prefix: string | null,
  signed: readonly AgentHead[] = [],
): Promise<Result<LogCheck>> {
  const checked = await toResult(() =>
    client.begin('isolation level repeatable read read only', async (transaction): Promise<Result<LogCheck>> => {
      const all = await readHashedAgents(transaction)
      const agents = prefix === null ? ok(all) : lineageOf(all, prefix)
      if (!agents.ok) return agents
      const redactions = await readRedactions(transaction)
      const verifier = new EventVerifier((text) => hash('sha256', text), agents.value, redactions)
      const comparison = new SignedHeadComparison(signed)
      for (const { id } of agents.value) {
        verifier.begin(id)
        for await (const row of readEvents(transaction, id)) {
          verifier.read(row)
          if (row.hash !== null) comparison.read(id, row.hash)
        }
      }
      const changedFiles = prefix === null ? await findChangedFiles(transaction) : []
      const compared = prefix === null ? comparison.agents : agents.value.map(({ id }) => id)
      return ok({
        ...verifier.result(),
        hashesSince: await readSince(transaction),
        changedFiles,
        logId: await readLogId(transaction),
        signedProblems: comparison.problems(new Set(compared)),
      })
    }),
  )
  return checked.ok ? checked.value : checked
}

/** The texts as they are stored: the driver would parse JSON. */
async function* readEvents(client: TransactionSql, agentId: AgentId): AsyncGenerator<HashedEvent> {
  const query = sql`
    select id, coalesce(event.agent_uuid, ${agentId}) as "agentId", coalesce(session_id, 0) as "sessionId",
      turn_id as "turnId", coalesce(kind, '') as kind, content, data::text as data,
      coalesce((extract(epoch from created_at) * 1000000)::bigint, 0) as at,
      event_id as "eventId", coalesce(seq, 0) as seq, encode(salts, 'hex') as salts,
      encode(content_hash, 'hex') as "contentHash", encode(data_hash, 'hex') as "dataHash",
      coalesce(encode(leaf, 'hex'), '') as leaf, coalesce(encode(chain, 'hex'), '') as chain
    from (select * from messages where agent_uuid = ${agentId}) as event
    full join (select * from event_hashes where agent_uuid = ${agentId}) as hashes on event_id = id
    order by coalesce(id, event_id)`
  for await (const rows of readPages(client, query, BATCH)) {
    for (const { id, eventId, seq, salts, contentHash, dataHash, leaf, chain, ...event } of rowsSchema.parse([
      ...rows,
    ])) {
      yield {
        event: id === null ? null : { ...event, id },
        hash: eventId === null ? null : { eventId, seq, salts, contentHash, dataHash, leaf, chain },
      }
    }
  }
}

async function readRedactions(client: TransactionSql): Promise<ReadonlyMap<number, Redaction>> {
  const rows = await run(client)`select id, data::text as data from messages where kind = 'redacted'`
  return new Map(redactionsSchema.parse([...rows]).map(({ id, data }) => [id, redactionIn(data)]))
}

async function readSince(client: TransactionSql): Promise<number | null> {
  const rows = await run(client)`select value #>> '{}' as value from settings where key = 'hashes_since_event'`
  return sinceSchema.parse([...rows])[0]?.value ?? null
}

async function findChangedFiles(client: TransactionSql): Promise<readonly string[]> {
  const changed: string[] = []
  const files = z.array(z.object({ sha256: z.string(), upload: z.string() }))
  const piece = z.object({ data: z.instanceof(Uint8Array) })
  for (const { sha256, upload } of await rowsOf(client, files)`select sha256, upload from blobs order by 1`) {
    const digest = createHash('sha256')
    const pieces = sql`select data from blob_pieces where upload = ${upload} order by start`
    for await (const [row] of readPages(client, pieces, 1)) digest.update(piece.parse(row).data)
    if (digest.digest('hex') !== sha256) changed.push(sha256)
  }
  return changed
}

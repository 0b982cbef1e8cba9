import { hash } from 'node:crypto'

import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { chainBeginning } from '../../../shared/event-hash.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { type AgentHead, SignedHeadComparison } from '../../../shared/signed-head.ts'
import type { HeadReader, ReadHeads } from '../../core/ports/verify-ports.ts'
import { SIGNING_LOCK } from './advisory-locks.ts'
import { findLogId } from './backup-source.ts'
import { toResult } from './storage-error.ts'
import { lockWithin } from './when-free.ts'
import { run } from './statements.ts'

const headsSchema = z.array(z.object({ agent: z.string(), events: z.coerce.number(), head: z.string().nullable() }))
const chainsSchema = z.array(z.object({ agent: z.string(), seq: z.coerce.number(), chain: z.string() }))

type ReadNow = (signed: readonly AgentHead[]) => Promise<ReadHeads>

/** Reads where the chains of the log end. `flush` makes hashes that are still missing. */
export function createHeadReader(client: Sql, flush: () => Promise<void> = async () => undefined): HeadReader {
  return {
    logId: () => findLogId(client),
    async whileSigning<T>(use: (read: ReadNow) => Promise<Result<T>>): Promise<Result<T | null>> {
      await flush()
      const done = await toResult(() =>
        client.begin('isolation level repeatable read', async (transaction): Promise<Result<T | null>> => {
          const [lock] = await run(transaction)`select pg_try_advisory_xact_lock(${SIGNING_LOCK}) as taken`
          if (lock?.['taken'] !== true) return ok(null)
          return use((signed) => readHeads(transaction, signed))
        }),
      )
      return done.ok ? done.value : done
    },
  }
}

/** How long another engine may sign, ms. */
const SIGNING_WAIT_MS = 60_000

const OTHER_SIGNS = 'Another ikigai has been signing the log of this database for a minute. Try again when it is done.'

/** Waits until no other engine signs, which none does until this client is closed; the log gets an id if it has none. */
export async function startSigning(client: Sql, waitMs = SIGNING_WAIT_MS): Promise<void> {
  await lockWithin(client, SIGNING_LOCK, waitMs, OTHER_SIGNS)
  await findLogId(client)
}

async function readHeads(client: TransactionSql, signed: readonly AgentHead[]): Promise<ReadHeads> {
  const rows = await run(client)`
    select uuid as agent, coalesce(seq, 0) as events, encode(chain, 'hex') as head
    from agents left join lateral (
      select seq, chain from event_hashes where agent_uuid = uuid order by seq desc limit 1) as last on true`
  const heads = headsSchema
    .parse([...rows])
    .map((row) => ({ ...row, head: row.head ?? chainBeginning((text) => hash('sha256', text), row.agent, null) }))
    .toSorted((a, b) => (a.agent < b.agent ? -1 : 1))
  const places = signed.filter(({ events }) => events > 0)
  const comparison = new SignedHeadComparison(signed)
  const chains = await run(client)`
    select agent_uuid as agent, seq, encode(chain, 'hex') as chain
    from unnest(${arrayText(places.map(({ agent }) => agent))}::uuid[], ${arrayText(places.map(({ events }) => events))}::bigint[])
      as place (agent, events)
    join event_hashes on agent_uuid = agent and seq = events`
  for (const { agent, ...link } of chainsSchema.parse([...chains])) comparison.read(agent, link)
  return { heads, problems: comparison.problems(new Set(comparison.agents)) }
}

function arrayText(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}

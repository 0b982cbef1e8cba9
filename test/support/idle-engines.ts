import { expect } from 'vitest'

import { AGENT_TURN_SEED } from '../../src/main/adapters/storage/advisory-locks.ts'
import { isBusy } from '../../src/shared/agent-summary.ts'
import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { agentsOf } from './drive-agent.ts'
import type { RealEngine } from './open-real-engine.ts'

type Client = ReturnType<typeof clientOf>

/** What leases are for, as the beginning of their names: turns, reruns and requests that keep a cache warm. */
const LEASES = ['', 'rerun ', 'keep_warm:']

/** How long the poll waits, ms: less than a test may take, so that a failure says what was not idle. */
const LONGEST_MS = 60_000

/**
 * Resolves when nothing runs in the engines on one database, nothing waits there that would begin by itself, and each
 * engine has seen all that the others recorded. No quiet time decides: what runs holds a lease, what will begin is
 * unread mail or a queued prompt, and nothing was recorded between the two looks at the leases.
 */
export async function idleEngines(engines: readonly RealEngine[]): Promise<void> {
  const [first] = engines
  if (first === undefined) return
  const client = clientOf(first.databaseUrl)
  const look = async (): Promise<string> => {
    const before = await recorded(client)
    const leases = await heldLeases(client)
    const waiting = await waitingAgents(client)
    const after = await heldLeases(client)
    const behind = await Promise.all(engines.map((real) => isBehind(client, real)))
    if (leases + after > 0) return `${Math.max(leases, after)} leases are held`
    if (waiting > 0) return `${waiting} agents have mail or prompts that start a turn`
    if (behind.includes(true)) return 'an engine has not seen everything, or works'
    return before === (await recorded(client)) ? 'idle' : 'something was recorded'
  }
  try {
    await expect.poll(look, { timeout: LONGEST_MS, interval: 20 }).toBe('idle')
  } finally {
    await client.end()
  }
}

async function recorded(client: Client): Promise<number> {
  const [row] = await client`select coalesce(max(id), 0) as id from messages`
  return Number(row?.['id'])
}

async function heldLeases(client: Client): Promise<number> {
  const [row] = await client`
    select count(*) as held from pg_locks
    where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint in (
        select hashtextextended(prefix || uuid::text, ${AGENT_TURN_SEED}) from agents, unnest(${LEASES}::text[]) as prefix)`
  return Number(row?.['held'])
}

/** Agents that would start a turn by themselves. Mail that a limit holds back waits for a user. */
async function waitingAgents(client: Client): Promise<number> {
  const [row] = await client`
    select count(*) as waiting from agents
    where status <> 'killed' and (
      exists (select from queued_prompts where agent_uuid = agents.uuid)
      or wake_on_mail and exists (select from mail where to_agent = agents.uuid and read_at is null)
        and not exists (select from settings where key like 'tree_use:%' and value::jsonb->'held' ? agents.uuid::text))`
  return Number(row?.['waiting'])
}

/** Whether an engine does not show yet what the database has, or works on something. */
async function isBehind(client: Client, { engine }: RealEngine): Promise<boolean> {
  const [row] = await client`select count(*) as agents, coalesce(sum(total_tokens), 0) as tokens from agents`
  const agents = await agentsOf(engine)
  const tokens = agents.reduce((sum, { usage }) => sum + usage.totalTokens, 0)
  const isSeen = agents.length === Number(row?.['agents']) && tokens === Number(row?.['tokens'])
  return !isSeen || agents.some(({ activity }) => isBusy(activity.type))
}

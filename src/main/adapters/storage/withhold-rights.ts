import type { TransactionSql } from 'postgres'
import { z } from 'zod'

import { agentProfileSchema } from '../../../shared/agent-profile.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import { PROVIDER_TOOLS, storedOptions } from '../../../shared/model-options.ts'
import { narrowedProfile, type Withheld } from '../../../shared/withheld.ts'
import { RESTORED_UNTIL } from '../../core/ports/backup-ports.ts'
import { decodeJson, encodeJson, unescapeText } from './lossless-text.ts'

const columnsSchema = z.array(z.object({ name: z.string() }))
const agentsSchema = z.array(z.object({ id: z.string(), profile: z.string().nullable(), wakes: z.boolean() }))
const optionsSchema = z.array(z.object({ id: z.string(), data: z.string() }))
const keysSchema = z.array(z.object({ key: z.string() }))

/**
 * Takes the rights out of a restored database, in the transaction that restores it. `sandbox`: the level of this
 * machine. `isKept`: whether a setting stays. Returns what was taken out.
 */
export async function withholdRights(
  transaction: TransactionSql,
  { sandbox, isKept }: { readonly sandbox: SandboxLevel; readonly isKept: (key: string) => boolean },
): Promise<readonly Withheld[]> {
  return [
    ...(await limitAgents(transaction, sandbox)),
    ...(await providerTools(transaction)),
    ...(await removeSettings(transaction, isKept)),
  ]
}

async function limitAgents(transaction: TransactionSql, sandbox: SandboxLevel): Promise<readonly Withheld[]> {
  const columns = columnsSchema.parse(
    await transaction`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'agents'`,
  )
  // A database of an older version had no profiles.
  if (!columns.some(({ name }) => name === 'profile')) return []
  const agents = agentsSchema.parse(
    await transaction`select uuid::text as id, profile::text as profile, wake_on_mail as wakes from agents
      where profile is not null or wake_on_mail`,
  )
  const withheld: Withheld[] = []
  for (const { id, profile: stored, wakes } of agents) {
    const came = stored === null ? null : agentProfileSchema.safeParse(decodeJson(stored)).data
    const { profile, withheld: parts } = narrowedProfile(came, sandbox)
    if (parts.length > 0) {
      await transaction.unsafe('update agents set profile = $2::text::json where uuid = $1', [id, encodeJson(profile)])
    }
    withheld.push(...parts.map((part) => ({ agentId: id, ...part })))
    if (wakes) withheld.push({ agentId: id, right: 'wake_on_mail', value: 'on' })
  }
  await transaction`update agents set wake_on_mail = false where wake_on_mail`
  return withheld
}

/** Returns the tools of providers that agents had on. The log is not changed: contexts leave them out up to `RESTORED_UNTIL`. */
async function providerTools(transaction: TransactionSql): Promise<readonly Withheld[]> {
  const newest = optionsSchema.parse(
    await transaction`select distinct on (agent_uuid) agent_uuid::text as id, data::text as data from messages
      where kind = 'options' order by agent_uuid, messages.id desc`,
  )
  return newest.flatMap(({ id, data }) => {
    const stored = decodeJson(data)
    const options = storedOptions(isJsonObject(stored) ? stored['options'] : null)
    const on = PROVIDER_TOOLS.filter((name) => options[name] === true)
    return on.length === 0 ? [] : [{ agentId: id, right: 'provider_tools', value: on.join(', ') } as const]
  })
}

async function removeSettings(
  transaction: TransactionSql,
  isKept: (key: string) => boolean,
): Promise<readonly Withheld[]> {
  const stored = keysSchema.parse(await transaction`select key from settings`)
  const removed = stored.flatMap(({ key }) => (isKept(unescapeText(key)) ? [] : [key]))
  // As JSON: the app's connections do not look up the types that the driver needs for arrays.
  await transaction`delete from settings where key in (
    select json_array_elements_text(${JSON.stringify(removed)}::text::json))`
  await transaction.unsafe(
    `insert into settings (key, value) select $1, to_json(coalesce(max(id), 0)) from messages
     on conflict (key) do update set value = excluded.value`,
    [RESTORED_UNTIL],
  )
  return removed.map((key) => ({ agentId: null, right: 'setting', value: unescapeText(key) }))
}

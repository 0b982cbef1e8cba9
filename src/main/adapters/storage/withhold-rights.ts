import type { TransactionSql } from 'postgres'
import { z } from 'zod'

import {
  AGENT_COLUMN_LIST,
  type CountedColumn,
  type NarrowedColumn,
  WITHHELD_COLUMNS,
} from '../../../shared/agent-attributes.ts'
import { agentProfileSchema } from '../../../shared/agent-profile.ts'
import { RESPONSE_KINDS } from '../../../shared/recorded-cost.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import { PROVIDER_TOOLS, storedOptions } from '../../../shared/model-options.ts'
import { addTotals, NO_TOTALS, type UsageTotals } from '../../../shared/usage-totals.ts'
import { NARROWED, type Withheld, withheldPart } from '../../../shared/withheld.ts'
import { RESTORED_UNTIL } from '../../core/ports/backup-ports.ts'
import { totalsByAgent, totalsColumns, type TotalsColumn } from './agent-totals.ts'
import { hasTable } from './backup-source.ts'
import { decodeJson, encodeJson, unescapeText } from './lossless-text.ts'
import { recordset, statement, command, rowsOf, run } from './statements.ts'

/** Rows of the log that are read at once. */
const ROWS_READ = 200

const columnsSchema = z.array(z.object({ name: z.string() }))
const profilesSchema = z.array(z.object({ id: z.string(), profile: z.string() }))
const valuesSchema = z.array(z.object({ id: z.string(), value: z.string().nullable() }))
const eventsSchema = z.array(z.object({ id: z.string(), kind: z.string(), data: z.string().nullable() }))
const promptsSchema = z.array(z.object({ id: z.string(), content: z.string() }))
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
  const columns = await presentColumns(transaction)
  const withheld: Withheld[] = []
  for (const narrow of Object.values(NARROWING)) withheld.push(...(await narrow(transaction, columns, sandbox)))
  withheld.push(...(await resetColumns(transaction, columns)))
  withheld.push(...(await providerTools(transaction)))
  withheld.push(...(await removePrompts(transaction)))
  withheld.push(...(await removeSettings(transaction, isKept)))
  await countAgain(transaction, columns)
  return withheld
}

/** The columns of `agents`. A database of an older version has fewer. */
async function presentColumns(transaction: TransactionSql): Promise<ReadonlySet<string>> {
  const columns = await rowsOf(transaction, columnsSchema)`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'agents'`
  return new Set(columns.map(({ name }) => name))
}

type Part = (
  transaction: TransactionSql,
  columns: ReadonlySet<string>,
  sandbox: SandboxLevel,
) => Promise<readonly Withheld[]>

/** Narrows the columns of which agents have at most what this machine gives. */
const NARROWING: Readonly<Record<NarrowedColumn, Part>> = { profile: limitProfiles }

async function limitProfiles(
  transaction: TransactionSql,
  columns: ReadonlySet<string>,
  sandbox: SandboxLevel,
): Promise<readonly Withheld[]> {
  if (!columns.has('profile')) return []
  const agents = await rowsOf(
    transaction,
    profilesSchema,
  )`select uuid::text as id, profile::text as profile from agents where profile is not null`
  const withheld: Withheld[] = []
  for (const { id, profile: stored } of agents) {
    const came = agentProfileSchema.safeParse(decodeJson(stored)).data
    const { profile, withheld: parts } = NARROWED.profile(came, sandbox)
    if (parts.length === 0) continue
    await statement(transaction, 'update agents set profile = $2::text::json where uuid = $1', [
      id,
      encodeJson(profile),
    ])
    withheld.push(...parts.map((part) => ({ agentId: id, ...part })))
  }
  return withheld
}

/** Gives agents what a new one has in the columns that give a right. */
async function resetColumns(transaction: TransactionSql, columns: ReadonlySet<string>): Promise<readonly Withheld[]> {
  const withheld: Withheld[] = []
  for (const { name, value } of WITHHELD_COLUMNS) {
    if (!columns.has(name)) continue
    const changed = valuesSchema.parse([
      ...(await statement(
        transaction,
        `select uuid::text as id, to_json(${name})::text as value from agents
         where to_json(${name})::text is distinct from $1`,
        [JSON.stringify(value)],
      )),
    ])
    await command(transaction, `update agents set ${name} = default`)
    for (const { id, value: came } of changed) {
      const parts = withheldPart(name, came === null ? null : decodeJson(came), value)
      withheld.push(...parts.map((part) => ({ agentId: id, ...part })))
    }
  }
  return withheld
}

/** What a limit counts of an agent, by the rows that came: a sum that came with them could hide what was used. */
const COUNTED: Readonly<Record<Exclude<CountedColumn, TotalsColumn>, string>> = {
  unread_mail: '(select count(*) from mail where to_agent = agents.uuid and read_at is null)',
  queued_prompts: '(select count(*) from queued_prompts where agent_uuid = agents.uuid)',
}

async function countAgain(transaction: TransactionSql, columns: ReadonlySet<string>): Promise<void> {
  const totals = new Map<AgentId, UsageTotals>()
  const responses = run(transaction)`select agent_uuid::text as id, kind, data::text as data from messages
    where kind in (select json_array_elements_text(${JSON.stringify([...RESPONSE_KINDS])}::text::json))`.cursor(
    ROWS_READ,
  )
  for await (const rows of responses) {
    const events = eventsSchema.parse(rows).map(({ id, kind, data }) => {
      return { agentId: id, kind, data: data === null ? null : decodeJson(data) }
    })
    for (const [id, sum] of totalsByAgent(events)) totals.set(id, addTotals(totals.get(id) ?? NO_TOTALS, sum))
  }
  const counted = Object.entries(COUNTED).filter(([name]) => columns.has(name))
  const summed = AGENT_COLUMN_LIST.filter(({ name }) => columns.has(name) && name in totalsColumns(NO_TOTALS))
  const rows = [...totals].map(([uuid, sum]) => ({ uuid, ...totalsColumns(sum) }))
  const fresh = [...counted.map(([name, sum]) => `${name} = ${sum}`), ...summed.map(({ name }) => `${name} = 0`)]
  await command(transaction, `update agents set ${fresh.join(', ')}`)
  await statement(
    transaction,
    `update agents set ${summed.map(({ name }) => `${name} = x.${name}`).join(', ')}
     from json_to_recordset($1::text::json) as x(uuid uuid, ${recordset(summed)}) where agents.uuid = x.uuid`,
    [JSON.stringify(rows)],
  )
}

/** Returns the tools of providers that agents had on. The log is not changed: contexts leave them out up to `RESTORED_UNTIL`. */
async function providerTools(transaction: TransactionSql): Promise<readonly Withheld[]> {
  const newest = await rowsOf(
    transaction,
    optionsSchema,
  )`select distinct on (agent_uuid) agent_uuid::text as id, data::text as data from messages
      where kind = 'options' order by agent_uuid, messages.id desc`
  return newest.flatMap(({ id, data }) => {
    const stored = decodeJson(data)
    const options = storedOptions(isJsonObject(stored) ? stored['options'] : null)
    const on = PROVIDER_TOOLS.filter((name) => options[name] === true)
    return on.length === 0 ? [] : [{ agentId: id, right: 'provider_tools', value: on.join(', ') } as const]
  })
}

/** Removes prompts that would be sent by themselves, as lines that a user has typed, once the agent was asked something. */
async function removePrompts(transaction: TransactionSql): Promise<readonly Withheld[]> {
  if (!(await hasTable(transaction, 'queued_prompts'))) return []
  const removed = await rowsOf(
    transaction,
    promptsSchema,
  )`delete from queued_prompts returning agent_uuid::text as id, content`
  return removed.map(({ id, content }) => ({
    agentId: id,
    right: 'queued_prompt' as const,
    value: unescapeText(content),
  }))
}

async function removeSettings(
  transaction: TransactionSql,
  isKept: (key: string) => boolean,
): Promise<readonly Withheld[]> {
  const stored = await rowsOf(transaction, keysSchema)`select key from settings`
  const removed = stored.flatMap(({ key }) => (isKept(unescapeText(key)) ? [] : [key]))
  // As JSON: the app's connections do not look up the types that the driver needs for arrays.
  await run(transaction)`delete from settings where key in (
    select json_array_elements_text(${JSON.stringify(removed)}::text::json))`
  await statement(
    transaction,
    `insert into settings (key, value) select $1, to_json(coalesce(max(id), 0)) from messages
     on conflict (key) do update set value = excluded.value`,
    [RESTORED_UNTIL],
  )
  return removed.map((key) => ({ agentId: null, right: 'setting', value: unescapeText(key) }))
}

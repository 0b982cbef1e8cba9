import type { Sql } from 'postgres'

import type { AgentId } from '../../src/shared/ids.ts'
import { seededRandom } from '../support/seeded-random.ts'

const PARAGRAPHS = 4_000
const WORDS_PER_PARAGRAPH = 30
const SYLLABLES = 'ka to mi ren sol ve du lin par ost qui ba fel gor hum zi nat wex ory pel'.split(' ')
const BATCH = 100_000

/** Words that a search is tried with, and how often they stand in the log. */
export const SOUGHT = {
  common: 'kitchen',
  uncommon: 'garden',
  rare: 'zymurgy',
  /** In the same events as the rare word. */
  chinese: '檸檬',
  absent: 'xylophage',
  absentLetters: 'jj',
} as const

/** Words of no language, thousands of them: their trigrams are spread as those of a language are. */
function makeParagraphs(): string[] {
  const random = seededRandom(1)
  const syllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? ''
  const word = (): string => Array.from({ length: 1 + Math.floor(random() * 3) }, syllable).join('')
  return Array.from({ length: PARAGRAPHS }, () => Array.from({ length: WORDS_PER_PARAGRAPH }, word).join(' '))
}

/**
 * Fills the log past the engine, prompts and answers by turns and round the agents, from event `from` to event `to`: a
 * million would take minutes otherwise. Every tenth event holds the common word, every hundredth the uncommon one too,
 * and the rare one stands in three of the first fifty. The indexes of the text are made anew at the end, as they were.
 */
export async function seedLog(
  client: Sql,
  agentIds: readonly AgentId[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client`create temp table if not exists seed_paragraphs (place int primary key, words text)`
  await client`insert into seed_paragraphs select position - 1, words
    from unnest(${makeParagraphs()}::text[]) with ordinality as p(words, position) on conflict do nothing`
  const indexes = await client`select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'messages' and indexdef like '%gin%'`
  for (const { name } of indexes) await client`drop index ${client(String(name))}`
  for (let start = from; start < to; start += BATCH) {
    await insertEvents(client, agentIds, { from: start, to: Math.min(to, start + BATCH) })
  }
  await client`set maintenance_work_mem = '512MB'`
  for (const { definition } of indexes) await client.unsafe(String(definition))
  await client`analyze messages`
}

async function insertEvents(
  client: Sql,
  agentIds: readonly AgentId[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client`
    insert into messages (session_id, agent_uuid, kind, content, data)
    select 1, (${[...agentIds]}::uuid[])[1 + (n / 2) % ${agentIds.length}::int],
      case when n % 2 = 0 then 'user' else 'assistant' end,
      'message ' || n || ': ' || words
        || case when n % 10 = 0 then ${` ${SOUGHT.common}`} else '' end
        || case when n % 100 = 0 then ${` ${SOUGHT.uncommon}`} else '' end
        || case when n in (11, 23, 42) then ${` ${SOUGHT.rare} ${SOUGHT.chinese}`} else '' end,
      case when n % 2 = 0 then null else '{}'::json end
    from generate_series(${from}::int, ${to - 1}::int) as n join seed_paragraphs as p on p.place = n % ${PARAGRAPHS}::int
    order by n`
}

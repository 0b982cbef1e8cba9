import { describe, expect, it } from 'vitest'

import { importedAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
/** Two statements' worth of events. */
const COUNT = 5_001
/** Bytes of a table that holds nothing, or a few rows. */
const SMALL = 200_000

async function sizeOfEvents(): Promise<number> {
  const [row] =
    await shared.client`select pg_relation_size('messages')::int as bytes, count(*)::int as count from messages`
  expect(row?.['count']).toBe(0)
  return Number(row?.['bytes'])
}

async function importEvents(content: string, stop: AbortController) {
  const agent = importedAgent()
  const { events: ids } = valueOf(await shared.storage.transfer.reserveIds({ events: COUNT, mail: 0 }))
  return shared.storage.transfer.write(
    {
      agents: [agent],
      events: ids.map((id) => ({ ...userEvent(agent.id, content), id, createdAt: null })),
      mail: [],
    },
    { signal: stop.signal, onSaved: () => stop.abort() },
  )
}

describe.each([1, 20, 50, 80, 100, 200, 300, 500, 700, 1_000])(
  'an import with events of %i characters that ends in the middle',
  (length) => {
    it('leaves no event, and no space that its events took', async () => {
      const failed = await importEvents('x'.repeat(length), new AbortController())
      expect(failed).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
      expect(await sizeOfEvents()).toBeLessThan(SMALL)
    })
  },
)

it('leaves a write-ahead log that a small disk has room for', async () => {
  const [row] =
    await shared.client`select sum(size)::float8 as bytes, pg_size_bytes(current_setting('max_wal_size')) as most
    from pg_ls_waldir()`
  expect(Number(row?.['most'])).toBe(256 * 1024 * 1024)
  expect(Number(row?.['bytes'])).toBeLessThan(300 * 1024 * 1024)
})

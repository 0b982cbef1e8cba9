import { expect, it } from 'vitest'

import { parseEntry } from '../../../src/renderer/settings/parse-entry.ts'
import { poolEntrySchema } from '../../../src/shared/config-entries.ts'

it('reads an entry, and says what is wrong with one', () => {
  const problemOf = (text: string) => {
    const parsed = parseEntry(poolEntrySchema, text)
    return parsed.ok ? null : parsed.problem.split(/[:(]/)[0]
  }
  expect([
    parseEntry(poolEntrySchema, '{ "strategy": "failover", "models": ["gpt-5"] }'),
    problemOf('{ "strategy": '),
    problemOf('{ "strategy": "cheapest", "models": ["gpt-5"] }'),
    problemOf('{ "strategy": "failover", "models": [] }'),
  ]).toEqual([{ ok: true, value: { strategy: 'failover', models: ['gpt-5'] } }, 'Not valid JSON', 'strategy', 'models'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { schemaState, type SchemaState, TABLES } from '../../../src/main/adapters/storage/schema-state.ts'
import { FORMER_MIGRATIONS } from './support/former-migrations.ts'

const PAGE = join(import.meta.dirname, '../../../docs/behaviour/storage.md')
const KNOWN = [2_000, 3_000, 4_000]
const OLDEST_TABLES = ['agents', 'drafts', 'mail', 'messages', 'sessions', 'settings', 'stream_journal']

type Case = readonly [what: string, applied: readonly number[], tables: readonly string[], expected: SchemaState]

describe('the schema of a database', () => {
  it.each<Case>([
    ['nothing at all', [], [], 'empty'],
    ['tables of another program with other names', [], ['users', 'orders'], 'empty'],
    ['all migrations', KNOWN, TABLES, 'known'],
    ['the first migration only', [2_000], OLDEST_TABLES, 'known'],
    ['all but the newest migration', [2_000, 3_000], TABLES.filter((name) => name !== 'homes'), 'known'],
    ['the migrations in another order', [4_000, 2_000, 3_000], TABLES, 'known'],
    ['tables of another program beside its own', KNOWN, [...TABLES, 'users'], 'known'],
    ['one migration more than is known', [...KNOWN, 5_000], TABLES, 'newer'],
    ['another first migration, which is newer', [5_000], TABLES, 'newer'],
    ['a migration between two that are known', [2_000, 2_500], TABLES, 'newer'],
    ['a migration of the middle that was not applied', [2_000, 4_000], TABLES, 'newer'],
    ['former migrations', [1_000, 1_001], OLDEST_TABLES, 'former'],
    ['former migrations, and the first of this version', [1_000, ...KNOWN], TABLES, 'former'],
    ['former migrations, and newer ones', [1_000, 9_000], TABLES, 'former'],
    ['a table of the same name and no migrations', [], ['settings'], 'foreign'],
    ['all tables, whose list of migrations was removed', [], TABLES, 'foreign'],
    ['migrations of another program', [1_000], ['users'], 'foreign'],
    ['newer migrations of another program', [9_000], ['users', 'settings', 'agents'], 'foreign'],
    ['all migrations and no tables', KNOWN, [], 'incomplete'],
    ['all migrations, without the log', KNOWN, TABLES.filter((name) => name !== 'messages'), 'incomplete'],
    ['all migrations, without a table that came later', KNOWN, TABLES.filter((name) => name !== 'homes'), 'incomplete'],
  ])('with %s', (_what, applied, tables, expected) => {
    expect(schemaState({ applied, tables }, KNOWN)).toBe(expected)
  })

  it.each(FORMER_MIGRATIONS.map((_, index) => index + 1))('with the first %i former migrations is former', (count) => {
    const applied = FORMER_MIGRATIONS.slice(0, count)
    expect(schemaState({ applied, tables: OLDEST_TABLES }, [Math.max(...FORMER_MIGRATIONS) + 1])).toBe('former')
  })

  it('counts with all tables, which docs/behaviour/storage.md names', () => {
    const documented = readFileSync(PAGE, 'utf8').split('## Schema')[0] ?? ''
    const named = [...documented.matchAll(/`([a-z_]+)`(?=.*? \|)/g)].map(([, name = '']) => name)
    expect(TABLES.filter((table) => !named.includes(table))).toEqual([])
  })
})

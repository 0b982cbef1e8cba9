import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { generateDrizzleJson } from 'drizzle-kit/api'
import { expect, it } from 'vitest'
import { z } from 'zod'

import * as agents from '../../../src/main/adapters/storage/schema/agents.ts'
import * as columns from '../../../src/main/adapters/storage/schema/columns.ts'
import * as content from '../../../src/main/adapters/storage/schema/content.ts'
import * as log from '../../../src/main/adapters/storage/schema/log.ts'
import * as prompts from '../../../src/main/adapters/storage/schema/prompts.ts'
import * as settings from '../../../src/main/adapters/storage/schema/settings.ts'
import * as usage from '../../../src/main/adapters/storage/schema/usage.ts'

const SCHEMA = { agents, columns, content, log, prompts, settings, usage }
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'src', 'main', 'adapters', 'storage', 'schema')
const META = join(import.meta.dirname, '..', '..', '..', 'drizzle', 'meta')
const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number() })) })
const snapshotSchema = z.object({ tables: z.record(z.string(), z.unknown()) })

function readMeta(name: string): unknown {
  return JSON.parse(readFileSync(join(META, name), 'utf8'))
}

it('have the tables of the schema: else run npx drizzle-kit generate', () => {
  const last = journalSchema.parse(readMeta('_journal.json')).entries.at(-1)?.idx ?? 0
  const migrated = snapshotSchema.parse(readMeta(`${String(last).padStart(4, '0')}_snapshot.json`))
  const { tables } = generateDrizzleJson(
    Object.fromEntries(Object.values(SCHEMA).flatMap((file) => Object.entries(file))),
  )
  expect(JSON.parse(JSON.stringify(tables))).toEqual(migrated.tables)
})

it('are compared with all files of the schema', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace(/\.ts$/, ''))
  expect(files.toSorted()).toEqual(Object.keys(SCHEMA))
})

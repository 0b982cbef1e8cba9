import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'

import { agents } from '../../../src/main/adapters/storage/schema/agents.ts'
import { run, type Runner } from '../../../src/main/adapters/storage/statements.ts'
import { untyped } from '../../support/untyped.ts'

/** What the driver is given. */
function sent(statement: (client: Runner) => unknown): readonly unknown[] {
  const calls: unknown[][] = []
  statement(untyped<Runner>({ unsafe: (...call: unknown[]) => calls.push(call) }))
  return calls.flat()
}

it('makes parameters of values, and text of fragments and columns', () => {
  const own = sql`name <> ${"x'"}`
  expect(
    sent((client) => run(client)`select 1 from agents where ${own} and ${eq(agents.uuid, 'a')} limit ${3}`),
  ).toEqual([
    'select 1 from agents where name <> $1 and "agents"."uuid" = $2 limit $3',
    ["x'", 'a', 3],
    { prepare: true, simple: false },
  ])
})

it('sends one statement in the protocol of prepared ones, also without values', () => {
  expect(sent((client) => run(client)`select 1`)).toEqual(['select 1', [], { prepare: true, simple: false }])
})

it.each([[{ a: 1 }], [sql.placeholder('name')]])('refuses what the driver would send in another form: %j', (value) => {
  expect(() => sent((client) => run(client)`select ${value}`)).toThrow(/is no parameter of a statement/)
})

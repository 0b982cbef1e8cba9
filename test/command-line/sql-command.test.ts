import { expect, it } from 'vitest'

import { sqlCommand } from '../../src/main/command-line/sql-command.ts'
import type { SqlPage } from '../../src/main/core/ports/sql-ports.ts'
import { ok, refuse, type Result } from '../../src/shared/result.ts'
import { createFakeEngine } from '../support/fake-engine.ts'

async function run(pages: readonly Result<SqlPage>[], flags: object = {}) {
  const said = { out: '', error: '' }
  const output = {
    out: (text: string) => void (said.out += text),
    error: (text: string) => void (said.error += text),
  }
  async function* sql() {
    yield* pages
  }
  return { code: await sqlCommand(createFakeEngine({}, { sql }), 'select', flags, output), ...said }
}

const PAGE = ok({
  columns: ['name', 'n'],
  rows: [
    ['a\nb', 12],
    ['=x', null],
    [{ a: [1] }, 3],
  ],
})

it('prints a table', async () => {
  expect(await run([PAGE])).toEqual({
    code: 0,
    out: 'name        n\na b        12\n=x\n{"a":[1]}   3\n',
    error: '',
  })
})

it('prints one object per line, or CSV', async () => {
  const json = '{"name":"a\\nb","n":12}\n{"name":"=x","n":null}\n{"name":{"a":[1]},"n":3}\n'
  expect((await run([PAGE], { json: true })).out).toBe(json)
  expect((await run([PAGE], { csv: true })).out).toBe('name,n\r\n"a\nb",12\r\n\'=x,\r\n"{""a"":[1]}",3\r\n')
})

it('prints the headings of an empty answer', async () => {
  expect((await run([ok({ columns: ['a', 'b'], rows: [] })])).out).toBe('a  b\n')
})

it('says where a table ends', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => [index])
  const { out, error } = await run([ok({ columns: ['n'], rows }), ok({ columns: ['n'], rows })])
  expect(out.split('\n')).toHaveLength(1_002)
  expect(error).toBe('Only the first 1000 rows: --csv or --json prints all.\n')
})

it('says what was refused', async () => {
  expect(await run([refuse('Only one query at a time.')])).toEqual({
    code: 2,
    out: '',
    error: 'Only one query at a time.\n',
  })
})

import { expect, it } from 'vitest'

import { inspectSql } from '../../../src/main/adapters/storage/inspect-sql.ts'

const namesIn = (sql: string) => {
  const inspected = inspectSql(sql)
  return inspected.ok ? [...inspected.value.names] : inspected.error.message
}

it.each([
  ['select 1', ['select']],
  ['  SELECT Name, "Mixed""Case" FROM t -- pg_notify\n', ['select', 'name', 'Mixed"Case', 'from', 't']],
  ['(select 1) union (values (2));  -- done', ['select', 'union', 'values']],
  ["select 'it''s pg_notify(1)', $$ pg_sleep $$, $x$ $$ lo_import $x$", ['select']],
  ['select /* a /* nested */ pg_sleep */ x', ['select', 'x']],
  ['select pg_notify/**/(1), "pg_sleep" (2)', ['select', 'pg_notify', 'pg_sleep']],
  ["select 1e5, 0x1F, b'101'", ['select', 'e5', 'x1f', 'b']],
  ["select a$b$c, '$$', pg_sleep, '$$'", ['select', 'a$b$c', 'pg_sleep']],
])('finds the names in %j', (sql, names) => {
  expect(namesIn(sql)).toEqual(names)
})

it('leaves a final semicolon out', () => {
  expect(inspectSql('select 1; -- one')).toMatchObject({ ok: true, value: { query: 'select 1' } })
})

it.each([
  '',
  ';',
  '-- nothing',
  "'select'",
  '$$select$$',
  'insert into agents values (1)',
  'set role ikigai',
  'do $$ begin end $$',
  'copy (select 1) to program $$id$$',
  'call x()',
  'listen x',
  'begin',
  'lock table agents',
  'declare c cursor for select 1',
  '; select 1; select 2',
  'explain analyze create table taken as select 1',
  'explain (analyze) execute x',
])('refuses what is not a query: %j', (sql) => {
  expect(namesIn(sql)).toMatch(/^Only (queries are allowed|one query)/)
})

it.each(['select 1; select 2', 'select 1;;', "select 1; 'x'", 'select 1; set role x'])('refuses several: %j', (sql) => {
  expect(namesIn(sql)).toBe('Only one query at a time.')
})

it.each([
  // PostgreSQL reads the second string with escapes too, and what follows as code.
  "select e'a'\n'b\\', pg_notify($$a$$, $$b$$), '",
  "select E'\\', pg_sleep(1), '",
  String.raw`select U&"pg\005fsleep"(1)`,
  String.raw`select u&'\0041'`,
  "select 1e'\\', pg_sleep(1), '",
])('refuses strings with escapes: %j', (sql) => {
  expect(namesIn(sql)).toMatch(/^Strings with escapes/)
})

it.each(["select 'a", 'select "a', 'select /* /* */', 'select $a$ $b$', "select '\0'"])('refuses: %j', (sql) => {
  expect(namesIn(sql)).toMatch(/does not end|null character/)
})

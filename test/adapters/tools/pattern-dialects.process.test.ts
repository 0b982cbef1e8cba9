import { expect, it } from 'vitest'

import { PatternThread } from '../../../src/main/adapters/tools/foreign-patterns/pattern-thread.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema'

/** `items` is a list in draft-07, what `prefixItems` is in 2020-12. */
it.each([
  [DRAFT_07, { items: [{ type: 'string' }] }],
  [DRAFT_2020, { prefixItems: [{ type: 'string' }] }],
])('a schema that names the dialect %s is checked by it', async ($schema, list) => {
  const patterns = new PatternThread(20_000)
  const schema = { $schema, type: 'object', properties: { a: { type: 'array', ...list } } }
  expect(await patterns.ask({ type: 'check', schema, value: { a: [1] } })).toEqual(['a.0 must be string'])
  await patterns.close()
})

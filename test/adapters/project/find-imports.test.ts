import { expect, it } from 'vitest'

import { findImports } from '../../../src/main/adapters/project/find-imports.ts'

it.each([
  ['See @docs/style.md and @./more.md.', ['docs/style.md', './more.md']],
  ['@a.md\n@a.md', ['a.md']],
  ['Mail me@home.md, install @types/node, see @readme', []],
  ['In a span `@a.md`, or ``x ` @b.md``, not @c.md', ['c.md']],
  ['```md\n@a.md\n```\n@b.md', ['b.md']],
  ['~~~~\n```\n@a.md\n~~~~\n@b.md', ['b.md']],
  ['```\n@a.md', []],
  ['    @indented.md', []],
  ['a ` lone backtick @a.md', ['a.md']],
  ['(@a.md)', []],
  ['@../../up.md @/etc/x.md', ['../../up.md', '/etc/x.md']],
])('%j imports %j', (text, imports) => {
  expect(findImports(text)).toEqual(imports)
})

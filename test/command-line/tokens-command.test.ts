import { beforeEach, expect, it } from 'vitest'

import { addToken, listTokens, revokeToken } from '../../src/main/command-line/tokens-command.ts'

const TOKENS = ['a1b2', 'a1c3', 'd4e5'].map((id, index) => ({
  id,
  name: `program ${index}`,
  scope: 'read' as const,
  createdAt: Date.UTC(2026, 10, 20),
  lastUsedAt: index === 0 ? Date.UTC(2026, 10, 22, 4) : null,
}))

let revoked: string[]
let printed: string
let said: string
beforeEach(() => {
  revoked = []
  printed = ''
  said = ''
})
const output = { out: (text: string) => void (printed += text), error: (text: string) => void (said += text) }
const tokens = {
  add: (name: string, scope: string) => Promise.resolve(`token for ${name}, ${scope}`),
  list: () => Promise.resolve(TOKENS),
  revoke: (id: string) => Promise.resolve(void revoked.push(id)),
}

it('prints a new token alone on stdout', async () => {
  expect(await addToken(tokens, 'CI', 'full', output)).toBe(0)
  expect(printed).toBe('token for CI, full\n')
  expect(said).toContain('can start programs')
})

it('refuses a token without a name', async () => {
  expect([
    await addToken(tokens, ' ', 'read', output),
    await addToken(tokens, 'x'.repeat(101), 'read', output),
  ]).toEqual([2, 2])
  expect(printed).toBe('')
})

it('lists name, scope, date and last use', async () => {
  await listTokens(tokens, false, output)
  expect(printed.split('\n').slice(1, 3)).toEqual([
    'a1b2  read   2026-11-20 00:00  2026-11-22 04:00  program 0',
    'a1c3  read   2026-11-20 00:00  never             program 1',
  ])
})

it.each([
  ['d', 0, ['d4e5']],
  ['all', 0, ['a1b2', 'a1c3', 'd4e5']],
  ['a1', 2, []],
  ['x', 2, []],
  ['', 2, []],
])('revokes %j with exit code %i', async (prefix, code, expected) => {
  expect(await revokeToken(tokens, prefix, output)).toBe(code)
  expect(revoked).toEqual(expected)
})

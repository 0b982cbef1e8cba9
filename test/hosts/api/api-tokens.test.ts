import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { ApiTokens } from '../../../src/main/hosts/api/api-tokens.ts'

let directory: string
let now = Date.UTC(2026, 10, 25)
let tokens: ApiTokens
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-tokens-'))
  tokens = new ApiTokens(directory, () => now)
})
afterEach(() => rm(directory, { recursive: true }))

it('keeps name, date, scope and last use, and the token itself nowhere', async () => {
  const createdAt = now
  const token = await tokens.add('CI', 'read')
  const [made] = await tokens.list()
  now += 60_000
  await tokens.use(made?.id ?? '')

  expect(made).toMatchObject({ name: 'CI', scope: 'read', createdAt, lastUsedAt: null })
  expect(await tokens.find(token)).toMatchObject({ id: made?.id, lastUsedAt: now })
  const [file = ''] = await readdir(join(directory, 'api-tokens'))
  const path = join(directory, 'api-tokens', file)
  const secret = token.slice(-43)
  expect(await readFile(path, 'utf8')).not.toContain(secret)
  expect(token).toBe(`ikigai_${made?.id}_${secret}`)
  // Windows has no such mode bits.
  const mode = process.platform === 'win32' ? 0o600 : (await stat(path)).mode & 0o777
  expect(mode).toBe(0o600)
})

it('accepts the whole token only, and none that was revoked', async () => {
  const token = await tokens.add('a', 'full')
  const other = await tokens.add('b', 'standard')
  const mixed = `${token.slice(0, 19)}_${other.slice(-43)}`
  for (const wrong of [
    '',
    token.slice(0, -1),
    `${token}x`,
    mixed,
    token.replace('ikigai_', 'ikigai_/'),
    `../${token}`,
  ]) {
    expect(await tokens.find(wrong)).toBeNull()
  }
  const id = (await tokens.find(token))?.id ?? ''
  await tokens.revoke(id)
  await tokens.use(id)
  expect([await tokens.find(token), await tokens.isValid(id), (await tokens.list()).length]).toEqual([null, false, 1])
})

it('does not expire a token, however long it was not used', async () => {
  const token = await tokens.add('rare', 'read')
  now += 10 * 365 * 86_400_000
  expect(await tokens.find(token)).not.toBeNull()
})

import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCredentialsFile } from '../../../src/main/adapters/credentials/credentials-file.ts'

let directory: string
let path: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-credentials-'))
  path = join(directory, 'credentials.json')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777
}

it('is made for its owner only, with its directory', async () => {
  const deeper = join(directory, 'new')
  const file = createCredentialsFile(deeper)
  expect(await file.set('openai', 'sk-1')).toEqual({ ok: true, value: null })
  expect([await modeOf(file.path), await modeOf(deeper)]).toEqual([0o600, 0o700])
  expect((await file.read()).key('openai')).toBe('sk-1')
})

it('keeps what it does not know', async () => {
  const byHand = { note: 'mine', openai: { api_key: 'sk-1', organisation: 'org' }, acme: { api_key: 'a' } }
  await writeFile(path, JSON.stringify(byHand), { mode: 0o600 })
  const file = createCredentialsFile(directory)
  await file.set('openai', 'sk-2')
  await file.set('xai', 'xai-1')
  await file.remove('openai')
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    note: 'mine',
    openai: { organisation: 'org' },
    acme: { api_key: 'a' },
    xai: { api_key: 'xai-1' },
  })
  expect(await readdir(directory)).toEqual(['credentials.json'])
})

it('loses no key when several are saved at once', async () => {
  const file = createCredentialsFile(directory)
  await Promise.all([file.set('openai', 'a'), file.set('google', 'b'), file.set('xai', 'c'), file.remove('openai')])
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ google: { api_key: 'b' }, xai: { api_key: 'c' } })
})

it('warns of a mode that lets others read, and mends it when it writes', async () => {
  await writeFile(path, '{"openai":{"api_key":"sk-1"}}')
  await chmod(path, 0o644)
  const file = createCredentialsFile(directory)
  const reading = await file.read()
  expect([reading.key('openai'), reading.warnings]).toEqual([
    'sk-1',
    [`${path} can be read by other users of this machine. Run: chmod 600 ${path}`],
  ])
  await file.set('openai', 'sk-2')
  expect([await modeOf(path), (await file.read()).warnings]).toEqual([0o600, []])
})

it('is not made for a key that is not there', async () => {
  expect(await createCredentialsFile(directory).remove('openai')).toEqual({ ok: true, value: null })
  expect(await readdir(directory)).toEqual([])
})

it('says which file could not be saved, and why', async () => {
  const blocked = join(directory, 'blocked')
  await writeFile(blocked, '')
  const file = createCredentialsFile(join(blocked, 'inside'))
  expect(await file.set('openai', 'sk-1')).toEqual({
    ok: false,
    error: {
      category: 'REFUSED',
      message: `${file.path} was not changed: It cannot be read (ENOTDIR). Fix the file first.`,
      retryable: false,
    },
  })
})

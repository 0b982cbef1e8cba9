import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openShownWarnings } from '../../../src/main/adapters/config/shown-warnings.ts'
import { createCredentialStore } from '../../../src/main/adapters/credentials/credential-store.ts'
import type { CredentialStore } from '../../../src/main/core/ports/config-ports.ts'
import { createMemoryKeychain } from '../../support/memory-keychain.ts'
import type { MemoryKeychain } from '../../support/memory-keychain.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import type { RecordingLogger } from '../../support/recording-logger.ts'

let directory: string
let path: string
let keychain: MemoryKeychain
let logger: RecordingLogger

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-credentials-'))
  path = join(directory, 'credentials.json')
  keychain = createMemoryKeychain()
  logger = createRecordingLogger()
})
afterEach(() => rm(directory, { recursive: true, force: true }))

function openStore(environment: Record<string, string> = {}): CredentialStore {
  const isNewWarning = openShownWarnings(join(directory, 'told.json'))
  return createCredentialStore({ configDirectory: directory, environment, keychain, logger, isNewWarning })
}

async function writeKeys(keys: Record<string, unknown>): Promise<void> {
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 })
}

const ANTHROPIC = {
  provider: 'anthropic',
  environmentName: 'ANTHROPIC_API_KEY',
  keyUrl: 'https://console.anthropic.com/settings/keys',
}

describe('a key', () => {
  it('is taken from the environment, else from the keychain, else from the file', async () => {
    await writeKeys({ anthropic: { api_key: 'file' }, openai: { api_key: ' file ' }, google: { api_key: 'file' } })
    keychain.secrets.set('anthropic', 'keychain').set('openai', 'keychain')
    const store = openStore({ ANTHROPIC_API_KEY: ' environment\n', OPENAI_API_KEY: '  ' })
    const keys = await Promise.all([store.key('anthropic'), store.key('openai'), store.key('google'), store.key('xai')])
    expect(keys).toEqual(['environment', 'keychain', 'file', null])
  })

  it('of Google may be called after Gemini', async () => {
    const both = { GEMINI_API_KEY: 'gemini', GOOGLE_API_KEY: 'google' }
    const keys = [openStore({ GEMINI_API_KEY: 'gemini' }).key('google'), openStore(both).key('google')]
    expect(await Promise.all(keys)).toEqual(['gemini', 'google'])
  })

  it('in the environment spares the keychain', async () => {
    await openStore({ XAI_API_KEY: 'x' }).key('xai')
    expect(keychain.questions).toEqual([])
  })

  it('in the file is used when the keychain is in trouble', async () => {
    await writeKeys({ openai: { api_key: 'file' } })
    keychain.trouble = 'timeout'
    expect(await openStore().key('openai')).toBe('file')
  })
})

describe('the list', () => {
  it('says where each key is from and how it ends, if it is long enough', async () => {
    keychain.secrets.set('openai', '12345678901')
    keychain.secrets.set('google', '123456789012')
    const states = await openStore({ ANTHROPIC_API_KEY: 'sk-ant-abcdefgh' }).list()
    expect(states.map(({ provider, source, endsIn }) => [provider, source, endsIn])).toEqual([
      ['anthropic', 'environment', 'efgh'],
      ['openai', 'keychain', null],
      ['google', 'keychain', '9012'],
      ['xai', null, null],
      ['meta', null, null],
      ['mistral', null, null],
      ['moonshot', null, null],
      ['openrouter', null, null],
      ['local', null, null],
    ])
  })
})

describe('saving a key', () => {
  it('goes to the keychain', async () => {
    expect(await openStore().set('anthropic', '  sk-ant-abcdefgh\n')).toEqual({
      ok: true,
      value: { ...ANTHROPIC, source: 'keychain', endsIn: 'efgh' },
    })
    expect([...keychain.secrets]).toEqual([['anthropic', 'sk-ant-abcdefgh']])
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  it('goes to the file where the keychain cannot', async () => {
    keychain.trouble = 'locked'
    expect(await openStore().set('anthropic', 'sk-ant-abcdefgh')).toEqual({
      ok: true,
      value: { ...ANTHROPIC, source: 'file', endsIn: 'efgh' },
    })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ anthropic: { api_key: 'sk-ant-abcdefgh' } })
  })

  it('tells that the environment still goes first', async () => {
    expect(await openStore({ ANTHROPIC_API_KEY: 'sk-from-shell' }).set('anthropic', 'sk-ant-abcdefgh')).toEqual({
      ok: true,
      value: { ...ANTHROPIC, source: 'environment', endsIn: 'hell' },
    })
  })

  it.each([
    ['', 'The key is empty.'],
    [' \n', 'The key is empty.'],
    ['sk\0x', 'The key contains a character that no key has, such as a space or a line break.'],
    ['sk-1\nsk-2', 'The key contains a character that no key has, such as a space or a line break.'],
  ])('refuses %j before anybody is asked', async (key, message) => {
    const result = await openStore().set('openai', key)
    expect(result).toEqual({ ok: false, error: { category: 'REFUSED', message, retryable: false } })
    expect(keychain.questions).toEqual([])
  })
})

describe('removing a key', () => {
  it('takes it out of the file and the keychain', async () => {
    await writeKeys({ anthropic: { api_key: 'file' } })
    keychain.secrets.set('anthropic', 'keychain')
    const removed = await openStore().remove('anthropic')
    expect(removed).toEqual({ ok: true, value: { ...ANTHROPIC, source: null, endsIn: null } })
    expect([keychain.secrets.size, await readFile(path, 'utf8')]).toEqual([0, '{}\n'])
  })

  it('says so when the keychain may still hold it', async () => {
    keychain.trouble = 'locked'
    expect(await openStore().remove('anthropic')).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: 'The keychain is locked: a key in it was not removed.',
        retryable: false,
      },
    })
  })

  it('succeeds where there is no keychain at all', async () => {
    keychain.trouble = 'no_service'
    const removed = await openStore().remove('anthropic')
    expect(removed).toEqual({ ok: true, value: { ...ANTHROPIC, source: null, endsIn: null } })
  })
})

describe('what is said of the keychain', () => {
  it('follows its last answer, and every change is heard once', async () => {
    const store = openStore()
    const heard: string[] = []
    const stop = store.onKeychainStateChange(({ state, message }) => heard.push(`${state}: ${message}`))
    expect(store.keychainState()).toEqual({ state: 'ok', message: 'System keychain, not used yet' })
    await store.key('openai')
    for (const trouble of ['no_service', 'no_service', 'locked', 'timeout', 'failed', null] as const) {
      keychain.trouble = trouble
      await store.key('openai')
    }
    stop()
    keychain.trouble = 'locked'
    await store.key('openai')
    expect(heard).toEqual([
      'ok: System keychain',
      'warning: There is no keychain service here; using environment and credentials.json',
      'warning: The keychain is locked; using environment and credentials.json',
      'warning: The keychain did not answer; using environment and credentials.json',
      'warning: The keychain failed; using environment and credentials.json',
      'ok: System keychain',
    ])
  })
})

it('warns of the keychain once, also from store to store, until it says something else', async () => {
  for (const trouble of ['locked', 'locked', 'failed', 'failed', null, 'failed'] as const) {
    keychain.trouble = trouble
    await openStore().key('openai')
  }
  expect(logger.lines.map(([, words]) => words)).toEqual([
    'The keychain is locked; using environment and credentials.json',
    'The keychain failed; using environment and credentials.json',
    'The keychain failed; using environment and credentials.json',
  ])
})

describe('a credentials.json in a bad state', () => {
  it('that is not JSON is reported once without its content, and never overwritten', async () => {
    const broken = '{\n  "openai": { "api_key": "sk-secret }\n}'
    await writeFile(path, broken, { mode: 0o600 })
    keychain.trouble = 'no_service'
    const store = openStore()
    expect([await store.key('openai'), await store.key('openai')]).toEqual([null, null])
    expect(await store.set('openai', 'sk-new')).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: `${path} was not changed: Line 2 is not valid JSON (UnexpectedEndOfString). Fix the file first.`,
        retryable: false,
      },
    })
    expect(await readFile(path, 'utf8')).toBe(broken)
    expect(logger.lines).toEqual([
      ['warn', 'There is no keychain service here; using environment and credentials.json'],
      ['warn', `${path}: Line 2 is not valid JSON (UnexpectedEndOfString). No key of it is used.`],
    ])
  })
})

it('never shows a key in what it logs', async () => {
  await writeKeys({ openai: { api_key: 'sk secret' } })
  await openStore().key('openai')
  expect(logger.lines).toEqual([
    ['warn', `${path}, openai: The key contains a character that no key has, such as a space or a line break.`],
  ])
})

describe('the place of a new key', () => {
  it('is the keychain if it answers', async () => {
    expect(await openStore().plan()).toEqual({ place: 'keychain', reason: null })
  })

  it.each(['no_service', 'off', 'locked', 'timeout', 'failed'] as const)(
    'is the file if the keychain does not: %s; `set` does as it says',
    async (trouble) => {
      keychain.trouble = trouble
      const store = openStore()
      const plan = await store.plan()
      const set = await store.set('openai', 'sk-1234567890abcdef')
      expect(plan.place).toBe('file')
      expect(plan.reason).not.toBeNull()
      expect(set).toMatchObject({ ok: true, value: { source: 'file' } })
    },
  )
})

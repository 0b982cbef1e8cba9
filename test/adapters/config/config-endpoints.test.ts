import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openConfig } from '../../../src/main/adapters/config/config-store.ts'
import { configOperation } from '../../../src/shared/contract/protected-operations.ts'
import { HIDDEN_VALUE } from '../../../src/shared/hidden-values.ts'

let directory: string
const path = () => join(directory, 'config.json')

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-endpoints-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const GOOD = { name: 'team', kind: 'openai-chat', base_url: 'https://llm.example/v1' }

async function opened(rows: unknown, environment = {}) {
  await writeFile(path(), JSON.stringify({ endpoints: rows }), { mode: 0o600 })
  return openConfig(directory, environment)
}

it.each([
  [{ ...GOOD, name: 'anthropic' }, 'endpoints[1].name is the name of a provider of ikigai; choose another one'],
  [{ ...GOOD, name: 'acp' }, 'endpoints[1].name is the name of a provider of ikigai; choose another one'],
  [{ ...GOOD, name: 'gpt-5' }, 'endpoints[1].name has the form of the name of a model; choose another one'],
  [{ ...GOOD, name: 'a/b' }, 'endpoints[1].name must begin with a lower-case letter'],
  [{ ...GOOD, name: 'Team' }, 'endpoints[1].name must begin with a lower-case letter'],
  [{ ...GOOD, name: 'té' }, 'endpoints[1].name must begin with a lower-case letter'],
  [GOOD, 'endpoints[1].name is already that of endpoints[0]'],
  [{ kind: 'openai-chat', base_url: 'https://x.example' }, 'endpoints[1].name must be given'],
  [{ ...GOOD, name: 'x', kind: 'soap' }, 'endpoints[1].kind must be openai-chat, openai-responses, anthropic, gemini'],
  [{ ...GOOD, name: 'x', base_url: 'ftp://x' }, 'endpoints[1].base_url must be an http:// or https:// address'],
  [{ preset: 'nobody' }, 'endpoints[1].preset is not one that ikigai knows'],
  [{ ...GOOD, name: 'x', hdrs: {} }, 'endpoints[1].hdrs is not a setting of an endpoint'],
  [{ ...GOOD, name: 'x', headers: { 'a b': 'c' } }, 'endpoints[1].headers'],
  [{ ...GOOD, name: 'x', quirks: { thinking: 'hard' } }, 'endpoints[1].quirks.thinking must be one of none,'],
  [{ ...GOOD, name: 'x', quirks: { store: 'no' } }, 'endpoints[1].quirks.store must be true or false'],
  [{ ...GOOD, name: 'x', token_command: 'az token | jq' }, 'endpoints[1].token_command must be a list of words'],
  [{ ...GOOD, name: 'x', models: [{ name: 'm' }] }, 'endpoints[1].models[0] must be a name, or an object with id'],
  [7, 'endpoints[1]'],
])('refuses %j with its place, and nothing else', async (row, message) => {
  const { config, warnings } = await opened([GOOD, row, { preset: 'groq' }])
  expect(config.endpoints.map(({ name }) => name)).toEqual(['team', 'groq'])
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(message)
})

it('makes an endpoint of a key whose variable belongs to one service', async () => {
  const environment = { GROQ_API_KEY: 'k', HF_TOKEN: 'k', DEEPSEEK_API_KEY: ' ', LITELLM_API_KEY: 'k' }
  const { config } = await opened([], environment)
  expect(config.endpoints.map(({ name, isConfigured }) => [name, isConfigured])).toEqual([['groq', false]])
  const own = await opened([{ preset: 'groq', name: 'fast' }], environment)
  expect(own.config.endpoints.map(({ name }) => name)).toEqual(['fast'])
})

it('changes one row, and keeps the bytes of the others, also of one that cannot be used', async () => {
  const text = `{
  // Mine.
  "endpoints": [
    { "name": "old", "kind": "soap" }, // not yet
    { "preset": "groq", "headers": { "x-team": "secret-value-1" } }
  ]
}
`
  await writeFile(path(), text, { mode: 0o600 })
  const { update, state } = await openConfig(directory, {})
  expect(await update({ endpoints: { litellm: { preset: 'litellm' } } })).toMatchObject({ ok: true })
  const [groq] = state().endpoints
  expect(groq?.entry.headers).toEqual({ 'x-team': HIDDEN_VALUE })
  const renamed = { ...groq?.entry, models: ['llama-5'] }
  expect(await update({ endpoints: { groq: renamed } })).toMatchObject({ ok: true })
  const written = await readFile(path(), 'utf8')
  expect(written).toContain('{ "name": "old", "kind": "soap" }, // not yet')
  expect(written).toContain('secret-value-1')
  expect(written).not.toContain(HIDDEN_VALUE)
  expect(written).toContain('llama-5')
  expect(await update({ endpoints: { groq: null } })).toMatchObject({ ok: true })
  expect(state().endpoints.map(({ name }) => name)).toEqual(['litellm'])
  expect(await readFile(path(), 'utf8')).toContain('// not yet')
})

it('puts a removed entry back with the values that its sender was not shown', async () => {
  const row = { ...GOOD, key: 'secret-value-6', headers: { 'x-key': 'secret-value-7' } }
  const { update, state } = await opened([row])
  const [shown] = state().endpoints
  expect(await update({ endpoints: { team: null } })).toMatchObject({ ok: true })
  expect(state().endpoints).toEqual([])
  expect(await update({ endpoints: { team: { ...shown?.entry, base_url: 'https://evil.example' } } })).toMatchObject({
    ok: false,
  })
  expect(await update({ endpoints: { team: shown?.entry ?? null } })).toMatchObject({ ok: true })
  expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({ endpoints: [row] })
})

it('does not send hidden headers to another host', async () => {
  const { update } = await opened([{ ...GOOD, headers: { 'x-key': 'secret-value-2' } }])
  const moved = {
    ...GOOD,
    kind: 'openai-chat',
    base_url: 'https://other.example/v1',
    headers: { 'x-key': HIDDEN_VALUE },
  } as const
  expect(await update({ endpoints: { team: moved } })).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
})

it.each([
  ['llm.example/v1', 'evil.example/v1'],
  ['llm.example/v1', 'https://evil.example/v1'],
  ['https://llm.example/v1', 'evil.example'],
])('does not send hidden values from %s to %s', async (from, to) => {
  const secrets = [
    { headers: { 'x-key': 'secret-value-3' } },
    { quirks: { extra_body: { metadata: [{ api_key: 'secret-value-4' }] } } },
    { token_command: ['/bin/print', '--password=secret-value-5'] },
  ]
  for (const secret of secrets) {
    const { update, state } = await opened([{ ...GOOD, base_url: from, ...secret }])
    const [shown] = state().endpoints
    expect(JSON.stringify(state())).not.toContain('secret-value')
    expect(await update({ endpoints: { team: { ...shown?.entry, base_url: to } } })).toMatchObject({
      ok: false,
      error: { category: 'REFUSED' },
    })
    expect(await update({ endpoints: { team: { ...shown?.entry, models: ['m'] } } })).toMatchObject({ ok: true })
    expect(await readFile(path(), 'utf8')).toMatch(/secret-value-\d/)
    expect(await readFile(path(), 'utf8')).not.toContain(HIDDEN_VALUE)
  }
})

it('confirms where keys go: by address, variable, and when what has the name of a service is removed', () => {
  const text = (entry: object) => configOperation({ endpoints: { team: { ...GOOD, kind: 'openai-chat', ...entry } } })
  expect(text({ base_url: 'evil.example/v1' })?.description).toBe(
    'send requests to the endpoint team, with its key, at https://evil.example/v1',
  )
  expect(text({ key_env: 'AWS_SECRET_ACCESS_KEY' })?.description).toContain('with the value of AWS_SECRET_ACCESS_KEY,')
  expect(text({ base_url: 'https://evil.example/v1', auth: 'aws' })?.description).toContain(
    'team, with your credentials of AWS, at https://evil.example/v1',
  )
  expect(configOperation({ endpoints: { groq: null } })?.description).toContain('to the service of that name')
  expect(configOperation({ endpoints: { team: null } })).toBeNull()
})

it('sends nothing to a service itself in place of an entry for it that is wrong', async () => {
  const environment = { GROQ_API_KEY: 'k', DEEPSEEK_API_KEY: 'k' }
  const rows = [
    { preset: 'groq', base_url: 'ftp://proxy.example' },
    { ...GOOD, name: 'deepseek', kind: 'soap' },
  ]
  expect((await opened(rows, environment)).config.endpoints).toEqual([])
})

import { expect, it } from 'vitest'

import { parseConfig } from '../../../src/main/adapters/config/parse-config.ts'
import { createProviderFactory } from '../../../src/main/adapters/providers/create-provider-factory.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'

async function refusal(base: unknown): Promise<string> {
  const { config, warnings } = parseConfig(JSON.stringify({ providers: { openai: { base_url: base } } }))
  const factory = createProviderFactory({
    credentials: fakeCredentials(),
    config,
    environment: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' },
  })
  const made = await factory.create('openai', { key: 'optional' })
  expect(warnings).toHaveLength(1)
  expect(`${warnings[0]}`).not.toContain('PLANTED')
  return made.ok ? 'created' : made.error.message
}

it.each([
  ['a password', 'http://ann:PLANTED@host/v1', 'must not contain a user name, a password or a key'],
  ['a user', 'http://PLANTED@host/v1', 'must not contain a user name'],
  ['a key', 'https://host/v1?key=PLANTED', 'must not contain a user name, a password or a key'],
  ['a token', 'https://host/v1?access_token=PLANTED', 'must not contain a user name'],
  ['a query', 'https://host/v1?a=1', 'must not contain a query'],
  ['another scheme', 'ftp://host', 'must be an http:// or https:// address'],
  ['a word', 'PLANTED', 'must be an http:// or https:// address'],
  ['spaces', 'http://a b/', 'must not contain spaces'],
  ['nothing', '', 'must not be empty'],
  ['a number', 7, 'must be text'],
  ['a list', ['http://host'], 'must be text'],
])('an address in config.json with %s is refused: nothing is sent elsewhere', async (_, base, problem) => {
  const message = await refusal(base)
  expect(message).toContain('The address of OpenAI cannot be used: providers.openai.base_url in config.json')
  expect(message).toContain(problem)
  expect(message).not.toContain('PLANTED')
})

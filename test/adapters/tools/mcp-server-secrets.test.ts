import { expect, it } from 'vitest'

import { hideServerSecrets } from '../../../src/main/adapters/tools/mcp/connect-server.ts'
import type { ToolServerConfig } from '../../../src/main/core/ports/config-ports.ts'

const SECRET = 'PLANTED-0123'
const program = (change: Partial<Extract<ToolServerConfig, { transport: 'stdio' }>>): ToolServerConfig => ({
  transport: 'stdio',
  command: 'server',
  args: [],
  env: {},
  ...change,
})
type HttpServer = Extract<ToolServerConfig, { transport: 'http' }>
const address = (url: string, headers: Readonly<Record<string, string>> = {}): HttpServer => ({
  transport: 'http',
  url,
  headers,
})

it.each<[string, ToolServerConfig]>([
  ['a header', address('https://host/mcp', { 'X-Api-Key': SECRET })],
  ['a bearer', address('https://host/mcp', { Authorization: `Bearer ${SECRET}` })],
  ['a cookie', address('https://host/mcp', { Cookie: `a=1; session=${SECRET}` })],
  ['a password in the address', address(`https://ann:${SECRET}@host/mcp`)],
  ['a token in front of the host', address(`https://${SECRET}@host/mcp`)],
  ['a parameter of the address', address(`https://host/mcp?api_key=${SECRET}`)],
  ['the secret of a client', { ...address('https://host/mcp'), oauth: { clientId: 'ikigai', clientSecret: SECRET } }],
  ['a variable', program({ env: { GITHUB_TOKEN: SECRET } })],
  ['an address in a variable', program({ env: { DATABASE: `postgres://ann:${SECRET}@db/x` } })],
  ['an option', program({ args: [`--token=${SECRET}`] })],
  ['the value after an option', program({ args: ['--api-key', SECRET] })],
  ['an address among the arguments', program({ args: [`redis://:${SECRET}@cache`] })],
])('%s that a server repeats is hidden', (_, config) => {
  const hide = hideServerSecrets(config)
  expect(hide(`It was ${SECRET}, twice: ${SECRET}.`)).toBe('It was [secret], twice: [secret].')
  expect(JSON.parse(hide(JSON.stringify({ text: `"${SECRET}"` })))).toEqual({ text: '"[secret]"' })
})

it('hides a secret with quotes in JSON, with percent codes, and as basic authentication', () => {
  const quoted = 'PLANTED"quoted"'
  expect(hideServerSecrets(program({ env: { TOKEN: quoted } }))(JSON.stringify(`x ${quoted}`))).toBe('"x [secret]"')
  const hide = hideServerSecrets(address('https://ann:a%2Fb%3Fc%3Dd%40e@host/mcp'))
  expect(hide('a/b?c=d@e and a%2Fb%3Fc%3Dd%40e')).toBe('[secret] and [secret]')
  expect(hide(`Basic ${Buffer.from('ann:a/b?c=d@e').toString('base64')}`)).toBe('Basic [secret]')
})

it('leaves short values and those of other names', () => {
  const hide = hideServerSecrets(program({ env: { TOKEN: 'abc', MODE: 'production', HOME_FOLDER: '/home/ada' } }))
  expect(hide('abc, production and /home/ada')).toBe('abc, production and /home/ada')
})

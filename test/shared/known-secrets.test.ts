import { expect, it } from 'vitest'

import { KEY_BEGINNINGS } from '../../src/shared/key-prefix.ts'
import { hideSecrets, learnSecrets, learnSecretsIn, withoutSecretsInFailure } from '../../src/shared/known-secrets.ts'
import { refuse } from '../../src/shared/result.ts'

learnSecrets(['value/of+an-odd"shape=PLANTED', 'Bearer PLANTED.word', ' PLANTED-with-spaces '])
learnSecretsIn({
  ODD_API_KEY: 'variable-PLANTED',
  HTTPS_PROXY: 'http://ada:proxy%2FPLANTED@proxy.example.com:3128',
  toolServers: {
    one: { command: 'serve', args: ['--token', 'argument-PLANTED', '--depth', 'ordinary-depth'] },
    two: {
      url: 'https://PLANTED-user@tools.example.com/mcp?api_key=parameter-PLANTED',
      headers: { 'X-Auth': 'header-PLANTED' },
    },
  },
})
learnSecretsIn('{"tokens":{"access_token":"stored-PLANTED","expires":3600}}')

it.each([
  ['a known key without a shape', 'Incorrect key value/of+an-odd"shape=PLANTED.'],
  ['a known key as JSON', JSON.stringify({ key: 'value/of+an-odd"shape=PLANTED' })],
  ['a known key in an address', `GET /models?k=${encodeURIComponent('value/of+an-odd"shape=PLANTED')} failed`],
  ['the token of a known header', 'No such token: PLANTED.word'],
  ['a known key without the spaces around it', 'refused "PLANTED-with-spaces"'],
  ['a variable', 'spawn env ODD_API_KEY=variable-PLANTED'],
  ['a password in a variable', 'connect to proxy%2FPLANTED, proxy/PLANTED failed'],
  ['the header of an address', `proxy-authorization: Basic ${btoa('ada:proxy/PLANTED')}`, btoa('ada:proxy/PLANTED')],
  ['an argument', 'serve --token argument-PLANTED ended with 1'],
  ['a user name that is a token', 'PLANTED-user is not allowed'],
  ['a parameter of an address', 'parameter-PLANTED has expired'],
  ['a header', 'header-PLANTED is not valid'],
  ['a token of a stored login', 'stored-PLANTED was revoked'],
  ['an unknown key of Anthropic', 'invalid x-api-key sk-ant-api03-PLANTEDPLANTEDPLANTED'],
  ['an unknown key of Google', 'API key not valid: AIzaSyPLANTEDPLANTEDPLANTED01'],
  ['an unknown key of Meta, in parts', 'invalid key LLM|1234567890|PLANTEDPLANTEDPLANTED'],
  ['an unknown token of GitHub', 'remote: gho_PLANTEDPLANTEDPLANTED0123'],
  ['an unknown token of Slack', 'xoxb-PLANTED-PLANTED-PLANTED-0123'],
  ['an unknown token of this app', 'ikigai_0123456789ab_PLANTEDPLANTEDPLANTEDPLANTED'],
  ['an unknown JSON web token', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJPLANTEDIjoxfQ.PLANTED-signature expired'],
  ['an unknown header of authorization', 'headers: { authorization: "Bearer PLANTED0123456789" }'],
  ['the same as JSON in JSON', String.raw`{"detail":"{\"Authorization\":\"Basic PLANTED0123==\"}"}`],
  ['another unknown header', 'x-goog-api-key: PLANTED0123'],
  ['a cookie', 'Set-Cookie: sid=PLANTED0123456789; Path=/'],
  ['a scheme without its header', 'sent Bearer PLANTED0123456789'],
  ['an unknown password in an address', 'cannot reach postgres://ada:PLANTED@db.example.com:5432/log.'],
  ['an unknown parameter of an address', 'GET https://api.example.com/v1?api_key=PLANTED&x=1 (404)'],
  ['a field of a form', 'client_secret=PLANTED-0123456789'],
  ['a private key', 'bad -----BEGIN RSA PRIVATE KEY-----\nPLANTED\n-----END RSA PRIVATE KEY-----\n'],
  ['the beginning of a private key', '-----BEGIN PRIVATE KEY-----\nPLANTED'],
])('hides %s', (_, text, secret = 'PLANTED') => {
  expect(hideSecrets(text)).not.toContain(secret)
})

it.each(Object.values(KEY_BEGINNINGS).flat())('hides an unknown key that begins with %s', (beginning) => {
  expect(hideSecrets(`invalid key ${beginning}PLANTEDPLANTEDPLANTED, retry`)).toBe('invalid key ••••••, retry')
})

it.each([
  'Send it as `Authorization: Bearer TOKEN`.',
  'Authorization: required',
  'Get your API key at: https://console.mistral.ai/api-keys',
  'Open https://login.example.com/authorize?client_id=ikigai&state=abc&code_challenge=xyz0123456789, then go on.',
  'The address http://127.0.0.1:1984/v1/ is in use.',
  'Basic authentication is not supported.',
  'password authentication failed for user "ikigai"',
  'task-management-of-the-whole-project and risk-assessment',
  'spawn serve --depth ordinary-depth',
  'The cookie banner of https://example.com/?page=2 (see below).',
  'token=short',
  'a mail to ada@example.com',
])('leaves as it is: %s', (text) => {
  expect(hideSecrets(text)).toBe(text)
})

it('ignores short values and common words', () => {
  learnSecrets(['short', 'postgres', '', '        '])
  expect(hideSecrets('short postgres         end')).toBe('short postgres         end')
})

it('changes nothing of a failure but its message', () => {
  const failure = refuse('header-PLANTED is not valid')
  expect(withoutSecretsInFailure(failure)).toEqual({
    ok: false,
    error: { ...failure.error, message: '•••••• is not valid' },
  })
  const done = { ok: true, value: 'header-PLANTED' }
  expect([done, null, 3, refuse('fine')].map(withoutSecretsInFailure)).toEqual([done, null, 3, refuse('fine')])
  expect(withoutSecretsInFailure(done)).toBe(done)
})

// What takes a time that grows with the square of the length does not end within the limit of a test.
it.each(['a', 'A1', 'eyJ', 'eyJa.', 'x-', 'token=', 'sk-', '"', 'https://a', 'http://u:p@h/.', ' http://u:p@h/)'])(
  'reads a million characters of %j',
  (part) => {
    const text = part.repeat(1_000_000 / part.length)
    expect(hideSecrets(`${text}x password: PLANTED0123456789`)).not.toContain('PLANTED')
  },
)

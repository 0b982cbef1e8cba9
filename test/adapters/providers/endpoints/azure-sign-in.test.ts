import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { CloudSignIn } from '../../../../src/main/adapters/providers/endpoints/cloud-sign-in.ts'
import { limitConnections } from '../../../../src/main/adapters/only-hosts.ts'
import { readEndpoints } from '../../../../src/shared/endpoints/endpoint-entry.ts'
import { startTokenServer } from '../../../support/token-server.ts'

const FOUNDRY = { label: 'Foundry', auth: 'azure', profile: null, baseUrl: 'https://r.services.ai.azure.com' } as const
const TENANT = { AZURE_TENANT_ID: 't-1', AZURE_CLIENT_ID: 'c-1' }

let directory: string
let server: Awaited<ReturnType<typeof startTokenServer>>
let status = 200

beforeEach(async () => {
  status = 200
  directory = await mkdtemp(join(tmpdir(), 'ikigai-azure-'))
  server = await startTokenServer(({ fields }) =>
    status === 200
      ? [200, { access_token: `secret-token-${server.requests.length}`, expires_in: '3599', token_type: 'Bearer' }]
      : [status, { error: 'invalid_client', error_description: `AADSTS7000215: ${fields['client_secret']} is wrong` }],
  )
})
afterEach(async () => {
  limitConnections(null)
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

const signIn = (environment: Readonly<Record<string, string>>) =>
  new CloudSignIn({ environment: { AZURE_AUTHORITY_HOST: server.url, ...environment } }).find(FOUNDRY)
const requestsOf = () => server.requests.map(({ url, fields }) => ({ path: url.pathname, ...fields }))

it('a secret in the environment is sent to the tenant, for the scope of the models', async () => {
  const found = await signIn({ ...TENANT, AZURE_CLIENT_SECRET: 'client-secret-1' })
  expect(found).toMatchObject({ ok: true, value: { id: 'secret-token-1' } })
  expect(requestsOf()).toEqual([
    {
      path: '/t-1/oauth2/v2.0/token',
      grant_type: 'client_credentials',
      client_id: 'c-1',
      scope: 'https://ai.azure.com/.default',
      client_secret: 'client-secret-1',
    },
  ])
})

it.each([
  ['https://r.openai.azure.us/openai/v1', 'https://cognitiveservices.azure.us', 'login.microsoftonline.us'],
  ['https://r.openai.azure.cn/openai/v1', 'https://cognitiveservices.azure.cn', 'login.chinacloudapi.cn'],
  ['https://azure.us.azure.com/openai/v1', 'https://ai.azure.com', 'login.microsoftonline.com'],
])('a token for %s is one for %s of %s', async (baseUrl, resource, authority) => {
  const environment = { ...TENANT, AZURE_CLIENT_SECRET: 'client-secret-1' }
  const clouds = new CloudSignIn({ environment: { ...environment, AZURE_AUTHORITY_HOST: server.url } })
  // A token of one cloud is not sent to another.
  for (const address of [FOUNDRY.baseUrl, baseUrl]) await clouds.find({ ...FOUNDRY, baseUrl: address })
  const scopes = server.requests.map(({ fields }) => fields['scope'])
  expect(scopes.at(-1)).toBe(`${resource}/.default`)
  limitConnections(['r.openai.azure.us'])
  expect(await new CloudSignIn({ environment }).find({ ...FOUNDRY, baseUrl })).toMatchObject({
    error: { message: expect.stringContaining(`does not connect to ${authority}:443`) },
  })
})

it('the file of a workload is read anew for each token, and sent as an assertion', async () => {
  const file = join(directory, 'federated')
  const environment = { ...TENANT, AZURE_AUTHORITY_HOST: server.url, AZURE_FEDERATED_TOKEN_FILE: file }
  const clouds = new CloudSignIn({ environment })
  for (const text of ['assertion-1\n', 'assertion-2\n']) {
    await writeFile(file, text)
    await clouds.find(FOUNDRY, 'secret-token-1')
  }
  expect(requestsOf()).toMatchObject(
    ['assertion-1', 'assertion-2'].map((assertion) => ({
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      scope: 'https://ai.azure.com/.default',
    })),
  )
})

it('the identity of an app, then that of a machine, is asked for the resource', async () => {
  const app = { IDENTITY_ENDPOINT: `${server.url}/msi/token`, IDENTITY_HEADER: 'identity-header-1' }
  await signIn({ ...app, AZURE_CLIENT_ID: 'c-1' })
  await signIn({ AZURE_POD_IDENTITY_AUTHORITY_HOST: server.url })
  expect(server.requests.map(({ headers }) => [headers['x-identity-header'], headers['metadata']])).toEqual([
    ['identity-header-1', undefined],
    [undefined, 'true'],
  ])
  const resource = 'https://ai.azure.com'
  expect(requestsOf()).toEqual([
    { path: '/msi/token', resource, client_id: 'c-1', 'api-version': '2019-08-01' },
    { path: '/metadata/identity/oauth2/token', resource, 'api-version': '2018-02-01' },
  ])
})

it('a machine without an identity is signed in to by az', async () => {
  status = 404
  const file = join(directory, 'az')
  const print = `console.log(JSON.stringify({ accessToken: process.argv.slice(2).join('_'), expires_on: 4102444800 }))`
  await writeFile(file, `#!${process.execPath}\n${print}`)
  await chmod(file, 0o755)
  expect(await signIn({ AZURE_POD_IDENTITY_AUTHORITY_HOST: server.url, PATH: directory })).toMatchObject({
    value: { id: 'account_get-access-token_--resource_https://ai.azure.com_--output_json' },
  })
})

it('says what was refused, and repeats no secret', async () => {
  status = 401
  const found = await signIn({ ...TENANT, AZURE_CLIENT_SECRET: 'client-secret-1' })
  const words = 'refused it with status 401 (invalid_client, AADSTS7000215). Sign in with az login'
  expect(found).toMatchObject({ error: { category: 'AUTH', message: expect.stringContaining(words) } })
  expect(JSON.stringify(found)).not.toContain('client-secret')
  const plain = await signIn({ ...TENANT, AZURE_CLIENT_SECRET: 's-2-secret', AZURE_AUTHORITY_HOST: 'http://a.example' })
  expect(plain).toMatchObject({ error: { message: expect.stringContaining('AZURE_AUTHORITY_HOST is no address') } })
  expect(server.requests).toHaveLength(1)
})

it('the server of tokens must be named where only some hosts may be reached', async () => {
  limitConnections(['r.services.ai.azure.com'])
  const environment = { ...TENANT, AZURE_CLIENT_SECRET: 'client-secret-1' }
  expect(await new CloudSignIn({ environment }).find(FOUNDRY)).toMatchObject({
    error: { message: expect.stringContaining('does not connect to login.microsoftonline.com:443') },
  })
})

it.each([
  ['google', 'https://aiplatform.googleapis.com/v1', true],
  ['google', 'https://googleapis.com.evil.example/v1', false],
  ['google', 'http://aiplatform.googleapis.com/v1', false],
  ['google', 'evil.example/v1', false],
  ['google', 'aiplatform.googleapis.com/v1', true],
  ['azure', 'https://r.openai.azure.com/openai/v1', true],
  ['azure', 'https://r.openai.azure.us/openai/v1', true],
  ['azure', 'https://r.openai.azure.cn/openai/v1', true],
  ['azure', 'https://r.openai.azure.us.evil.example/openai/v1', false],
  ['google', 'https://europe-west1-aiplatform.googleapis.com/v1', true],
  ['google', 'https://aiplatform.eu.rep.googleapis.com/v1', true],
  ['google', 'https://aiplatform.s3nsapis.fr/v1', false],
  ['azure', 'https://evil-azure.com/openai/v1', false],
  ['aws', 'https://gateway.example.com/openai/v1', true],
] as const)('the credentials of %s and %s: %s', (auth, address, isTaken) => {
  const { entries, problems } = readEndpoints([{ name: 'x', kind: 'openai-chat', base_url: address, auth }])
  expect([entries.length === 1, problems.length === 0]).toEqual([isTaken, isTaken])
})

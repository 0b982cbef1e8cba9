import { createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { CloudSignIn } from '../../../../src/main/adapters/providers/endpoints/cloud-sign-in.ts'
import { limitConnections } from '../../../../src/main/adapters/only-hosts.ts'
import { isJsonObject, parseJson } from '../../../../src/shared/json.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { playAnswers } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'
import { startTokenServer } from '../../../support/token-server.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const VERTEX = { label: 'Vertex', auth: 'google', profile: null, baseUrl: 'https://aiplatform.googleapis.com' } as const
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let directory: string
let isRefusing = false
let server: Awaited<ReturnType<typeof startTokenServer>>

beforeEach(async () => {
  isRefusing = false
  directory = await mkdtemp(join(tmpdir(), 'ikigai-google-'))
  server = await startTokenServer(({ fields }) =>
    isRefusing
      ? [400, { error: 'invalid_grant', error_description: `bad ${fields['assertion'] ?? fields['refresh_token']}` }]
      : [200, { access_token: `secret-token-${server.requests.length}`, expires_in: 3600, token_type: 'Bearer' }],
  )
  // Nothing of this machine counts.
  vi.stubEnv('HOME', directory)
  vi.stubEnv('CLOUDSDK_CONFIG', directory)
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
})
afterEach(async () => {
  limitConnections(null)
  vi.unstubAllEnvs()
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

async function serviceAccount(): Promise<void> {
  const file = join(directory, 'account.json')
  const account = { type: 'service_account', client_email: 'agent@p1.example', private_key: privateKey }
  await writeFile(file, JSON.stringify({ ...account, private_key_id: 'k1', project_id: 'p1' }))
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file)
}

function signIn(now = () => Date.now()): CloudSignIn {
  return new CloudSignIn({ environment: {}, now, request: server.redirected })
}

it('a service account signs an assertion for the scope, once until shortly before the end', async () => {
  await serviceAccount()
  let time = Date.now()
  const clouds = signIn(() => time)
  const found = await Promise.all([1, 2, 3].map(() => clouds.find(VERTEX)))
  expect(found.map((each) => each.ok && each.value.id)).toEqual(['secret-token-1', 'secret-token-1', 'secret-token-1'])
  expect(server.requests).toHaveLength(1)
  const [request] = server.requests
  expect([request?.url.pathname, request?.fields['grant_type']]).toEqual([
    '/token',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ])
  const [head = '', payload = '', signature = ''] = (request?.fields['assertion'] ?? '').split('.')
  const isSigned = createVerify('RSA-SHA256').update(`${head}.${payload}`).verify(publicKey, signature, 'base64url')
  expect(isSigned).toBe(true)
  const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  expect(isJsonObject(claims) ? claims : {}).toMatchObject({
    iss: 'agent@p1.example',
    scope: SCOPE,
    aud: 'https://oauth2.googleapis.com/token',
  })
  time += 3_500_000
  expect(await clouds.find(VERTEX)).toMatchObject({ value: { id: 'secret-token-2' } })
})

it('a user who signed in with gcloud sends the refresh token, without gcloud', async () => {
  const user = { type: 'authorized_user', client_id: 'c1', client_secret: 's-1-secret', refresh_token: '1//refresh-1' }
  await writeFile(join(directory, 'application_default_credentials.json'), JSON.stringify(user))
  expect(await signIn().find(VERTEX)).toMatchObject({ ok: true, value: { id: 'secret-token-1' } })
  expect(server.requests[0]?.fields).toMatchObject({ grant_type: 'refresh_token', refresh_token: '1//refresh-1' })
})

it('a machine of Google Cloud is asked for a token of the scope', async () => {
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present')
  vi.stubEnv('GCE_METADATA_HOST', server.url.replace('http://', ''))
  expect(await signIn().find(VERTEX)).toMatchObject({ ok: true, value: { id: 'secret-token-1' } })
  const [request] = server.requests
  expect(request?.url.pathname).toBe('/computeMetadata/v1/instance/service-accounts/default/token')
  expect([request?.headers['metadata-flavor'], request?.fields['scopes']]).toEqual(['Google', SCOPE])
})

it('says what is missing, what was refused, and repeats nothing that was sent', async () => {
  expect(await signIn().find(VERTEX)).toMatchObject({
    ok: false,
    error: {
      category: 'AUTH',
      message: expect.stringContaining('there are no application default credentials. Sign in'),
    },
  })
  await serviceAccount()
  isRefusing = true
  const refused = await signIn().find(VERTEX)
  expect(refused).toMatchObject({ error: { message: expect.stringContaining('status 400 (invalid_grant)') } })
  expect(JSON.stringify(refused)).not.toContain(server.requests[0]?.fields['assertion'])
  const external = {
    type: 'external_account',
    audience: 'a',
    subject_token_type: 't',
    token_url: 'https://sts.googleapis.com/v1/token',
  }
  const program = { credential_source: { executable: { command: '/bin/true', timeout_millis: 5000 } } }
  await writeFile(join(directory, 'account.json'), JSON.stringify({ ...external, ...program }))
  expect(await signIn().find(VERTEX)).toMatchObject({
    error: { message: expect.stringContaining('start a program. Name that program as token_command') },
  })
})

it('the server of tokens must be named where only some hosts may be reached', async () => {
  await serviceAccount()
  limitConnections(['aiplatform.googleapis.com'])
  const found = await new CloudSignIn({ environment: {} }).find(VERTEX)
  expect(found).toMatchObject({
    error: { message: expect.stringMatching(/does not connect to oauth2\.googleapis\.com:443, because "only_hosts"/) },
  })
})

it('an endpoint sends the token as bearer, renews a refused one once, and says neither', async () => {
  await serviceAccount()
  const playback = await playAnswers((response, { headers }) => {
    const message = `bad ${headers.authorization ?? ''}`
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
  })
  const entry = {
    preset: 'vertex',
    base_url: `${playback.url}/v1/projects/p/locations/global`,
    auth: 'google',
  } as const
  const events = await eventsOf(
    await endpointAt(entry, { clouds: signIn() }),
    helloRequest('openai', { model: 'vertex/gemini-3.8-flash' }),
  )
  const sent = playback.requests.map(({ headers }) => [headers.authorization, headers['x-goog-api-key']])
  expect(sent).toEqual([
    ['Bearer secret-token-1', undefined],
    ['Bearer secret-token-2', undefined],
  ])
  expect(events).toMatchObject([{ type: 'error', error: { category: 'AUTH' } }])
  expect(JSON.stringify(events)).not.toContain('secret-token')
  await playback.stop()
})

import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { awsHeaders, awsPlace } from '../../../../src/main/adapters/providers/endpoints/aws-signature.ts'
import { CloudSignIn } from '../../../../src/main/adapters/providers/endpoints/cloud-sign-in.ts'
import { limitConnections } from '../../../../src/main/adapters/only-hosts.ts'
import { type SignedRequest, signatureProblems } from '../../../support/aws-verifier.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'

const NOW = Date.parse('2026-11-30T07:00:00.123Z')
const REGION = 'eu-central-1'

let directory: string
let server: Server
let base = ''
const seen: SignedRequest[] = []
const NONE: SignedRequest = { method: '', path: '/', headers: {}, body: '' }
/** What each answer says; the last one is repeated. */
let answers: readonly (readonly [number, string])[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-aws-'))
  seen.length = 0
  answers = [[400, 'enough']]
  server = createServer((message, response) => {
    void Array.fromAsync(message).then((chunks) => {
      const [status, text] = answers[Math.min(seen.length, answers.length - 1)] ?? [500, '']
      const body = Buffer.concat(chunks).toString('utf8')
      seen.push({ method: message.method ?? '', path: message.url ?? '', headers: message.headers, body })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: text, error: { message: text, type: 'x' } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterEach(async () => {
  limitConnections(null)
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true, force: true })
})

/** Puts a program `aws` first in the path, which writes down its arguments and prints keys `AKIAPROGRAM` with its run. */
async function programEnvironment(expiration: string): Promise<Readonly<Record<string, string>>> {
  const [file, calls] = [join(directory, 'aws'), join(directory, 'calls')]
  const script = [
    `#!${process.execPath}`,
    `const { appendFileSync, readFileSync } = require('node:fs')`,
    `appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n')`,
    `const n = readFileSync(${JSON.stringify(calls)}, 'utf8').split('\\n').length - 1`,
    `const keys = { AccessKeyId: 'AKIAPROGRAM' + n, SecretAccessKey: 'secret-key-' + n, SessionToken: 'session-token-' + n }`,
    `console.log(JSON.stringify({ Version: 1, ...keys, Expiration: ${JSON.stringify(expiration)} }))`,
  ]
  await writeFile(file, script.join('\n'))
  await chmod(file, 0o755)
  return { PATH: directory, AWS_REGION: REGION }
}
const programCalls = async () => (await readFile(join(directory, 'calls'), 'utf8')).trim().split('\n')

async function ask(preset: 'bedrock' | 'bedrock-claude', clouds: CloudSignIn, profile?: string) {
  const path = preset === 'bedrock' ? '/openai/v1' : '/anthropic'
  const entry = { preset, base_url: base + path, auth: 'aws' as const }
  const provider = await endpointAt(profile === undefined ? entry : { ...entry, profile }, { clouds })
  return eventsOf(provider, helloRequest('openai', { model: `${preset}/eu.anthropic.claude-opus-4-5-v1:0` }))
}

it.each(['bedrock', 'bedrock-claude'] as const)(
  'signs each request with the keys of the environment: %s',
  async (preset) => {
    const environment = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret-key-0', AWS_REGION: REGION }
    await ask(preset, new CloudSignIn({ environment, now: () => NOW }))
    const keys = { id: 'AKIATEST', secret: 'secret-key-0', session: null, region: REGION, service: 'bedrock', now: NOW }
    expect(seen.map((request) => signatureProblems(request, keys))).toEqual([[]])
    expect(seen[0]?.body).toContain('claude-opus-4-5')
    expect(seen[0]?.headers).not.toHaveProperty('x-api-key')
    // The verifier itself tells a wrong request from a right one.
    const [request = NONE] = seen
    const changed = signatureProblems({ ...request, body: `${request.body} ` }, keys)
    expect([changed, signatureProblems(request, { ...keys, secret: 'other' })]).toEqual([['signature'], ['signature']])
  },
)

it('a profile is read by the command line of AWS, kept until its end, and read again when it ended early', async () => {
  const environment = await programEnvironment('2026-11-30T08:00:00Z')
  let time = NOW
  const clouds = new CloudSignIn({ environment, now: () => time })
  answers = [
    [400, 'enough'],
    [403, 'The security token included in the request is expired'],
    [400, 'bad secret-key-2 session-token-2'],
  ]
  await ask('bedrock', clouds, 'team')
  const events = await ask('bedrock', clouds, 'team')
  const problems = [1, 1, 2].map((run, at) =>
    signatureProblems(seen[at] ?? NONE, {
      id: `AKIAPROGRAM${run}`,
      secret: `secret-key-${run}`,
      session: `session-token-${run}`,
      region: REGION,
      service: 'bedrock',
      now: NOW,
    }),
  )
  expect(problems).toEqual([[], [], []])
  expect(JSON.stringify(events)).not.toMatch(/secret-key|session-token/)
  time += 3_590_000
  await ask('bedrock', clouds, 'team')
  expect(await programCalls()).toEqual(
    [1, 2, 3].map(() => 'configure export-credentials --format process --profile team'),
  )
})

it('a refusal for another reason is not asked again', async () => {
  const environment = await programEnvironment('2026-11-30T08:00:00Z')
  answers = [[403, 'You do not have access to the model']]
  await ask('bedrock', new CloudSignIn({ environment, now: () => NOW }))
  expect(seen).toHaveLength(1)
  expect(await programCalls()).toEqual(['configure export-credentials --format process'])
})

it.each([
  ['https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1', 'us-east-1', 'bedrock'],
  ['https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com/anthropic', 'us-gov-west-1', 'bedrock'],
  ['https://bedrock-runtime.eusc-de-east-1.amazonaws.eu/openai/v1', 'eusc-de-east-1', 'bedrock'],
  ['https://bedrock-runtime.cn-north-1.amazonaws.com.cn/openai/v1', 'cn-north-1', 'bedrock'],
  ['https://vpce-1.bedrock-runtime.eu-west-3.vpce.amazonaws.com/openai/v1', 'eu-west-3', 'bedrock'],
  ['https://bedrock-mantle.eu-west-1.api.aws/anthropic', 'eu-west-1', 'bedrock-mantle'],
  ['https://aws-external-anthropic.us-west-2.api.aws', 'us-west-2', 'aws-external-anthropic'],
  ['https://gateway.example.com/openai/v1', REGION, 'bedrock'],
])('finds region and service of %s', async (address, region, service) => {
  const place = awsPlace(address, { AWS_DEFAULT_REGION: REGION })
  expect(place).toEqual({ region, service })
  const keys = { token: 'AKIATEST', secret: 'secret-key-0', session: 'session-token-0', expiresAt: Infinity }
  const request = { url: `${address}/a b/v1:0?z=1&a=2`, method: 'POST', body: '{"a":"é"}' }
  const headers = await awsHeaders(keys, place ?? { region: '', service: '' }, request, NOW)
  const { host, pathname, search } = new URL(request.url)
  const got = { method: 'POST', path: pathname + search, headers: { host, ...headers }, body: request.body }
  const expected = { id: 'AKIATEST', secret: 'secret-key-0', session: 'session-token-0', region, service, now: NOW }
  expect(signatureProblems(got, expected)).toEqual([])
})

it('says what is missing, and which program may not start', async () => {
  const aws = { label: 'Bedrock', auth: 'aws', profile: null, baseUrl: base } as const
  expect(await new CloudSignIn({ environment: {} }).find(aws)).toMatchObject({
    error: { category: 'AUTH', message: expect.stringContaining('names no region. Set AWS_REGION') },
  })
  const environment = await programEnvironment('2020-01-01T00:00:00Z')
  expect(await new CloudSignIn({ environment }).find(aws)).toMatchObject({
    error: { message: expect.stringContaining('printed keys that have ended already. Sign in') },
  })
  limitConnections(['bedrock-runtime.eu-central-1.amazonaws.com'])
  expect(await new CloudSignIn({ environment }).find(aws)).toMatchObject({
    error: { message: expect.stringContaining('"only_hosts"') },
  })
})

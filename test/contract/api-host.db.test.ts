import { mkdtemp } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { ApiTokens } from '../../src/main/hosts/api/api-tokens.ts'
import { type ApiServer, serveApi } from '../../src/main/hosts/api/serve-api.ts'
import { accessOf } from '../../src/main/hosts/api/operation-access.ts'
import type { TokenScope } from '../../src/shared/api-token.ts'
import { PROTECTED_INPUTS } from '../support/protected-inputs.ts'
import { createRecordingLogger, type RecordingLogger } from '../support/recording-logger.ts'
import { createScriptedEngine, SCRIPTED_AGENT, type ScriptedEngine } from '../support/scripted-engine.ts'

let directory: string
let engine: ScriptedEngine
let logger: RecordingLogger
let tokens: ApiTokens
let server: ApiServer

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-api-'))
  engine = createScriptedEngine()
  logger = createRecordingLogger()
  tokens = new ApiTokens(directory)
  const served = await serveApi(engine, {
    address: '127.0.0.1',
    port: 0,
    tokens,
    version: '1.2.3',
    logger,
    maxBodyBytes: 10_000,
  })
  if (!served.ok) throw new Error(served.error.message)
  server = served.value
})
afterEach(() => closeAll(server, directory))

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Sends a request exactly as given. `path`: below the address of the API. */
function send(path: string, headers: Record<string, string>, body = '', method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const headersWith = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Calls an operation with a new token of the scope. */
async function call(scope: TokenScope, operation: string, input: unknown): Promise<Answer> {
  const token = await tokens.add('test', scope)
  return send(`/${operation.replace('.', '/')}`, headersWith(token), JSON.stringify(input ?? {}))
}

const AGENT = { agentId: SCRIPTED_AGENT }

describe('without a token', () => {
  it.each([
    ['no header', {}],
    ['a wrong token', headersWith(`ikigai_${'0'.repeat(12)}_${'A'.repeat(43)}`)],
    ['a token of another kind', { authorization: 'Basic aWtpZ2Fp' }],
    ['a foreign host', { host: 'evil.example' }],
  ])('%s: nothing is served but a 401', async (_name, headers) => {
    const paths = ['/agents/submit', '/openapi.json', '/nothing', '/../../etc/passwd', '']
    const answers = await Promise.all([
      ...paths.map((path) => send(path, headers, JSON.stringify({ ...AGENT, text: 'x' }))),
      ...paths.map((path) => send(path, headers, '', 'GET')),
      send('/agents/submit', headers, '', 'OPTIONS'),
    ])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    expect(engine.calls).toEqual([])
  })

  it('takes a token from the header only, where it gets into no log', async () => {
    const token = await tokens.add('test', 'full')
    expect((await send(`/openapi.json?token=${token}`, {}, '', 'GET')).status).toBe(401)
    expect((await send('/openapi.json', { cookie: `token=${token}` }, '', 'GET')).status).toBe(401)
  })
})

it('answers no page of another origin, and permits none to read', async () => {
  const token = await tokens.add('test', 'full')
  const headers = { ...headersWith(token), origin: 'http://evil.example' }
  const foreign = await send('/agents/submit', headers, JSON.stringify({ ...AGENT, text: 'x' }))
  const rebound = await send('/agents/submit', { ...headersWith(token), host: 'evil.example' }, '{}')
  const own = await send('/openapi.json', headersWith(token), '', 'GET')

  expect([foreign.status, rebound.status, own.status]).toEqual([403, 421, 200])
  for (const { headers: sent } of [foreign, rebound, own]) {
    expect(Object.keys(sent).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  expect(engine.calls).toEqual([])
})

it('answers with the Result, and says with the status whether it failed', async () => {
  const done = await call('standard', 'agents.submit', { ...AGENT, text: 'Grüße' })
  const refused = await call('standard', 'agents.cancel', AGENT)
  const invalid = await call('standard', 'agents.cancel', { agentId: 'root' })
  const unknown = await call('full', 'agents.fly', {})

  expect([done.status, JSON.parse(done.body)]).toEqual([200, expect.objectContaining({ ok: true })])
  const error = { category: 'REFUSED', message: 'No agents.cancel here.', retryable: false }
  expect([refused.status, JSON.parse(refused.body)]).toEqual([422, { ok: false, error }])
  expect([invalid.status, JSON.parse(invalid.body)]).toMatchObject([400, { ok: false, code: 'BAD_REQUEST' }])
  expect(invalid.body).toContain('agentId')
  expect([unknown.status, JSON.parse(unknown.body)]).toMatchObject([404, { ok: false, code: 'NOT_FOUND' }])
})

it('says nothing of a bug but that it is one', async () => {
  engine.breakSubmit(new Error('secret detail'))
  const { status, body } = await call('standard', 'agents.submit', { ...AGENT, text: 'x' })

  expect([status, JSON.parse(body)]).toMatchObject([500, { ok: false, code: 'INTERNAL_SERVER_ERROR' }])
  expect(body).not.toContain('secret')
  expect(logger.lines).toEqual([['error', 'Bug: agents.submit threw']])
})

it('refuses a body that is too large, or is not JSON', async () => {
  const large = await call('standard', 'agents.submit', { ...AGENT, text: 'x'.repeat(10_000) })
  const token = await tokens.add('test', 'standard')
  const broken = await send('/agents/submit', headersWith(token), '{"agentId":')

  expect([large.status, broken.status]).toEqual([413, 400])
  expect(engine.calls).toEqual([])
})

/** What a browser has to confirm with a code, and what decides about keys. */
const PROTECTED: readonly (readonly [string, string, unknown])[] = [
  ...PROTECTED_INPUTS.filter(([, operation]) => accessOf(operation.split('.')) !== 'none'),
  ['list keys', 'credentials.list', {}],
]

describe.each(PROTECTED)('%s', (_what, operation, input) => {
  it('is refused to a token without that right, and done for one with it', async () => {
    for (const scope of ['read', 'standard'] as const) {
      const { status, body } = await call(scope, operation, input)
      expect([scope, status, JSON.parse(body)]).toMatchObject([scope, 403, { ok: false, code: 'FORBIDDEN' }])
    }
    expect(engine.calls).toEqual([])
    expect((await call('full', operation, input)).status).not.toBe(403)
  })
})

it('lets a read-only token change nothing', async () => {
  const writes = [
    ['agents.create', {}],
    ['agents.submit', { ...AGENT, text: 'x' }],
    ['agents.rename', { ...AGENT, name: 'x' }],
    ['log.import', { text: '' }],
    ['changes.undo', { ...AGENT, scope: { type: 'agent' } }],
    ['settings.set', { key: 'layout', value: 1 }],
  ] as const
  for (const [operation, input] of writes) expect((await call('read', operation, input)).status).toBe(403)
  expect(engine.calls).toEqual([])
  expect((await call('read', 'agents.history', { ...AGENT, beforeId: 1, limit: 1 })).status).toBe(422)
})

it('never serves terminals, confirmations and sessions of browsers', async () => {
  for (const operation of ['terminals.open', 'terminals.write', 'confirmation.give', 'sessions.list']) {
    expect((await call('full', operation, { ...AGENT, text: 'x' })).status).toBe(404)
  }
})

it('streams a feed as server-sent events until the token is revoked, and closes the engine’s side', async () => {
  const token = await tokens.add('test', 'read')
  const response = await fetch(`${server.url}/agents/subscribe`, {
    method: 'POST',
    headers: headersWith(token),
    body: JSON.stringify(AGENT),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (part: string) => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
  }
  await readUntil('"snapshot"')
  engine.record('one')
  await readUntil('"recorded"')

  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(text).toContain('event: message\n')
  await tokens.revoke((await tokens.find(token))?.id ?? '')
  await engine.until(() => engine.subscriptions[0]?.ended === true)
  expect((await send('/models/list', headersWith(token), '{}')).status).toBe(401)
})

it('describes itself, and records the use of a token', async () => {
  const token = await tokens.add('test', 'read')
  const { body } = await send('/openapi.json', headersWith(token), '', 'GET')

  expect(JSON.parse(body)).toMatchObject({
    openapi: '3.1.1',
    info: { version: '1.2.3' },
    servers: [{ url: server.url }],
  })
  expect((await tokens.list())[0]?.lastUsedAt).not.toBeNull()
  expect(JSON.stringify([logger.lines, logger.fields])).not.toContain(token.slice(-43))
})

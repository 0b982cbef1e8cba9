import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createProviderFactory } from '../../src/main/adapters/providers/create-provider-factory.ts'
import { EndpointFactory } from '../../src/main/adapters/providers/endpoints/endpoint-factory.ts'
import { TokenCommands } from '../../src/main/adapters/providers/endpoints/token-command.ts'
import { LearnedFacts } from '../../src/main/adapters/providers/learned-facts.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { resolveEndpoint } from '../../src/shared/endpoints/endpoint.ts'
import { closeAll } from '../support/close-all.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { EchoTool } from '../support/echo-tool.ts'
import { fakeCredentials } from '../support/fake-credentials.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Playback, playAnswers } from '../support/play-recording.ts'
import { createRecordingLogger, type RecordingLogger } from '../support/recording-logger.ts'

const LIFE_S = 3_000
/** How far each request moves the clock. */
const STEP_MS = 1_000_000
/** Rounds of tools before the answer. */
const ROUNDS = 7
/** A token that the server takes back after its first request, long before its end. */
const REVOKED = 'secret-token-2'

/** A server that takes each token until its end, and says in each refusal which token it got. */
class TokenServer {
  time = 0
  isClosed = false
  rounds = 0
  readonly answered: (readonly [token: string, status: number])[] = []
  readonly #since = new Map<string, number>()

  answer(response: ServerResponse, token: string): void {
    const since = this.#since.get(token) ?? this.time
    this.#since.set(token, since)
    const isTakenBack = token === REVOKED && this.answered.some(([used]) => used === token)
    const isOver = this.time >= since + LIFE_S * 1000
    if (this.isClosed || isTakenBack || isOver) {
      this.answered.push([token, 401])
      response.writeHead(401, { 'content-type': 'application/json', 'x-refused': token })
      response.end(JSON.stringify({ error: { message: `token ${token} is not accepted`, code: token } }))
      return
    }
    this.answered.push([token, 200])
    this.time += STEP_MS
    this.rounds += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const last = this.rounds > ROUNDS
    response.end(
      last ? deltas({ content: 'Done.' }, 'stop') : deltas({ tool_calls: [echoCall(this.rounds)] }, 'tool_calls'),
    )
  }
}

function echoCall(n: number) {
  return { index: 0, id: `call_${n}`, type: 'function', function: { name: 'echo', arguments: `{"text":"${n}"}` } }
}

function deltas(delta: object, reason: string): string {
  const chunk = (part: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta: part, finish_reason: finish }] })}\n\n`
  return `${chunk({ role: 'assistant', ...delta }, null)}${chunk({}, reason)}data: [DONE]\n\n`
}

let directory: string
let playback: Playback
let real: RealEngine
let logger: RecordingLogger
const server = new TokenServer()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-ending-tokens-'))
  playback = await playAnswers((response, { headers }) =>
    server.answer(response, headers.authorization?.replace('Bearer ', '') ?? ''),
  )
  const file = join(directory, 'print-token.mjs')
  const count = JSON.stringify(join(directory, 'runs'))
  await writeFile(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(${count}, 'x')
const n = readFileSync(${count}, 'utf8').length
console.log(JSON.stringify({ access_token: 'secret-token-' + n, expires_in: ${LIFE_S} }))`,
  )
  const endpoint = resolveEndpoint({
    name: 'cloud',
    kind: 'openai-chat',
    base_url: playback.url,
    models: ['m'],
    token_command: [process.execPath, file],
  })
  const config = { ...DEFAULT_CONFIG, endpoints: [endpoint] }
  const environment = { PATH: process.env['PATH'] ?? '' }
  const services = { credentials: fakeCredentials(), config, environment, facts: new LearnedFacts() }
  const tokens = new TokenCommands({ environment, now: () => server.time })
  const endpoints = new EndpointFactory({ ...services, idleTimeoutMs: null }, tokens)
  logger = createRecordingLogger()
  real = await openRealEngine(environment, {
    tools: [new EchoTool()],
    allowed: ['echo'],
    config: { endpoints: [endpoint] },
    wrapPorts: (ports) => ({ ...ports, logger, providers: createProviderFactory({ ...services, endpoints }) }),
  })
})
afterAll(async () => {
  await closeAll(real)
  await playback.stop()
  await rm(directory, { recursive: true, force: true })
})

/** All that may show a token: the feed and the log of an agent, its exports, the log lines. */
async function everything(pane: Pane): Promise<string> {
  const texts = [JSON.stringify([pane.items, pane.view, logger.lines, logger.fields])]
  for (const format of ['log', 'codex', 'chatgpt'] as const) {
    const request = { format, agentId: pane.agentId }
    for await (const piece of real.engine.log.export(request, new AbortController().signal)) texts.push(valueOf(piece))
  }
  return texts.join('\n')
}

it('a turn of many rounds gets new tokens before their ends, and once where one was refused', async () => {
  const pane = await Pane.create(real.engine, 'cloud/m')
  await pane.type('Use your tool')
  expect(server.answered).toEqual([
    ['secret-token-1', 200],
    ['secret-token-1', 200],
    ['secret-token-1', 200],
    ['secret-token-2', 200],
    ['secret-token-2', 401],
    ['secret-token-3', 200],
    ['secret-token-3', 200],
    ['secret-token-3', 200],
    ['secret-token-4', 200],
  ])
  expect([pane.last('assistant')?.content, pane.last('error')]).toEqual(['Done.', undefined])
  expect(pane.lines().filter((line) => line.startsWith('tool_result'))).toHaveLength(ROUNDS)
  expect(await everything(pane)).not.toContain('secret-token')
})

it('a server that takes no token any more ends the turn after one new token, and no message repeats it', async () => {
  const pane = await Pane.create(real.engine, 'cloud/m')
  server.answered.splice(0)
  server.isClosed = true
  await pane.type('Once more')
  expect(server.answered).toEqual([
    ['secret-token-4', 401],
    ['secret-token-5', 401],
  ])
  expect(pane.last('error')?.data).toMatchObject({ category: 'AUTH' })
  const shown = await everything(pane)
  expect(shown).toContain('is not accepted')
  expect(shown).not.toContain('secret-token')
})

import { createServer, type ServerResponse } from 'node:http'

import { afterEach, describe, expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { EventLines } from '../../../../src/main/adapters/providers/openai-compatible/event-lines.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'
import { portOf } from '../../../support/port-of.ts'

/** The reason that a server gives reaches the user from any wrapper; sentences of libraries never do. */

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${portOf(server)}/v1`
}

async function errorOf(answer: (response: ServerResponse) => void) {
  const baseUrl = await serve(answer)
  const provider = createCompatibleProvider(VENDORS.local, { key: '', baseUrl, idleTimeoutMs: 20_000 })
  const last = (await eventsOf(provider, helloRequest('openai', { model: 'm' }))).at(-1)
  return last?.type === 'error' ? last.error : null
}

const SENTENCE = 'slot 3 is on fire'
const JSON_TYPE = 'application/json'
const EVENTS = 'text/event-stream'

/** Bodies in which servers and proxies put a sentence: status, content type, text. */
const BODIES: readonly (readonly [name: string, status: number, type: string, body: string])[] = [
  ['an object', 500, JSON_TYPE, `{"error":{"message":"${SENTENCE}"}}`],
  ['a text under error', 500, JSON_TYPE, `{"error":"${SENTENCE}"}`],
  [
    'JSON as a text under error',
    500,
    JSON_TYPE,
    JSON.stringify({ error: JSON.stringify({ error: { message: SENTENCE } }) }),
  ],
  [
    'JSON as a text in the message',
    500,
    JSON_TYPE,
    JSON.stringify({ error: { message: JSON.stringify({ detail: SENTENCE }) } }),
  ],
  ['a message alone', 400, JSON_TYPE, `{"object":"error","message":"${SENTENCE}","code":400}`],
  ['a detail', 403, JSON_TYPE, `{"detail":"${SENTENCE}"}`],
  ['a detail with 200', 200, JSON_TYPE, `{"detail":"${SENTENCE}"}`],
  ['an object under detail', 500, JSON_TYPE, `{"detail":{"error":"${SENTENCE}"}}`],
  ['a list of details', 422, JSON_TYPE, `{"detail":[{"loc":["body"],"msg":"${SENTENCE}"}]}`],
  ['a list of bodies', 500, JSON_TYPE, `[{"error":{"message":"${SENTENCE}"}}]`],
  ['a list of bodies with 200', 200, JSON_TYPE, `[{"error":{"message":"${SENTENCE}"}}]`],
  ['a list of errors', 500, JSON_TYPE, `{"success":false,"errors":[{"code":7003,"message":"${SENTENCE}"}]}`],
  ['a list of texts', 500, JSON_TYPE, `{"errors":["${SENTENCE}"]}`],
  ['base_resp with 200', 200, JSON_TYPE, `{"base_resp":{"status_code":1008,"status_msg":"${SENTENCE}"}}`],
  ['error_msg with 200', 200, JSON_TYPE, `{"error_code":336003,"error_msg":"${SENTENCE}"}`],
  ['problem+json', 500, 'application/problem+json', `{"title":"Oops","detail":"${SENTENCE}"}`],
  ['an error that is true', 500, JSON_TYPE, `{"error":true,"message":"${SENTENCE}"}`],
  ['an Anthropic body', 500, JSON_TYPE, `{"type":"error","error":{"type":"api_error","message":"${SENTENCE}"}}`],
  ['a code as text', 200, JSON_TYPE, `{"error":{"code":"503","message":"${SENTENCE}"}}`],
  ['plain text', 500, 'text/plain', SENTENCE],
  ['XML', 500, 'application/xml', `<?xml version="1.0"?><Error><Message>${SENTENCE}</Message></Error>`],
  ['a web page', 500, 'text/html', `<html><title>${SENTENCE}</title></html>`],
  ['a web page with 200', 200, 'text/html', `<html><title>${SENTENCE}</title></html>`],
  ['a web page as a stream', 200, EVENTS, `<!doctype html>\n<html><head>\n<title>${SENTENCE}</title></head></html>\n`],
  ['plain text as a stream', 200, EVENTS, `${SENTENCE}\n`],
  ['a field of the stream', 200, EVENTS, `error: {"code":500,"message":"${SENTENCE}"}\n\n`],
  ['bare JSON in the stream', 200, EVENTS, `{"error":{"message":"${SENTENCE}"}}\n`],
  ['bare JSON without an end of line', 200, EVENTS, `{"error":"${SENTENCE}"}`],
  ['bare JSON on several lines', 200, EVENTS, `{\n  "error": {\n    "message": "${SENTENCE}"\n  }\n}\n`],
  ['an event of the type error', 200, EVENTS, `event: error\ndata: {"message":"${SENTENCE}"}\n\n`],
  ['an event of the type error with text', 200, EVENTS, `event: error\ndata: ${SENTENCE}\n\n`],
  ['an event after a comment', 200, EVENTS, `: ping\n\ndata: {"error":{"message":"${SENTENCE}"}}\n\n`],
  ['an event with a list', 200, EVENTS, `data: [{"error":{"message":"${SENTENCE}"}}]\n\n`],
  ['an event with a detail', 200, EVENTS, `data: {"detail":"${SENTENCE}"}\n\n`],
  ['a wrong type of content', 200, 'text/plain', `{"error":{"message":"${SENTENCE}"}}`],
]

describe.each(BODIES)('%s', (_, status, type, body) => {
  it.each([1, 7, body.length])('shows the sentence, in pieces of %i bytes', async (size) => {
    const error = await errorOf((response) => {
      response.writeHead(status, { 'content-type': type })
      const bytes = Buffer.from(body)
      for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size))
      response.end()
    })
    expect(error?.message).toContain(SENTENCE)
    expect(error?.message).not.toMatch(/[{}]|undefined|closed before/)
  })
})

const DELTA = 'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n'

it.each([
  `error: {"message":"${SENTENCE}"}\n\n`,
  `{"error":"${SENTENCE}"}\n`,
  `event: error\ndata: {"message":"${SENTENCE}","code":"500"}\n\n`,
  `data: {"object":"error","message":"${SENTENCE}"}\n\n`,
  `data: {"error":{"message":"${SENTENCE}"}}\n\n`,
])('shows the sentence after the beginning of an answer: %s', async (tail) => {
  const error = await errorOf((response) => {
    response.writeHead(200, { 'content-type': EVENTS }).end(DELTA + tail)
  })
  expect(error?.message).toContain(SENTENCE)
})

it('converts the lines of a stream alike however it is cut', () => {
  const text = `: ping\n\nevent: message\n${DELTA}error: {"message":"ü"}\n\n{\n"error": "x"}\nevent: error\ndata: {"msg":"y"}\n\ndata: [DONE]\n\n`
  const bytes = Buffer.from(text)
  const converted = (pieces: readonly Uint8Array[]): string => {
    const lines = new EventLines()
    return Buffer.concat([...pieces.flatMap((piece) => lines.push(piece)), ...lines.end()]).toString()
  }
  const whole = converted([bytes])
  expect(whole).toBe(
    `: ping\n\nevent: message\n${DELTA}data: {"error":{"message":"ü"}}\n\n\ndata: {"error":{"message":"x"}}\n\ndata: {"error":{"msg":"y","message":"y"}}\n\n\ndata: [DONE]\n\n`,
  )
  for (let first = 0; first <= bytes.length; first += 1) {
    for (let second = first; second <= bytes.length; second += 5) {
      const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
      expect(converted(pieces)).toBe(whole)
    }
  }
})

const LIBRARY =
  /fetch failed|undici|Response constructor|status code \(no body\)|Unexpected token|header check|bad port|terminated|ERR_INVALID|HPE_/

it.each<readonly [name: string, answer: (response: ServerResponse) => void, words: RegExp]>([
  ['204', (response) => response.writeHead(204).end(), /sent nothing \(status 204\)/],
  ['205', (response) => response.writeHead(205).end(), /sent nothing \(status 205\)/],
  ['407', (response) => response.writeHead(407).end(), /status 407/],
  [
    'a redirect to another server',
    (response) => response.writeHead(307, { location: 'http://127.0.0.1:6667/v1' }).end(),
    /redirects to http:\/\/127\.0\.0\.1:6667, where its key is not sent/,
  ],
  [
    'a redirect in a circle',
    (response) => response.writeHead(307, { location: '/v1/chat/completions' }).end(),
    /redirects in a circle/,
  ],
  [
    'a redirect to another scheme',
    (response) => response.writeHead(307, { location: 'ftp://127.0.0.1/v1' }).end(),
    /its address, or one that it redirects to/,
  ],
  [
    'a false content-encoding',
    (response) => response.writeHead(200, { 'content-type': EVENTS, 'content-encoding': 'gzip' }).end(DELTA),
    /says that it is compressed/,
  ],
  [
    'a false content-encoding of JSON',
    (response) => response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'br' }).end('{"a":1}'),
    /says that it is compressed/,
  ],
  [
    'an event that is not JSON',
    (response) => response.writeHead(200, { 'content-type': EVENTS }).end('data: hello\n\n'),
    /sent an event that is not JSON: "hello"/,
  ],
  [
    'something that is not HTTP',
    (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
    /what came back is not HTTP/,
  ],
])('says in its own words, and finally: %s', async (_, answer, words) => {
  const error = await errorOf(answer)
  expect(error?.message).toMatch(words)
  expect(error?.message).not.toMatch(LIBRARY)
  expect(error?.retryable).toBe(false)
})

it.each([
  ['Not authenticated', 'AUTH'],
  ['Unauthorized', 'AUTH'],
  ['Invalid API key', 'AUTH'],
  ['model "x" not found, try pulling it first', 'NOT_FOUND'],
  ['the request exceeds the available context size', 'CONTEXT_LENGTH'],
])('knows what cannot succeed by its words with status 200: %s', async (detail, category) => {
  const error = await errorOf((response) => {
    response.writeHead(200, { 'content-type': JSON_TYPE }).end(JSON.stringify({ detail }))
  })
  expect(error).toMatchObject({ category, retryable: false })
})

it.each([
  'failed to load model',
  'the model file is broken',
  'No models loaded. Load one first.',
  'unsupported model architecture',
])('does not try again: %s', async (message) => {
  const error = await errorOf((response) => {
    response.writeHead(500, { 'content-type': JSON_TYPE }).end(JSON.stringify({ error: { message } }))
  })
  expect(error?.retryable).toBe(false)
  expect(error?.message).toContain(message)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createMcpServers } from '../../../src/main/adapters/tools/mcp/create-mcp-servers.ts'
import type { ToolServers } from '../../../src/main/core/ports/tool-server-ports.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'
import { untyped } from '../../support/untyped.ts'

/** What the server answers to a request: status, and a body: a text, or JSON. `reset`: it ends the connection. */
type Answer = readonly [status: number, body: object | string] | 'reset'

interface Request {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly arguments?: { readonly ends?: boolean } }
}

interface SessionServer {
  readonly url: string
  /** Sessions that were begun, and calls that were carried out. */
  readonly counts: { sessions: number; calls: number }
}

const closing: (() => void)[] = []
let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await space.remove()
})

/**
 * Starts a server with one tool. After a call with `ends` it no longer has the session, and `refusal` is its answer to
 * whatever comes in that session. `answer` replaces the results of calls.
 */
async function startSessionServer(
  refusal: (request: Request) => Answer,
  answer: ((request: Request) => Answer) | null = null,
): Promise<SessionServer> {
  const counts = { sessions: 0, calls: 0 }
  let current = ''
  const result = (id: number | undefined, value: object): Answer => [200, { jsonrpc: '2.0', id, result: value }]
  const reply = (request: Request, session: unknown): Answer => {
    const { id, method, params } = request
    if (method === 'server/discover')
      return [200, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'No such method.' } }]
    if (method === 'initialize') {
      current = `session-${++counts.sessions}`
      const about = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      }
      return result(id, about)
    }
    if (session !== current) return refusal(request)
    if (id === undefined) return [202, '']
    if (method === 'tools/list') return result(id, { tools: [{ name: 'act', inputSchema: { type: 'object' } }] })
    counts.calls++
    if (params?.arguments?.ends === true) current = 'none'
    return answer?.(request) ?? result(id, { content: [{ type: 'text', text: `call ${counts.calls}` }] })
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const message = untyped<Request>(JSON.parse(body))
      const answered = reply(message, request.headers['mcp-session-id'])
      if (answered === 'reset') return request.socket.destroy()
      const [status, content] = answered
      const isText = typeof content === 'string'
      const begun = message.method === 'initialize' && { 'mcp-session-id': current }
      const type = isText && content.startsWith('<') ? 'text/html' : isText ? 'text/plain' : 'application/json'
      response.writeHead(status, { 'content-type': type, ...begun })
      return response.end(isText ? content : JSON.stringify(content))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/mcp`, counts }
}

async function connect(url: string): Promise<ToolServers> {
  const servers = createMcpServers(
    { s: { transport: 'http', url, headers: {} } },
    { ...space.context, clientVersion: '0', sandbox: () => null, firstPauseMs: 60_000 },
  )
  closing.push(() => void servers.close())
  servers.start()
  await servers.ready(new AbortController().signal)
  return servers
}

async function act(servers: ToolServers, args: { readonly ends?: boolean } = {}) {
  const [tool] = servers.tools()
  return tool === undefined ? null : runTool(tool, args)
}

const error = (status: number, code: number, message: string) => (): Answer => [
  status,
  { jsonrpc: '2.0', error: { code, message }, id: null },
]
const named =
  (code: number, message: string) =>
  (request: Request): Answer => [200, { jsonrpc: '2.0', error: { code, message }, id: request.id }]

describe('a session that the server has ended', () => {
  it.each<readonly [string, (request: Request) => Answer]>([
    ['404 without words', () => [404, 'Not Found']],
    ['404 with an error', error(404, -32_001, 'Session not found')],
    ['404 with a page', () => [404, '<html><body>gone</body></html>']],
    ['400, no valid session', error(400, -32_000, 'Bad Request: No valid session. Send an initialize request first.')],
    ['400, no valid session id', error(400, -32_000, 'Bad Request: No valid session ID provided')],
    ['400, not initialized', error(400, -32_000, 'Bad Request: Server not initialized')],
    ['400 with a text', () => [400, 'Invalid session ID']],
    ['410', error(410, -32_000, 'The session has expired')],
    ['500 with the words of a proxy', () => [500, { error: 'HTTP 400: No valid session ID provided' }]],
    ['503, unknown or expired', error(503, -32_000, 'MCP session is unknown or expired on this instance')],
    ['200 with an error of the request', named(-32_600, 'Session not found')],
    ['200 with an error without an id', error(200, -32_001, 'Session terminated')],
  ])('said as %s is begun anew, and the call is repeated once', async (_, refusal) => {
    const server = await startSessionServer(refusal)
    const servers = await connect(server.url)
    expect(await act(servers, { ends: true })).toEqual({ content: 'call 1', isError: false })
    expect(await act(servers)).toEqual({ content: 'call 2', isError: false })
    expect(server.counts).toEqual({ sessions: 2, calls: 2 })
    expect(servers.states()).toMatchObject([{ state: 'running', tools: 1 }])
  })

  it('is begun anew once for several calls, and the tools stay meanwhile', async () => {
    const server = await startSessionServer(error(404, -32_001, 'Session not found'))
    const servers = await connect(server.url)
    await act(servers, { ends: true })
    const tools: number[] = []
    servers.onStateChange(() => tools.push(servers.tools().length))
    const results = await Promise.all([act(servers), act(servers), act(servers)])
    expect(results.map((result) => result?.isError)).toEqual([false, false, false])
    expect([server.counts, Math.min(...tools)]).toEqual([{ sessions: 2, calls: 4 }, 1])
  })

  it('ends the call if it ends again at once', async () => {
    const server = await startSessionServer(error(404, -32_001, 'Session not found'), (request) =>
      error(404, -32_001, `Session not found, ${request.method}`)(),
    )
    const servers = await connect(server.url)
    expect(await act(servers)).toEqual({
      content: 's: it answered with HTTP 404: Session not found, tools/call',
      isError: true,
    })
    expect(server.counts.sessions).toBe(2)
  })
})

describe('an answer that is no end of the session', () => {
  it.each<readonly [string, (request: Request) => Answer, string]>([
    ['400', error(400, -32_000, 'Bad Request: quota'), 'it answered with HTTP 400: Bad Request: quota'],
    ['500', () => [500, { error: 'Internal Server Error' }], 'it answered with HTTP 500: Internal Server Error'],
    [
      '502 with a page',
      () => [502, '<html><h1>502 Bad  Gateway</h1></html>'],
      'it answered with HTTP 502: 502 Bad Gateway',
    ],
    ['429 with a detail', () => [429, { detail: 'Slow down' }], 'it answered with HTTP 429: Slow down'],
    ['409 without words', () => [409, ''], 'it answered with HTTP 409'],
    ['an error without an id', error(200, -32_000, 'tool exploded'), 'tool exploded'],
    ['an error of the tool with words of sessions', named(-32_603, 'Session not found'), 'Session not found'],
    [
      'a page',
      () => [200, '<html>login</html>'],
      'it answered with a page or another file, which is no answer of the protocol',
    ],
    [
      'a failure of the tool',
      ({ id }) => [200, { jsonrpc: '2.0', id, result: { isError: true, content: 'no session' } }],
      '',
    ],
  ])(
    '(%s) is the result of its call, in the words of the server, and no call is repeated',
    async (_, answer, words) => {
      const server = await startSessionServer(error(404, -32_001, 'Session not found'), answer)
      const servers = await connect(server.url)
      expect(await act(servers)).toEqual({ content: words === '' ? 'no session' : `s: ${words}`, isError: true })
      expect(server.counts).toEqual({ sessions: 1, calls: 1 })
    },
  )

  it('says that the connection broke, and does not repeat the call, which may have been carried out', async () => {
    const server = await startSessionServer(error(404, -32_001, 'Session not found'), () => 'reset')
    const servers = await connect(server.url)
    expect(await act(servers)).toEqual({
      content: expect.stringMatching(/^s: the connection broke before its answer( \(.+\))?$/),
      isError: true,
    })
    expect(server.counts.calls).toBe(1)
  })

  it('says why a server cannot be reached', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const address = gone.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    gone.close()
    await once(gone, 'close')
    const reasonOf = async (url: string) => (await connect(url)).states().map(({ reason }) => reason)
    expect(await reasonOf(`http://127.0.0.1:${port}/mcp`)).toEqual([
      `it could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
    ])
    expect(await reasonOf('http://127.0.0.1:9/mcp')).toEqual([
      'it could not be reached: no request is sent to this port, which another protocol has',
    ])
  })
})

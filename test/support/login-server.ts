import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { untyped } from './untyped.ts'

/** What a test changes about the servers. */
export interface LoginServerChanges {
  /** Members of the issuer's metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** `iss` of the answer in the browser; missing: the issuer's own. */
  readonly iss?: string
  /** Where the server of tools leads every request that has a token. */
  readonly redirectTo?: string
}

export interface LoginServer {
  /** The address of the server of tools. */
  readonly url: string
  readonly issuer: string
  /** All requests, in order: method, path, `Authorization`, and the body as text. */
  readonly requests: readonly { readonly path: string; readonly authorization: string; readonly body: string }[]
  /** Tokens that are accepted; a token endpoint adds one. */
  readonly accepted: Set<string>
  /** Answers as the issuer's page does after the user agreed: the address that the browser is sent to. */
  agree(address: string): string
  close(): Promise<void>
}

/** Starts a server of tools that demands a login, and its issuer, on one port. */
export async function startLoginServer(changes: LoginServerChanges = {}): Promise<LoginServer> {
  const requests: { path: string; authorization: string; body: string }[] = []
  const accepted = new Set<string>()
  let issued = 0
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname } = new URL(request.url ?? '/', origin)
      requests.push({ path: pathname, authorization: request.headers.authorization ?? '', body })
      const [status, content, headers] = reply(request, pathname, body)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(content === null ? '' : JSON.stringify(content))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  type Reply = readonly [number, object | null, Readonly<Record<string, string>>?]

  function reply(request: IncomingMessage, path: string, body: string): Reply {
    if (path === '/mcp') return toolsReply(request, body)
    if (path === '/.well-known/oauth-protected-resource')
      return [200, { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ['read'] }]
    if (path === '/.well-known/oauth-authorization-server') return [200, { ...metadata(), ...changes.metadata }]
    if (path === '/register') return [201, { ...untyped<object>(JSON.parse(body)), client_id: 'registered' }]
    if (path !== '/token') return [404, {}]
    const token = `token-${++issued}`
    accepted.add(token)
    return [200, { access_token: token, token_type: 'Bearer', refresh_token: `refresh-${issued}`, scope: 'read' }]
  }

  function toolsReply({ method, headers }: IncomingMessage, body: string): Reply {
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`
    if (!accepted.has(token)) return [401, {}, { 'www-authenticate': challenge }]
    if (changes.redirectTo !== undefined) return [307, null, { location: changes.redirectTo }]
    if (method !== 'POST') return [405, {}]
    const message = untyped<{ readonly id?: number; readonly method: string }>(JSON.parse(body))
    if (message.id === undefined) return [202, null]
    const result = RESULTS[message.method]
    const error = { code: -32_601, message: 'There is no such method.' }
    return [200, { jsonrpc: '2.0', id: message.id, ...(result === undefined ? { error } : { result }) }]
  }

  const metadata = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })

  return {
    url: `${origin}/mcp`,
    issuer: origin,
    requests,
    accepted,
    agree(offered) {
      const asked = new URL(offered).searchParams
      const answer = new URL(asked.get('redirect_uri') ?? '')
      answer.searchParams.set('code', 'code')
      answer.searchParams.set('state', asked.get('state') ?? '')
      answer.searchParams.set('iss', changes.iss ?? origin)
      return answer.href
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'safe', version: '1' },
  },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'seen' }] },
}

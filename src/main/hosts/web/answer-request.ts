import type { IncomingMessage, ServerResponse } from 'node:http'

import { NO_SESSION_PATH, SANDBOX_PATH, SESSION_PATH } from '../../../shared/host-bridge.ts'
import { SECURITY_HEADERS } from '../content-security-policy.ts'
import { isOwnHost, isOwnOrigin } from '../own-names.ts'
import { readRendererFile } from '../renderer-files.ts'
import { SANDBOX_HEADERS, SANDBOX_PAGE } from '../sandbox-page.ts'
import { TOKEN_MINUTES } from './access.ts'
import type { Access } from './access.ts'
import type { ConfirmedWindows } from './code-confirmation.ts'
import { PROOF_PATH } from './find-running.ts'
import type { WebSessions } from './web-sessions.ts'

export interface RequestContext {
  readonly access: Access
  readonly sessions: WebSessions
  readonly windows: ConfirmedWindows
  readonly address: string
  readonly rendererDirectory: string
}

/**
 * Answers one HTTP request. The files of the window, which contain no secrets, are sent to every client that uses an
 * own name of this host; a session is given for a one-time token. Everything that needs a session goes through the
 * socket (accept-sockets.ts).
 */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  if (!isOwnHost(request.headers.host, context.address)) return answerPage(response, 421, 'Wrong host', WRONG_HOST)
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  if (path === SESSION_PATH) return answerSession(request, response, context)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answerPage(response, 405, 'Not possible', NOT_POSSIBLE)
  if (path === PROOF_PATH)
    return answerChallenge(response, context.access, new URLSearchParams(query).get('challenge') ?? '')
  if (path === SANDBOX_PATH) return void response.writeHead(200, SANDBOX_HEADERS).end(SANDBOX_PAGE)
  if (path === NO_SESSION_PATH) return answerPage(response, 401, 'ikigai', NO_SESSION)

  const file = await readRendererFile(context.rendererDirectory, path)
  if (file === null) return answerPage(response, 404, 'Not found', NOT_FOUND)
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'cache-control': file.cacheControl,
    'content-type': file.contentType,
    'content-length': file.content.byteLength,
  })
  response.end(request.method === 'HEAD' ? undefined : file.content)
}

/**
 * POST with a one-time token returns a session and the proof that confirms the window. GET checks whether a session is
 * valid.
 */
async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  { access, sessions, windows }: RequestContext,
): Promise<void> {
  const presented = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (request.method === 'GET') return answerText(response, (await sessions.find(presented)) === null ? 401 : 204)
  if (request.method !== 'POST') return answerText(response, 405)
  if (!isOwnOrigin(request.headers.origin, request.headers.host)) return answerText(response, 403)
  if (!access.spendToken(presented)) return answerText(response, 401)
  const session = await sessions.create(request.headers['user-agent'] ?? '')
  const window = windows.confirm(session.split('.')[0] ?? '')
  answerText(response, 200, JSON.stringify({ session, window }), 'application/json; charset=utf-8')
}

/** Answers another start of the app, which has no session; see find-running.ts. */
function answerChallenge(response: ServerResponse, access: Access, challenge: string): void {
  const text = /^[\w-]{32,64}$/.test(challenge) ? access.proof(challenge) : ''
  answerText(response, text === '' ? 400 : 200, text)
}

function answerText(response: ServerResponse, status: number, text = '', type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': type })
  response.end(text)
}

/** These pages contain inline styles, and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function answerPage(response: ServerResponse, status: number, title: string, body: string): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1rem"><h1>${title}</h1>${body}`
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'content-security-policy': PAGE_POLICY,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
  })
  response.end(page)
}

const NO_SESSION = `<p>This browser needs a new address. Run <code>ikigai serve</code> in a terminal, also where it runs
already: it prints one that begins with <code>http://</code> and contains <code>#token=</code>. Each address opens one
browser, within ${TOKEN_MINUTES} minutes.</p>
<p>Have you just opened it? Then <a href="/">continue to the window</a>.</p>`
const WRONG_HOST = '<p>Open ikigai by the address that <code>ikigai serve</code> prints.</p>'
const NOT_POSSIBLE = '<p>Only pages are served here.</p>'
const NOT_FOUND = '<p>This page does not exist. <a href="/">Open the window</a></p>'

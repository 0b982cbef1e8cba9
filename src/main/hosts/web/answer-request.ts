import type { IncomingMessage, ServerResponse } from 'node:http'

import { SECURITY_HEADERS } from '../content-security-policy.ts'
import { readRendererFile } from '../renderer-files.ts'
import { isOwnHost } from './access.ts'
import type { Access } from './access.ts'
import { PROOF_PATH } from './find-running.ts'

export interface RequestContext {
  readonly access: Access
  readonly address: string
  readonly rendererDirectory: string
  readonly onTokenSpent: () => void
}

/** Answers one HTTP request: the files of the window to who has a session, a session to who has the token. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { access, address, rendererDirectory, onTokenSpent }: RequestContext,
): Promise<void> {
  if (!isOwnHost(request.headers.host, address)) return answerPage(response, 421, 'Wrong host', WRONG_HOST)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return answerPage(response, 405, 'Not possible', NOT_POSSIBLE)

  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  if (path === PROOF_PATH) return answerChallenge(response, access, new URLSearchParams(query).get('challenge') ?? '')
  const token = path === '/' ? new URLSearchParams(query).get('token') : null
  // A HEAD asks what a GET would do; doing it would use the token up.
  if (token !== null && request.method === 'GET' && access.spendToken(token)) {
    onTokenSpent()
    return redirectHome(response, { 'set-cookie': access.newCookie() })
  }
  if (!access.hasSession(request)) return answerPage(response, 401, 'ikigai', NO_SESSION)
  if (token !== null) return redirectHome(response, {})

  const file = await readRendererFile(rendererDirectory, path)
  if (file === null) return answerPage(response, 404, 'Not found', NOT_FOUND)
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'cache-control': file.cacheControl,
    'content-type': file.contentType,
    'content-length': file.content.byteLength,
  })
  response.end(request.method === 'HEAD' ? undefined : file.content)
}

/** To another start of the app, which has no session; see find-running.ts. */
function answerChallenge(response: ServerResponse, access: Access, challenge: string): void {
  const text = /^[\w-]{32,64}$/.test(challenge) ? access.proof(challenge) : ''
  response.writeHead(text === '' ? 400 : 200, {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
  })
  response.end(text)
}

function redirectHome(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(303, { ...SECURITY_HEADERS, ...headers, location: '/', 'cache-control': 'no-store' })
  response.end()
}

/** These pages carry their style themselves, and nothing else: whoever has no session is given no file. */
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

const NO_SESSION = `<p>This window needs the address that <code>ikigai serve</code> prints in its terminal:
it begins with <code>http://</code> and ends in <code>?token=…</code>. Each address opens one browser.</p>
<p>Have you just opened it? Then <a href="/">go on to the window</a>.</p>`
const WRONG_HOST = '<p>Open ikigai by the address that <code>ikigai serve</code> prints.</p>'
const NOT_POSSIBLE = '<p>Only pages can be asked for here.</p>'
const NOT_FOUND = '<p>There is nothing here. <a href="/">To the window</a></p>'

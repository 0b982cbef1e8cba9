import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { portOf } from './port-of.ts'

export interface GitServer {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string
  /** Values of `Authorization` that were sent, in order. */
  readonly authorizations: readonly string[]
  close(): Promise<void>
}

/**
 * Serves the bare repositories below a folder with `git http-backend`. `password`: needed for everything; missing: nobody has
 * to say who he is.
 */
export async function startGitServer(root: string, password?: string): Promise<GitServer> {
  const authorizations: string[] = []
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://x')
    const given = request.headers.authorization
    if (given !== undefined) authorizations.push(given)
    const isRight = given === `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
    if (password !== undefined && !isRight) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
      return
    }
    const env = {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      HOME: root,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'ann',
      REMOTE_ADDR: '127.0.0.1',
      ...(request.headers['content-encoding'] === 'gzip' && { HTTP_CONTENT_ENCODING: 'gzip' }),
      ...(typeof request.headers['git-protocol'] === 'string' && { GIT_PROTOCOL: request.headers['git-protocol'] }),
    }
    const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => undefined)
    const parts: Buffer[] = []
    backend.stdout.on('data', (part: Buffer) => parts.push(part))
    backend.on('close', () => {
      const whole = Buffer.concat(parts)
      const end = whole.indexOf('\r\n\r\n')
      const lines = whole.toString('latin1', 0, end).split('\r\n')
      let status = 200
      for (const line of lines) {
        const [name = '', value = ''] = line.split(/: /)
        if (name === 'Status') status = Number(value.slice(0, 3))
        else if (name !== '') response.setHeader(name, value)
      }
      response.writeHead(status).end(whole.subarray(end + 4))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  return {
    address: `http://127.0.0.1:${port}`,
    authorizations,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

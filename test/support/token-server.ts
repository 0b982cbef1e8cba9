import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A request that a server of tokens was sent. */
export interface TokenRequest {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** Of a form in the body, else of the query. */
  readonly fields: Readonly<Record<string, string>>
}

/** Serves tokens on this machine. `answer` returns the status and the JSON for a request. */
export async function startTokenServer(answer: (request: TokenRequest) => readonly [status: number, body: object]) {
  const requests: TokenRequest[] = []
  const server = createServer((message, response) => {
    void Array.fromAsync(message).then((chunks) => {
      const url = new URL(message.url ?? '', 'http://127.0.0.1')
      const text = Buffer.concat(chunks).toString('utf8')
      const fields = Object.fromEntries(text === '' ? url.searchParams : new URLSearchParams(text))
      const request = { url, headers: message.headers, fields }
      requests.push(request)
      const [status, body] = answer(request)
      response.writeHead(status, { 'content-type': 'application/json', 'metadata-flavor': 'Google' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url,
    requests,
    /** A fetch whose requests to other hosts come here. */
    redirected: (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
      return fetch(url + pathname + search, init)
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An HTTP server that forwards requests to another local port and stores their contents. */
export interface RecordingRelay {
  readonly port: number
  /** Request line, headers and body of each request so far, as one text. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function startRecordingRelay(targetPort: number): Promise<RecordingRelay> {
  const requests: string[] = []
  const relay = createServer((incoming, response) => {
    void buffer(incoming).then((body) => pass(incoming, body, response))
  })
  const pass = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const { method, url, headers, rawHeaders } = incoming
    requests.push([`${method} ${url}`, rawHeaders.join('\n'), body.toString('utf8')].join('\n'))
    const outgoing = send({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    outgoing.end(body)
  }
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    async close() {
      relay.closeAllConnections()
      relay.close()
      await once(relay, 'close')
    },
  }
}

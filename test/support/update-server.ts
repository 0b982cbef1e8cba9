import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** What a server of updates answers for a path: a body, or what it does with the response. */
export type UpdateAnswer = string | Buffer | ((response: ServerResponse) => void)

/** A server on 127.0.0.1 with files that a test changes. */
export interface UpdateServer {
  /** With a slash at its end. */
  readonly address: string
  readonly files: Map<string, UpdateAnswer>
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const files = new Map<string, UpdateAnswer>()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const name = url.slice(1)
    asked.push(name)
    const answer = files.get(name)
    if (answer === undefined) response.writeHead(404).end()
    else if (typeof answer === 'function') answer(response)
    else response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  const port = typeof found === 'object' && found !== null ? found.port : 0
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
  return { address: `http://127.0.0.1:${port}/`, files, asked, close }
}

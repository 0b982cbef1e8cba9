import { once } from 'node:events'
import { createServer } from 'node:http'

/** A page that does as little as a page with a focused prompt can, to compare the window with. */
export interface BarePage {
  readonly url: string
  close(): Promise<void>
}

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare page</title>
<link rel="icon" href="data:,"><textarea aria-label="Prompt to nobody" autofocus></textarea></html>`

export async function serveBarePage(): Promise<BarePage> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare page has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

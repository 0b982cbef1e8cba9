import { once } from 'node:events'
import { createServer } from 'node:http'

import type { TestProject } from 'vitest/node'

import { servePreview, type PreviewServer } from '../preview/serve-preview.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a GET request with the address of the preview, which the first request builds and starts. */
    readonly previewStarter: string
  }
}

/** One preview for all test files of a run; where no file asks for it, nothing is built. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let preview: Promise<PreviewServer> | null = null
  const starter = createServer((_request, response) => {
    preview ??= servePreview()
    void preview.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  starter.listen(0, '127.0.0.1')
  await once(starter, 'listening')
  const address = starter.address()
  if (address === null || typeof address === 'string') throw new Error('The starter has no port')
  project.provide('previewStarter', `http://127.0.0.1:${address.port}/`)
  return async () => {
    starter.close()
    starter.closeAllConnections()
    await (await preview?.catch(() => null))?.close()
  }
}

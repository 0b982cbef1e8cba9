import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { build, preview, type Plugin } from 'vite'

import { ROOT } from '../../../scripts/project.ts'
import { firstFonts } from '../../../scripts/first-fonts.ts'
import { RENDERER_ALIASES } from '../../../scripts/renderer-aliases.ts'
import { SANDBOX_HEADERS, SANDBOX_PAGE } from '../../../src/main/hosts/sandbox-page.ts'
import { SANDBOX_PATH } from '../../../src/shared/host-bridge.ts'

/** As strict as the hosts' policy: what breaks it breaks the preview too. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self' http://*.localhost:*; worker-src 'self'; base-uri 'none'; form-action 'none'"

/** Serves the frame for hostile documents, as the hosts do. */
const SANDBOX: Plugin = {
  name: 'sandbox-page',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (request.url !== SANDBOX_PATH) return next()
      // In place of the policy that this server gives to all pages.
      response.writeHead(200, SANDBOX_HEADERS).end(SANDBOX_PAGE)
    })
  },
}

/** Serves the pages of the help, which an engine reads from its package. */
const HELP: Plugin = {
  name: 'help-pages',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const page = /^\/(docs\/(?:behaviour\/)?[\w-]+\.md)$/.exec(request.url ?? '')?.[1]
      if (page === undefined) return next()
      response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' }).end(readFileSync(join(ROOT, page)))
    })
  },
}

export interface PreviewServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Builds a page as the window itself is built (the preview page when no folder is given), and serves it on a free port.
 */
export async function servePreview(root = import.meta.dirname): Promise<PreviewServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'ikigai-preview-'))
  await asProduction(() =>
    build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react({ compiler: true }), firstFonts()],
      worker: { format: 'es' },
      resolve: { alias: RENDERER_ALIASES },
      build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, minify: false },
    }),
  )
  const server = await preview({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [SANDBOX, HELP],
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': POLICY } },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The preview server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** Vitest sets NODE_ENV to `test`, and Vite would build React as in development, which is several times slower. */
async function asProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

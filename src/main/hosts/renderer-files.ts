import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface RendererFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly cacheControl: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** File names in this folder contain a hash of the content, so the content of a name never changes. */
const HASHED_FOLDER = 'assets/'

/**
 * Reads the file of the built window for the path of a URL (still percent-encoded); `/` is index.html. Null: there is
 * no such file, which includes every path that leads out of the directory.
 */
export async function readRendererFile(directory: string, urlPath: string): Promise<RendererFile | null> {
  const name = fileName(urlPath)
  if (name === null) return null
  const contentType = CONTENT_TYPES[extname(name).toLowerCase()]
  if (contentType === undefined) return null
  try {
    const root = await realpath(directory)
    const file = await realpath(join(root, name))
    if (!file.startsWith(root + sep)) return null
    const cacheControl = name.startsWith(HASHED_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { content: await readFile(file), contentType, cacheControl }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Decodes the path once. Rejects everything that a file system could interpret as more than names between slashes. */
function fileName(urlPath: string): string | null {
  if (urlPath === '/') return 'index.html'
  try {
    const segments = decodeURIComponent(urlPath).slice(1).split('/')
    const plain = segments.every((segment) => /^[^.\\:\0][^\\:\0]*$/.test(segment))
    return urlPath.startsWith('/') && plain ? segments.join('/') : null
  } catch {
    return null
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG'
}

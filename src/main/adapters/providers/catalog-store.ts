import { join } from 'node:path'

import { type CatalogFile, parseCatalog } from '../../../shared/model-catalog-file.ts'
import { parseJson } from '../../../shared/json.ts'
import { isModelsDev, ofModelsDev } from '../../../shared/models-dev.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import type { CatalogSource } from '../../core/ports/provider-ports.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { HostNotNamed } from '../only-hosts.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'

/** Largest catalogue that is read, bytes. The built-in one has 60 kB. */
const MAX_BYTES = 5_000_000
const TIMEOUT_MS = 30_000

/** Keeps a renewed catalogue in the data directory, and loads others from an address. */
export function createCatalogSource(dataDirectory: string): CatalogSource {
  const path = join(dataDirectory, 'model-catalog.json')
  return {
    fetch: fetchCatalog,
    async save(file) {
      try {
        await replaceFile(path, `${JSON.stringify(file)}\n`)
        return ok(null)
      } catch (error) {
        return refuse(`The renewed catalogue could not be saved: ${errorMessage(error)}.`)
      }
    },
  }
}

/** Returns the catalogue that was renewed last; null: there is none, or it cannot be used. */
export async function storedCatalog(dataDirectory: string, logger: Logger): Promise<CatalogFile | null> {
  const path = join(dataDirectory, 'model-catalog.json')
  const unused = (problem: string): null => {
    logger.warn('The renewed catalogue of models is not used', { path, problem })
    return null
  }
  try {
    const read = readCatalog((await readRegularFile(path, MAX_BYTES)).text)
    return 'file' in read ? read.file : unused(read.problem)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? null : unused(errorMessage(error))
  }
}

function readCatalog(text: string): ReturnType<typeof parseCatalog> {
  try {
    const json = parseJson(text)
    return isModelsDev(json) ? { file: ofModelsDev(json, new Date().toISOString().slice(0, 10)) } : parseCatalog(json)
  } catch {
    return { problem: 'it is not JSON' }
  }
}

async function fetchCatalog(address: string, signal: AbortSignal): Promise<Result<CatalogFile>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const shown = withoutPassword(address)
  try {
    const { url, headers } = withBasicAuth(address)
    const response = await fetch(url, { signal: within, headers: { accept: 'application/json', ...headers } })
    if (!response.ok) return refuse(`The catalogue at ${shown} could not be loaded: status ${response.status}.`)
    const text = await limitedText(response)
    if (text === null) return refuse(`The catalogue at ${shown} is larger than 5 MB.`)
    const read = readCatalog(text)
    return 'file' in read ? ok(read.file) : refuse(`The catalogue at ${shown} is not valid: ${read.problem}.`)
  } catch (error) {
    // Messages of fetch may quote the address.
    const reason = within.aborted ? 'it did not answer in time' : connectionReason(error)
    return refuse(`The catalogue at ${shown} could not be loaded: ${reason}.`)
  }
}

/** fetch refuses addresses with a user name or a password; they are sent as a header. */
function withBasicAuth(address: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '' && password === '') return { url, headers: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

function connectionReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof HostNotNamed) return cause.message.replace(/\.$/, '')
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : ''
  return `the connection failed${code}`
}

/** Null: the text is too long. The rest of it is not loaded. */
async function limitedText(response: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MAX_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

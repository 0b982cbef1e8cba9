import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { UpdateRefusal } from '../../../shared/app-update.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { HostNotNamed } from '../only-hosts.ts'

/** Time without a byte after which a server is given up, ms. */
const IDLE_MS = 30_000

const MOST_REDIRECTS = 5

/** A failure; null in place of a response: the server has no such file. */
type Answer<T> = Result<T, UpdateRefusal>

/** Reads a file of at most `most` bytes. Null: the server has none. */
export async function fetchBytes(
  address: URL,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<Answer<Buffer | null>> {
  const pieces: Uint8Array[] = []
  let size = 0
  const read = await readPieces(address, signal, async (piece) => {
    size += piece.byteLength
    pieces.push(piece)
    return size <= most ? null : 'oversized_feed'
  })
  return read.ok ? ok(read.value ? Buffer.concat(pieces) : null) : read
}

/** What a file has to be. */
export interface ExpectedFile {
  /** Bytes. */
  readonly size: number
  /** Base64. */
  readonly sha512: string
}

/**
 * Stores a file at `path`, in a folder that it may make, if it is the expected one; otherwise nothing is left there. At no time does `path` hold a part of it,
 * and nothing beyond the expected size is read.
 */
export async function fetchFile(
  address: URL,
  { size: expected, sha512 }: ExpectedFile,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<Answer<null>> {
  const part = `${path}.part`
  try {
    await mkdir(dirname(path), { mode: 0o700 }).catch(() => undefined)
    for (const old of [path, part]) await rm(old, { force: true })
    const file = await open(part, 'wx', 0o600)
    const digest = createHash('sha512')
    let size = 0
    const keep = async (piece: Uint8Array): Promise<UpdateRefusal | null> => {
      size += piece.byteLength
      if (size > expected) return 'changed_file'
      digest.update(piece)
      await file.writeFile(piece)
      return null
    }
    let read: Answer<boolean>
    try {
      read = await readPieces(address, signal, keep)
    } finally {
      await file.close()
    }
    const isSame = digest.digest('base64') === sha512
    const reason = !read.ok ? reasonOf(read.error, size) : read.value ? fault(size - expected, isSame) : 'unreachable'
    if (reason === null) await rename(part, path)
    else await rm(part, { force: true })
    return reason === null ? ok(null) : err(reason)
  } catch {
    await rm(part, { force: true }).catch(() => undefined)
    return err('not_stored')
  }
}

/** `missing`: how many bytes it is too long, negative if it is too short. */
function fault(missing: number, isSame: boolean): UpdateRefusal | null {
  if (missing < 0) return 'incomplete_file'
  return isSame ? null : 'changed_file'
}

/** A connection that ends after some bytes leaves an incomplete file. */
function reasonOf(reason: UpdateRefusal, size: number): UpdateRefusal {
  return reason === 'unreachable' && size > 0 ? 'incomplete_file' : reason
}

/** Gives the body of a file to `take`, which returns why it ends early. False: the server has no such file. */
async function readPieces(
  address: URL,
  signal: AbortSignal,
  take: (piece: Uint8Array) => Promise<UpdateRefusal | null>,
): Promise<Answer<boolean>> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), IDLE_MS)
  try {
    const response = await followSafely(address, AbortSignal.any([signal, idle.signal]))
    if (!response.ok) return response
    const { status, body } = response.value
    if (status === 404) return ok(false)
    if (status !== 200 || body === null) return err('unreachable')
    for await (const piece of body) {
      timer.refresh()
      const reason = await take(piece)
      if (reason !== null) return err(reason)
    }
    return ok(true)
  } catch (error) {
    if (error instanceof Error && error.cause instanceof HostNotNamed) return err('host_not_named')
    // The file system's errors are those of `take`.
    if (error instanceof Error && 'syscall' in error && error.syscall === 'write') throw error
    return err('unreachable')
  } finally {
    clearTimeout(timer)
    idle.abort()
  }
}

/** Follows redirects, each only to an encrypted address, or to this machine from this machine. */
async function followSafely(first: URL, signal: AbortSignal): Promise<Answer<Response>> {
  let address = first
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    if (!isSafe(address, first)) return err('insecure_address')
    const response = await fetch(address, { redirect: 'manual', signal, headers: { 'cache-control': 'no-cache' } })
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (target === null) return ok(response)
    await response.body?.cancel()
    if (!URL.canParse(target, address.href)) return err('unreachable')
    address = new URL(target, address)
  }
  return err('unreachable')
}

function isSafe(address: URL, first: URL): boolean {
  if ((address.username !== '' || address.password !== '') && address.href !== first.href) return false
  return address.protocol === 'https:' || (address.protocol === 'http:' && isHere(address) && isHere(first))
}

function isHere({ hostname }: URL): boolean {
  return hostname === '127.0.0.1'
}

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Lifetime of the token in the address. */
const LIFE_MS = 5 * 60_000

/**
 * Writes a page that redirects to an address, in a file that only this user can read. All users of the machine can read
 * the arguments of every process, so browsers are started with the file instead of the address, which contains a
 * one-time token. The file is deleted when the token expires, or when this process exits.
 */
export function writeRedirectFile(address: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'ikigai-open-'))
  chmodSync(folder, 0o700)
  const file = join(folder, 'open.html')
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>ikigai</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${escaped}"><p><a href="${escaped}">Open ikigai</a></p>\n`,
    { mode: 0o600, flag: 'wx' },
  )
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  setTimeout(remove, LIFE_MS).unref()
  process.once('exit', remove)
  return pathToFileURL(file)
}

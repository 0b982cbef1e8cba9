import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** As long as the token in the address is good. */
const LIFE_MS = 5 * 60_000

/**
 * A page that leads to an address, in a file that only this user can read. Everybody on the machine sees the arguments of
 * every process, so a browser is started with the file and not with the address, which holds a one-time token. The file
 * is deleted when the address is no longer good, or with this process.
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

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { hasDisplay } from '../src/main/adapters/browser/open-window.ts'
import { ROOT } from './project.ts'

const FOLDER = join(ROOT, 'node_modules', 'electron')
const PROBE_TIMEOUT_MS = 3_000
const DOWNLOAD_TIMEOUT_MS = 300_000

export type ElectronResult =
  | { readonly ok: true; readonly path: string }
  /** A clause to embed in a sentence: no capital letter, no full stop. */
  | { readonly ok: false; readonly reason: string }

/**
 * Returns Electron's binary, which is not part of its npm package: the installed one, else it is downloaded now. If the
 * download is impossible, it fails within seconds and writes nothing.
 */
export async function findElectron(): Promise<ElectronResult> {
  if (process.getuid?.() === 0) return { ok: false, reason: 'its sandbox does not run as root' }
  if (!hasDisplay()) return { ok: false, reason: 'there is no display' }
  const installed = installedElectron()
  if (installed !== null) return { ok: true, path: installed }
  const site = downloadSite()
  if (!(await answers(site))) return { ok: false, reason: `its binary is missing and ${site.host} does not answer` }
  console.error('Downloading Electron, once…')
  await download()
  const downloaded = installedElectron()
  return downloaded === null
    ? { ok: false, reason: `its binary could not be downloaded from ${site.host}` }
    : { ok: true, path: downloaded }
}

/** Returns whether the download site of Electron's binary responds. */
export function canDownloadElectron(): Promise<boolean> {
  return answers(downloadSite())
}

/** Returns the path of the program; null if it has not been downloaded. */
export function installedElectron(): string | null {
  const pathFile = join(FOLDER, 'path.txt')
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : folder ? 'electron' : null
  if (name === null) return null
  const path = join(folder ?? join(FOLDER, 'dist'), name)
  return existsSync(path) ? path : null
}

/** Returns the download site of the electron package, which defines the variable. */
function downloadSite(): URL {
  const mirror = process.env['ELECTRON_MIRROR']
  return mirror !== undefined && URL.canParse(mirror)
    ? new URL(mirror)
    : new URL('https://github.com/electron/electron/releases/')
}

function answers(site: URL): Promise<boolean> {
  return fetch(site, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  )
}

function download(): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(FOLDER, 'install.js')], {
      stdio: 'ignore',
      timeout: DOWNLOAD_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    child.on('error', () => resolve())
    child.on('exit', () => resolve())
  })
}

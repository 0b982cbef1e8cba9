import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Marker before the fuses in Electron's binary, by which tools find them. Source: Electron's documentation of fuses.
 */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSE_VERSION = 1
/**
 * In the order of Electron's own list: run-as-node, cookies, NODE_OPTIONS, inspect, integrity, asar, snapshot, file.
 */
const SHIPPED_STATES = '10110001'

/**
 * Creates a folder that electron-builder accepts as Electron for Linux: a file that contains only Electron's fuses.
 * With it, the app can be packaged and inspected if the real Electron is not available. It cannot be started.
 */
export async function writeFakeElectron(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  await mkdir(join(folder, 'locales'))
  await writeFile(join(folder, 'locales', 'en-US.pak'), '')
  await writeFile(join(folder, 'chrome-sandbox'), '', { mode: 0o755 })
  const states = Buffer.from(SHIPPED_STATES, 'latin1')
  const fuses = Buffer.from([FUSE_VERSION, states.length])
  await writeFile(join(folder, 'electron'), Buffer.concat([Buffer.from(FUSE_SENTINEL, 'latin1'), fuses, states]), {
    mode: 0o755,
  })
}

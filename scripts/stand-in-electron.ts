import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Before the fuses in Electron's binary, so that tools find them: from Electron's documentation of fuses. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSE_VERSION = 1
/** In the order of Electron's own list: run-as-node, cookies, NODE_OPTIONS, inspect, integrity, asar, snapshot, file. */
const SHIPPED_STATES = '10110001'

/**
 * Makes a folder that electron-builder takes for Electron on Linux: a file with nothing but Electron's fuses in it. With
 * it the app can be packed, and looked into, where the real one can't be had. It can't be started.
 */
export async function writeStandInElectron(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  await mkdir(join(folder, 'locales'))
  await writeFile(join(folder, 'locales', 'en-US.pak'), '')
  const states = Buffer.from(SHIPPED_STATES, 'latin1')
  const fuses = Buffer.from([FUSE_VERSION, states.length])
  await writeFile(join(folder, 'electron'), Buffer.concat([Buffer.from(FUSE_SENTINEL, 'latin1'), fuses, states]), {
    mode: 0o755,
  })
}

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A program that stands for a packaged Electron. */
export interface PackagedElectron {
  readonly path: string
  /** Whether it was started. */
  wasStarted(): Promise<boolean>
  /** Makes it `process.execPath`, as in the packaged app; returns how to undo this. */
  install(): () => void
}

/**
 * Makes a program that does what Electron does with the fuse `runAsNode` off: whatever its arguments and
 * `ELECTRON_RUN_AS_NODE` say, it starts the app. Here the app writes a file and ends. `folder`: where it lies; a
 * confined program must be able to write there, or its start remains unnoticed.
 */
export async function packagedElectron(folder: string): Promise<PackagedElectron> {
  const [path, record] = [join(folder, 'ikigai'), join(folder, 'app-was-started')]
  await mkdir(folder, { recursive: true })
  await writeFile(path, `#!/bin/sh\necho "$@" >> '${record}'\n`)
  await chmod(path, 0o755)
  await writeFile(record, '')
  await chmod(record, 0o666)
  return {
    path,
    wasStarted: async () => (await readFile(record, 'utf8')) !== '',
    install() {
      const node = process.execPath
      process.execPath = path
      return () => {
        process.execPath = node
      }
    },
  }
}

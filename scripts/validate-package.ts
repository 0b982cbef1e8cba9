import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PackageTarget } from '../electron-builder.config.ts'
import { packageApp, unpackedFolder } from './package-app.ts'
import { describePackedFiles, packedFiles } from './packed-files.ts'
import { writeFakeElectron } from './fake-electron.ts'

/**
 * Packages the app as far as possible without Electron: electron-builder checks its configuration, creates the archive,
 * extracts programs from it and sets the fuses of a placeholder binary. Prints the packaged files. The placeholder has
 * the layout of Linux; installers are not created.
 */
export async function validatePackage(target: PackageTarget): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-package-'))
  try {
    console.log(describePackedFiles(packedFiles(await packWithFakeElectron(target, folder))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Packages into `folder`; resolves to the packaged app's `resources` folder. */
export async function packWithFakeElectron(target: PackageTarget, folder: string): Promise<string> {
  const electronDist = join(folder, 'electron')
  await writeFakeElectron(electronDist)
  const output = join(folder, 'packed')
  await packageApp({ target, electronDist, folderOnly: output })
  return join(output, unpackedFolder(target), 'resources')
}

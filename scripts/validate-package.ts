import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PackageTarget } from '../electron-builder.config.ts'
import { packageApp } from './package-app.ts'
import { describePackedFiles, packedFiles } from './packed-files.ts'
import { writeStandInElectron } from './stand-in-electron.ts'

/**
 * Packs the app as far as that goes without Electron: electron-builder checks its configuration, makes the archive, puts
 * programs beside it and sets the fuses of a stand-in. Prints what was packed. The stand-in has Linux's layout; the
 * installers themselves are not made.
 */
export async function validatePackage(target: PackageTarget): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-package-'))
  try {
    console.log(describePackedFiles(packedFiles(await packWithStandIn(target, folder))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Packs into `folder`; resolves to the packed app's `resources` folder. */
export async function packWithStandIn(target: PackageTarget, folder: string): Promise<string> {
  const electronDist = join(folder, 'electron')
  await writeStandInElectron(electronDist)
  const output = join(folder, 'packed')
  await packageApp({ target, electronDist, folderOnly: output })
  return join(output, target.arch === 'x64' ? 'linux-unpacked' : `linux-${target.arch}-unpacked`, 'resources')
}

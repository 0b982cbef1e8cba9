import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { Arch, build, Platform } from 'electron-builder'

import { COMMAND_LINE_FOLDER, nativePackages, packageConfig } from '../electron-builder.config.ts'
import type { PackageTarget } from '../electron-builder.config.ts'
import { stageCommandLine } from './command-line-folder.ts'
import { addToFeed, makeDeb } from './make-deb.ts'
import { ROOT } from './project.ts'
import { updateFeedName } from '../src/main/adapters/network/read-update-place.ts'

export interface PackageRequest {
  readonly target: PackageTarget
  /** A folder with Electron for the target; null: electron-builder downloads it. */
  readonly electronDist: string | null
  readonly updateUrl?: string | null
  /** Creates only the app's folder, without installers, at this path instead of in dist/. */
  readonly folderOnly?: string
}

const PLATFORMS = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS } as const

/**
 * Packages out/, which must be built, for the target. Resolves to the created files; rejects with electron-builder's
 * message if the configuration is invalid or a download fails. Never publishes anything.
 */
export async function packageApp(request: PackageRequest): Promise<readonly string[]> {
  const { target, electronDist, updateUrl = null, folderOnly } = request
  const config = packageConfig(target, { updateUrl })
  stageCommandLine(target)
  const made = await build({
    projectDir: ROOT,
    targets: PLATFORMS[target.platform].createTarget(folderOnly === undefined ? null : 'dir', Arch[target.arch]),
    publish: 'never',
    config: {
      ...config,
      ...(electronDist === null ? {} : { electronDist }),
      ...(folderOnly === undefined ? {} : { directories: { ...config.directories, output: folderOnly } }),
    },
  })
  rmSync(join(ROOT, COMMAND_LINE_FOLDER), { recursive: true, force: true })
  if (folderOnly !== undefined || target.platform !== 'linux') return made
  const dist = join(ROOT, 'dist')
  const deb = makeDeb(join(dist, unpackedFolder(target)), { arch: target.arch, output: dist })
  if (updateUrl !== null) addToFeed(join(dist, updateFeedName('stable', 'linux', target.arch)), deb)
  return [...made, deb]
}

/** How electron-builder names the folder with the app for Linux. */
export function unpackedFolder({ arch }: PackageTarget): string {
  return arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`
}

/** Returns the target's own packages that are not installed here: npm installs only those of the current machine. */
export function missingPackages(target: PackageTarget): readonly string[] {
  return nativePackages(target).filter((name) => !existsSync(join(ROOT, 'node_modules', name, 'package.json')))
}

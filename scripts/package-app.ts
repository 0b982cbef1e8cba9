import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { Arch, build, Platform } from 'electron-builder'

import { nativePackages, packageConfig } from '../electron-builder.config.ts'
import type { PackageTarget } from '../electron-builder.config.ts'
import { ROOT } from './project.ts'

export interface PackageRequest {
  readonly target: PackageTarget
  /** A folder with Electron for the target; null: electron-builder downloads it. */
  readonly electronDist: string | null
  readonly updateUrl?: string | null
  /** Only the app's folder, no installers, and here instead of in dist/. */
  readonly folderOnly?: string
}

const PLATFORMS = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS } as const

/**
 * Packs out/, which must be built, for the target. Resolves to the files that were made; rejects with electron-builder's
 * own words when the configuration is wrong or something can't be downloaded. Never publishes anything.
 */
export function packageApp(request: PackageRequest): Promise<readonly string[]> {
  const { target, electronDist, updateUrl = null, folderOnly } = request
  const config = packageConfig(target, { updateUrl })
  return build({
    projectDir: ROOT,
    targets: PLATFORMS[target.platform].createTarget(folderOnly === undefined ? null : 'dir', Arch[target.arch]),
    publish: 'never',
    config: {
      ...config,
      ...(electronDist === null ? {} : { electronDist }),
      ...(folderOnly === undefined ? {} : { directories: { ...config.directories, output: folderOnly } }),
    },
  })
}

/** What of the target's own packages npm has not installed here: it installs those of the machine that it runs on. */
export function missingPackages(target: PackageTarget): readonly string[] {
  return nativePackages(target).filter((name) => !existsSync(join(ROOT, 'node_modules', name, 'package.json')))
}

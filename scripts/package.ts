import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { PackageTarget } from '../electron-builder.config.ts'
import { buildApp } from './build-app.ts'
import { checkTables } from './check-tables.ts'
import { canDownloadElectron, installedElectron } from './find-electron.ts'
import { missingPackages, packageApp } from './package-app.ts'
import { packNpmPackage, stageNpmPackage } from './npm-package.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'
import { validatePackage } from './validate-package.ts'

const USAGE = `Creates this platform's installers in dist/ (docs/packaging.md).

npm run package [-- --arch x64|arm64] [--validate]   --validate: without Electron, lists what would be packed
npm run package -- --npm                             the package for npm, for all platforms`

const { flags, values } = scriptArguments(USAGE, { flags: ['validate', 'npm'], values: ['arch'] })
const isValidation = flags.has('validate')
const target = packageTarget(process.platform, values.get('arch') ?? process.arch)
process.exitCode = flags.has('npm')
  ? await makeNpmPackage()
  : target === null
    ? unsupported()
    : await makePackage(target)

async function makeNpmPackage(): Promise<number> {
  if (!(await checkTables())) return 1
  const buildCode = await buildApp()
  if (buildCode !== 0) return buildCode
  const dist = join(ROOT, 'dist')
  const staged = join(dist, 'npm')
  stageNpmPackage(staged)
  const { file, size, unpackedSize, files } = packNpmPackage(staged, dist)
  rmSync(staged, { recursive: true })
  console.log(
    `${file}: ${files.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} installed without the packages that it needs`,
  )
  return 0
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

async function makePackage(target: PackageTarget): Promise<number> {
  const missing = missingPackages(target)
  if (missing.length > 0) {
    console.error(`Not installed: ${missing.join(', ')}. Run: npm ci --os ${target.platform} --cpu ${target.arch}`)
    return 1
  }
  if (!isValidation && !(await checkTables())) return 1
  const buildCode = await buildApp()
  if (buildCode !== 0) return buildCode
  const electron = isValidation ? null : await electronFor(target)
  if (electron !== null) {
    const updateUrl = process.env['IKIGAI_UPDATE_URL'] ?? null
    for (const file of await packageApp({ target, electronDist: electron.dist, updateUrl })) console.log(file)
    return 0
  }
  if (!isValidation)
    console.error('Electron for this platform can be had neither here nor from its site: no installer is made.')
  if (target.platform === 'linux') await validatePackage(target)
  return isValidation ? 0 : 1
}

/** Returns null if it is not available. */
async function electronFor({ arch }: PackageTarget): Promise<{ readonly dist: string | null } | null> {
  const installed = arch === process.arch && process.platform !== 'darwin' ? installedElectron() : null
  if (installed !== null) return { dist: dirname(installed) }
  return (await canDownloadElectron()) ? { dist: null } : null
}

function packageTarget(platform: NodeJS.Platform, arch: string): PackageTarget | null {
  if (platform !== 'darwin' && platform !== 'linux' && platform !== 'win32') return null
  if (arch === 'x64') return { platform, arch }
  // There are no PostgreSQL binaries for Windows on arm64.
  return arch === 'arm64' && platform !== 'win32' ? { platform, arch } : null
}

function unsupported(): number {
  console.error(`There are no packages for ${values.get('arch') ?? process.arch} on ${process.platform}. ${USAGE}`)
  return 2
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { nativePackages, packageConfig } from '../../electron-builder.config.ts'
import type { PackageTarget } from '../../electron-builder.config.ts'
import { updateFeedName } from '../../src/main/adapters/network/read-update-place.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const UPDATE_URLS = [null, 'https://example.org/ikigai/']
const TARGETS: readonly PackageTarget[] = [
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
]

const schema = z
  .looseObject({})
  .parse(JSON.parse(await readFile(join(ROOT, 'node_modules', 'app-builder-lib', 'scheme.json'), 'utf8')))
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

describe.each(TARGETS)('a package for $platform on $arch', (target) => {
  it('is what electron-builder’s own schema allows', () => {
    // A function is not JSON; electron-builder looks at it by itself.
    const configs = UPDATE_URLS.map((updateUrl) => ({ ...packageConfig(target, { updateUrl }), beforeBuild: null }))

    expect(configs.map((config) => [validate(config), validate.errors])).toEqual(UPDATE_URLS.map(() => [true, null]))
  })

  it('takes the programs and libraries of that machine, which the lock file has', async () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ os: z.array(z.string()).optional() })) })
      .parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
    const systems = nativePackages(target).map((name) => lock.packages[`node_modules/${name}`]?.os)

    expect(systems).toEqual(Array.from({ length: 4 }, () => [target.platform]))
  })

  it('lets nobody run other code under the app’s name', () => {
    const { electronFuses } = packageConfig(target, { updateUrl: null })

    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('names an update channel only when there is a place for it', () => {
    const channels = UPDATE_URLS.map((updateUrl) => packageConfig(target, { updateUrl }).publish)

    const channel = target.platform === 'darwin' ? `latest-${target.arch}` : 'latest'
    expect(channels).toEqual([null, { provider: 'generic', url: 'https://example.org/ikigai/', channel }])
  })

  it('is named in the list of updates as the app looks for it', () => {
    const [, publish] = UPDATE_URLS.map((updateUrl) => packageConfig(target, { updateUrl }).publish)
    const { channel } = z.object({ channel: z.string() }).parse(publish)
    const suffix = { darwin: '-mac', win32: '', linux: target.arch === 'x64' ? '-linux' : '-linux-arm64' }
    expect(updateFeedName('stable', target.platform, target.arch)).toBe(`${channel}${suffix[target.platform]}.yml`)
  })

  it('opens exports and links, keeps the name of an AppImage, and leaves the data where they are', () => {
    const config = packageConfig(target, { updateUrl: null })
    expect(config.protocols).toEqual([{ name: 'ikigai', schemes: ['ikigai'] }])
    const ext = target.platform === 'darwin' ? ['ikigai.jsonl', 'jsonl'] : 'ikigai.jsonl'
    expect(config.fileAssociations).toMatchObject([{ ext, rank: 'Alternate' }])
    expect(config.appImage?.artifactName).not.toContain('version')
    expect(config.nsis?.deleteAppDataOnUninstall).toBe(false)
  })
})

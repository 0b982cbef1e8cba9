import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { prepareInstall } from '../../../src/main/hosts/electron/install-update.ts'

/** An app that notes that it was started. */
const NEW_APP = '#!/bin/sh\necho "$APPIMAGE_SILENT_INSTALL" > "$0.started"\n'
const NAME = 'ikigai-linux-x64.AppImage'

let root: string
let appImage: string
const logged: string[] = []
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ikigai-install-'))
  await mkdir(join(root, 'updates'))
  await mkdir(join(root, 'apps'))
  appImage = join(root, 'apps', 'ikigai.AppImage')
  await writeFile(appImage, 'the old app', { mode: 0o755 })
  await writeFile(join(root, 'updates', NAME), NEW_APP)
  vi.stubEnv('APPIMAGE', appImage)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

function prepare(version = '1.3.0') {
  const [path, size] = [join(root, 'updates', NAME), NEW_APP.length]
  return prepareInstall(
    { version, path, name: NAME, size, sha512: hash('sha512', NEW_APP, 'base64') },
    {
      platform: 'linux',
      version: '1.2.3',
      folder: join(root, 'updates'),
      resources: root,
      appImage,
      quit: () => undefined,
      log: (text) => void logged.push(text),
    },
  )
}

it('changes nothing of the app until it is told to, then replaces it under its own name and starts it', async () => {
  const install = await prepare()
  expect(await readFile(appImage, 'utf8')).toBe('the old app')
  expect(install()).toBe(true)
  expect(await readFile(appImage, 'utf8')).toBe(NEW_APP)
  expect((await stat(appImage)).mode & 0o777).toBe(0o755)
  await vi.waitUntil(() => stat(`${appImage}.started`).catch(() => null), { interval: 5 })
  await vi.waitUntil(async () => (await readdir(join(root, 'apps'))).length === 2, { interval: 5 })
  expect(await readdir(join(root, 'apps'))).toEqual(['ikigai.AppImage', 'ikigai.AppImage.started'])
})

it('compares the file once more: one that was changed after it was loaded is not installed', async () => {
  await writeFile(join(root, 'updates', NAME), NEW_APP.replace('echo', 'evil'))
  await expect(prepare()).rejects.toThrow('changed after it was loaded')
  expect(await readFile(appImage, 'utf8')).toBe('the old app')
})

it('never installs this version or an older one', async () => {
  for (const version of ['1.2.3', '1.2.2']) await expect(prepare(version)).rejects.toThrow(`no version ${version}`)
})

it('keeps the app where its folder cannot take the new one', async () => {
  await writeFile(join(root, 'apps', '.ikigai-update'), 'a file of that name')
  await expect(prepare()).rejects.toThrow('ikigai-update')
  expect(await readFile(appImage, 'utf8')).toBe('the old app')
})

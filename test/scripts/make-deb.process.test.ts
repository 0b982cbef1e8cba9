import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desktopEntry } from '../../scripts/desktop-files.ts'
import { addToFeed, makeDeb } from '../../scripts/make-deb.ts'
import { readUpdateFeed } from '../../src/main/adapters/proof/update-feed.ts'
import { feedOf } from '../support/update-feed.ts'

const HAS_DPKG = spawnSync('dpkg-deb', ['--version']).status === 0
const COMMAND_LINE = 'resources/app.asar.unpacked/command-line'

describe.skipIf(!HAS_DPKG)('the package for Debian', () => {
  let folder: string
  let deb: string
  let root: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ikigai-make-deb-'))
    const app = join(folder, 'app')
    for (const path of ['ikigai', 'chrome-sandbox', 'resources/app.asar', `${COMMAND_LINE}/ikigai`]) {
      mkdirSync(dirname(join(app, path)), { recursive: true })
      writeFileSync(join(app, path), path)
    }
    chmodSync(join(app, 'ikigai'), 0o775)
    deb = makeDeb(app, { arch: 'x64', output: folder, version: '1.3.0-preview.1' })
    root = join(folder, 'root')
    execFileSync('dpkg-deb', ['--raw-extract', deb, root])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the app, the command line in PATH, a starter, icons and the type of its files, owned by root', () => {
    const lines = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).trim().split('\n')
    const files = lines.filter((line) => !line.startsWith('d')).map((line) => line.split(/\s+/).slice(5).join(' '))
    const icons = [16, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}`)
    expect(files.toSorted()).toEqual(
      [
        './opt/ikigai/ikigai',
        './opt/ikigai/chrome-sandbox',
        './opt/ikigai/resources/app.asar',
        `./opt/ikigai/${COMMAND_LINE}/ikigai`,
        `./usr/bin/ikigai -> ../../opt/ikigai/${COMMAND_LINE}/ikigai`,
        './usr/share/applications/ikigai.desktop',
        './usr/share/doc/ikigai/copyright',
        './usr/share/mime/packages/ikigai.xml',
        ...icons.map((size) => `./usr/share/icons/hicolor/${size}/apps/ikigai.png`),
      ].toSorted(),
    )
    expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([])
    expect(lines.filter((line) => !line.startsWith('l') && /^.....w|^........w/.test(line))).toEqual([])
  })

  it('is older than its finished version, and is for this processor', () => {
    const field = (name: string) => execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim()
    expect([field('Package'), field('Version'), field('Architecture')]).toEqual(['ikigai', '1.3.0~preview.1', 'amd64'])
    expect(spawnSync('dpkg', ['--compare-versions', field('Version'), 'lt', '1.3.0']).status).toBe(0)
  })

  it('has scripts that a shell reads, and that touch no data of users', () => {
    for (const name of ['postinst', 'postrm']) {
      const path = join(root, 'DEBIAN', name)
      expect(spawnSync('sh', ['-n', path]).status).toBe(0)
      expect(readFileSync(path, 'utf8')).not.toMatch(/\brm\b|\/home/)
    }
    const said = spawnSync('/bin/sh', [join(root, 'DEBIAN', 'postrm'), 'purge'], {
      env: { PATH: '/nowhere' },
      encoding: 'utf8',
    })
    expect([said.status, said.stdout]).toEqual([0, expect.stringContaining('were kept: ~/.local/share/ikigai')])
  })

  it('opens links and exports by its starter, which the tools of the desktop find valid', () => {
    expect(desktopEntry()).toContain('MimeType=application/x-ikigai-log;x-scheme-handler/ikigai;')
    const checked = spawnSync('desktop-file-validate', [join(root, 'usr/share/applications/ikigai.desktop')])
    expect([0, null]).toContain(checked.status)
  })

  it('is added to the list of updates, which the app still reads', () => {
    const feed = join(folder, 'latest-linux.yml')
    writeFileSync(feed, feedOf('1.3.0').replace(/ {2}- url: ikigai_[^]*?(?=path: )/, ''))
    addToFeed(feed, deb)
    expect(readUpdateFeed(readFileSync(feed))?.files.map(({ url }) => url)).toEqual([
      'ikigai-linux-x64.AppImage',
      'ikigai_1.3.0-preview.1_amd64.deb',
    ])
  })
})

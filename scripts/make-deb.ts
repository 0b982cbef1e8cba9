import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

import { HOMEPAGE, MAINTAINER } from '../electron-builder.config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { controlScripts, desktopEntry, mimeType } from './desktop-files.ts'
import { ROOT } from './project.ts'

const SMALL = ['-Zxz']
const FAST = ['-Zgzip', '-z1']

const DEBIAN_ARCH = { x64: 'amd64', arm64: 'arm64' } as const

/** What Electron needs of Debian; bubblewrap confines commands of agents. */
const DEPENDS =
  'libgtk-3-0t64 | libgtk-3-0, libnotify4, libnss3, libxss1, libxtst6, xdg-utils, libatspi2.0-0t64 | libatspi2.0-0, libsecret-1-0, libasound2t64 | libasound2, libgbm1'

interface DebTarget {
  readonly arch: 'x64' | 'arm64'
  /** The folder for the package. */
  readonly output: string
  /** Missing: that of this ikigai. */
  readonly version?: string
  /** For a test, which is larger and made sooner. */
  readonly isTrial?: boolean
}

/** Makes a Debian package of the app's folder with `dpkg-deb`; returns its path. `app`: as electron-builder leaves it. */
export function makeDeb(
  app: string,
  { arch, output, version = packageJson.version, isTrial = false }: DebTarget,
): string {
  const root = mkdtempSync(join(tmpdir(), 'ikigai-deb-'))
  try {
    const put = (path: string, text: string, mode = 0o644): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text, { mode })
    }
    cpSync(app, join(root, 'opt', 'ikigai'), { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(root, 'usr', 'bin'), { recursive: true })
    symlinkSync('../../opt/ikigai/resources/app.asar.unpacked/command-line/ikigai', join(root, 'usr', 'bin', 'ikigai'))
    put('usr/share/applications/ikigai.desktop', desktopEntry())
    put('usr/share/mime/packages/ikigai.xml', mimeType())
    put('usr/share/doc/ikigai/copyright', readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
    for (const icon of readdirSync(join(ROOT, 'resources', 'icons'))) {
      const folder = join(root, 'usr', 'share', 'icons', 'hicolor', icon.replace('.png', ''), 'apps')
      cpSync(join(ROOT, 'resources', 'icons', icon), join(folder, 'ikigai.png'), { recursive: true })
    }
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', root])
    const files = filesIn(root)
    put('DEBIAN/control', control(version, DEBIAN_ARCH[arch], installedSize(root, files)))
    put('DEBIAN/md5sums', files.map((path) => `${md5(join(root, path))}  ${path}\n`).join(''))
    for (const [name, text] of Object.entries(controlScripts())) put(`DEBIAN/${name}`, text, 0o755)
    const file = join(output, `ikigai_${version}_${DEBIAN_ARCH[arch]}.deb`)
    execFileSync('dpkg-deb', ['--build', '--root-owner-group', ...(isTrial ? FAST : SMALL), root, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return file
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Adds a package to the list of updates that electron-builder wrote. */
export function addToFeed(feed: string, file: string): void {
  const content = readFileSync(file)
  const sha512 = createHash('sha512').update(content).digest('base64')
  const entry = `  - url: ${basename(file)}\n    sha512: ${sha512}\n    size: ${content.length}\n`
  writeFileSync(feed, readFileSync(feed, 'utf8').replace(/^path: /m, `${entry}path: `))
}

function control(version: string, arch: string, size: number): string {
  return `Package: ikigai
Version: ${version.replace('-', '~')}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Homepage: ${HOMEPAGE}
Installed-Size: ${size}
Section: utils
Priority: optional
Depends: ${DEPENDS}
Recommends: bubblewrap, git
Description: Think with several AI models at once
 A tree of agents, side by side, on a log that loses nothing. The command line
 is ikigai, the app is in the menu.
`
}

/** Regular files, sorted, relative to `root`. */
function filesIn(root: string): readonly string[] {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return found.map(({ parentPath, name }) => relative(root, join(parentPath, name))).toSorted()
}

/** KiB, as Debian counts. */
function installedSize(root: string, files: readonly string[]): number {
  return files.reduce((sum, path) => sum + Math.ceil(lstatSync(join(root, path)).size / 1_024), 0)
}

function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex')
}

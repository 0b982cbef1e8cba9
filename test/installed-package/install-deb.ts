/**
 * The program of `npm run test:package -- --desktop`: builds the Debian package with a stand-in for Electron, and installs, uses,
 * upgrades, removes and purges it as root in a Debian made by mmdebstrap. Prints a line for each step; the exit code is 1 if one
 * was not as it should be. Arguments: the Debian's archive, the folder of the app, the version.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeDeb } from '../../scripts/make-deb.ts'

const [archive = '', app = '', version = ''] = process.argv.slice(2)
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const folder = mkdtempSync(join(tmpdir(), 'ikigai-desktop-'))
const root = join(folder, 'debian')
const DATA = 'home/newcomer/.local/share/ikigai/agents.txt'

interface Ended {
  readonly code: number | null
  readonly said: string
}

/** Runs a program in the Debian, with what the kernel offers mounted, as root or as the newcomer. */
const ENTER = `mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && root=$1 user=$2 home=$3 && shift 3 &&
exec chroot --userspec="$user" "$root" env -i HOME="$home" PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 IKIGAI_KEYCHAIN=off "$@"`

function run(user: 'root' | 'newcomer', ...line: readonly string[]): Ended {
  const [id, home] = user === 'root' ? ['0:0', '/root'] : ['65534:65534', '/home/newcomer']
  const ended = spawnSync('unshare', ['--mount', 'sh', '-c', ENTER, 'sh', root, id, home, ...line], {
    encoding: 'utf8',
  })
  return { code: ended.status, said: `${ended.stdout}${ended.stderr}` }
}

function check(step: string, isRight: boolean, found: string): void {
  process.stdout.write(`${isRight ? 'ok     ' : 'failed '} ${step}${isRight ? '' : `: ${found.slice(0, 1_000)}`}\n`)
  if (!isRight) process.exitCode = 1
}

function install(deb: string): Ended {
  copyFileSync(deb, join(root, 'tmp', 'ikigai.deb'))
  // What Electron needs of the desktop is no part of this test.
  return run('root', 'dpkg', '--force-depends', '--install', '/tmp/ikigai.deb')
}

try {
  mkdirSync(root)
  execFileSync('tar', ['-xf', archive, '-C', root, '--exclude=./dev/*'])
  mkdirSync(join(root, 'home', 'newcomer'), { recursive: true })
  execFileSync('chown', ['65534:65534', join(root, 'home', 'newcomer')])
  const older = makeDeb(app, { arch, output: folder, version: '0.0.1', isTrial: true })
  const newer = makeDeb(app, { arch, output: folder, version, isTrial: true })

  const first = install(older)
  check('installs', first.code === 0, first.said)
  const helper = lstatSync(join(root, 'opt', 'ikigai', 'chrome-sandbox'))
  check(
    'gives the helper of the sandbox to root, with its rights',
    helper.mode % 0o10000 === 0o4755 && helper.uid === 0,
    String(helper.mode),
  )
  check('registers its type', existsSync(join(root, 'usr/share/mime/packages/ikigai.xml')), 'no file')
  for (const user of ['root', 'newcomer'] as const) {
    const said = run(user, 'ikigai', '--version')
    check(`starts the command line in PATH, as ${user}`, said.code === 0 && said.said.trim() === version, said.said)
    const agents = run(user, 'ikigai', 'agents', '--json')
    check(
      `opens a database with its own programs, as ${user}`,
      agents.code === 0 && agents.said.trim() === '',
      agents.said,
    )
  }
  mkdirSync(join(root, DATA, '..'), { recursive: true })
  writeFileSync(join(root, DATA), 'kept')
  const second = install(newer)
  check('upgrades', second.code === 0 && !second.said.includes('was removed'), second.said)
  const removed = run('root', 'dpkg', '--remove', 'ikigai')
  check(
    'says at its end where the data of users are',
    removed.code === 0 && removed.said.includes('~/.local/share/ikigai'),
    removed.said,
  )
  check(
    'leaves nothing of its own',
    !existsSync(join(root, 'opt/ikigai')) && !existsSync(join(root, 'usr/bin/ikigai')),
    'left',
  )
  const reinstalled = install(newer)
  check('installs again', reinstalled.code === 0, reinstalled.said)
  const purged = run('root', 'dpkg', '--purge', 'ikigai')
  check('is purged', purged.code === 0, purged.said)
  check(
    'keeps the data of users, also then',
    readFileSync(join(root, DATA), 'utf8') === 'kept' && existsSync(join(root, 'var/lib/ikigai')),
    'gone',
  )
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import packageJson from '../package.json' with { type: 'json' }
import { buildIfNeeded } from './build-app.ts'
import { packNpmPackage, stageNpmPackage } from './npm-package.ts'
import { ROOT } from './project.ts'
import { runProgram, runTool } from './run-program.ts'
import { packWithFakeElectron } from './validate-package.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Installs the package for npm into empty homes under each Node that is promised, as this user, and as root also as an
ordinary one, and does there what a newcomer does (test/installed-package). Node, npm and the package's own packages come from
the npm registry. With --debian in a Debian that has nothing but Node and Chromium, made by mmdebstrap from Debian's packages:
as root, 1 GB, removed afterwards unless --keep leaves it in the cache folder for the next time.
With --desktop the Debian package is built with a stand-in for Electron and installed, used, upgraded, removed and purged in such a
Debian without Chromium, as root (200 MB, as above).
With --command-line the tests of the command line (test/command-line) run against the installed package, under this Node.

npm run test:package [-- --debian [--keep] | --desktop [--keep] | --command-line] [--tarball FILE]   --tarball: this one instead of a new one`

/** Debian 12. */
const SUITE = 'bookworm'
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
const PROGRAM = join(ROOT, 'test', 'installed-package', 'install-and-use.ts')

const { flags, values } = scriptArguments(USAGE, {
  flags: ['debian', 'desktop', 'keep', 'command-line'],
  values: ['tarball'],
})
const kind = flags.has('desktop') ? 'desktop' : 'chromium'
const ARCHIVE = join(CACHE, 'ikigai', `debian-${SUITE}-${kind}.tar`)
process.exitCode = await run()

async function run(): Promise<number> {
  const given = values.get('tarball')
  const folder = mkdtempSync(join(tmpdir(), 'ikigai-package-'))
  try {
    const code = given === undefined ? await buildIfNeeded() : 0
    if (code !== 0) return code
    if (flags.has('desktop')) return await testDesktop(folder)
    const tarball = given === undefined ? packInto(folder) : resolve(given)
    if (flags.has('command-line')) return await testCommandLine(tarball, folder)
    if (flags.has('debian') && !existsSync(ARCHIVE)) makeDebian()
    const archive = flags.has('debian') ? [ARCHIVE] : []
    return await runProgram(process.execPath, [PROGRAM, tarball, packageJson.version, ...archive])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if ((flags.has('debian') || flags.has('desktop')) && !flags.has('keep')) rmSync(ARCHIVE, { force: true })
  }
}

function packInto(folder: string): string {
  stageNpmPackage(join(folder, 'staged'))
  return packNpmPackage(join(folder, 'staged'), folder).file
}

/** The tests start the installed program in place of that of the checkout (test/support/run-ikigai.ts). */
async function testCommandLine(tarball: string, folder: string): Promise<number> {
  // As root, the database runs under its own user, who needs access to its programs.
  execFileSync('chmod', ['755', folder])
  const prefix = join(folder, 'installed')
  const install = ['install', '--global', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', tarball]
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const modules = process.platform === 'win32' ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules')
  const environment = { ...process.env, IKIGAI_TEST_PROGRAM: join(modules, 'ikigai', 'bin', 'ikigai.mjs') }
  return runTool('vitest', ['run', '--project', 'process', 'test/command-line'], { environment })
}

/** The package for Debian, in which a file stands for Electron. */
async function testDesktop(folder: string): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.error('The Debian package is tested as root on Linux.')
    return 2
  }
  if (!existsSync(ARCHIVE)) makeDebian()
  const resources = await packWithFakeElectron(
    { platform: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' },
    folder,
  )
  const program = join(ROOT, 'test', 'installed-package', 'install-deb.ts')
  return runProgram(process.execPath, [program, ARCHIVE, dirname(resources), packageJson.version])
}

/** Node 26 is linked with libatomic1. */
function makeDebian(): void {
  mkdirSync(dirname(ARCHIVE), { recursive: true })
  const packages = kind === 'desktop' ? 'libstdc++6,adduser' : 'ca-certificates,chromium,libatomic1'
  const args = ['--variant=minbase', `--include=${packages}`, SUITE, ARCHIVE]
  execFileSync('mmdebstrap', [...args, 'http://deb.debian.org/debian'], { stdio: ['ignore', 'inherit', 'inherit'] })
}

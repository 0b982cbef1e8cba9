import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import packageJson from '../package.json' with { type: 'json' }
import { buildIfNeeded } from './build-app.ts'
import { packNpmPackage, stageNpmPackage } from './npm-package.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Installs the package for npm into empty homes under each Node that is promised, as this user, and as root also as an
ordinary one, and does there what a newcomer does (test/installed-package). Node, npm and the package's own packages come from
the npm registry. With --debian in a Debian that has nothing but Node and Chromium, made by mmdebstrap from Debian's packages:
as root, 1 GB, kept in node_modules/.cache for the next time.

npm run test:package [-- --debian] [--tarball FILE]   --tarball: this one instead of a new one`

/** Debian 12. */
const SUITE = 'bookworm'
const ARCHIVE = join(ROOT, 'node_modules', '.cache', `debian-${SUITE}.tar`)
const PROGRAM = join(ROOT, 'test', 'installed-package', 'install-and-use.ts')

const { flags, values } = scriptArguments(USAGE, { flags: ['debian'], values: ['tarball'] })
process.exitCode = await run()

async function run(): Promise<number> {
  if (flags.has('debian') && !existsSync(ARCHIVE)) makeDebian()
  const given = values.get('tarball')
  const folder = mkdtempSync(join(tmpdir(), 'ikigai-package-'))
  try {
    const code = given === undefined ? await buildIfNeeded() : 0
    if (code !== 0) return code
    const tarball = given === undefined ? packInto(folder) : resolve(given)
    const archive = flags.has('debian') ? [ARCHIVE] : []
    return await runProgram(process.execPath, [PROGRAM, tarball, packageJson.version, ...archive])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function packInto(folder: string): string {
  stageNpmPackage(join(folder, 'staged'))
  return packNpmPackage(join(folder, 'staged'), folder).file
}

/** Node 26 is linked with libatomic1. */
function makeDebian(): void {
  mkdirSync(join(ARCHIVE, '..'), { recursive: true })
  const args = ['--variant=minbase', '--include=ca-certificates,chromium,libatomic1', SUITE, ARCHIVE]
  execFileSync('mmdebstrap', [...args, 'http://deb.debian.org/debian'], { stdio: ['ignore', 'inherit', 'inherit'] })
}

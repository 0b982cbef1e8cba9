import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { COMMAND_LINE_FOLDER, type PackageTarget } from '../electron-builder.config.ts'
import { stageNpmPackage } from './npm-package.ts'
import { ROOT } from './project.ts'

/** Follows links, so that one in a folder of PATH starts what it leads to. */
const SHELL = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node" "$here/bin/ikigai.mjs" "$@"
`

/** macOS before 12.3 has no \`readlink -f\`. */
const MAC_SHELL = SHELL.replace(
  '$(readlink -f -- "$0")',
  '$(/usr/bin/perl -MCwd=abs_path -e \'print abs_path(shift)\' "$0")',
)

const BATCH = '@"%~dp0node.exe" "%~dp0bin\\ikigai.mjs" %*\r\n'

/**
 * Puts together the command line of the installers: the package for npm with a Node of its own, which is in the app's resources
 * beside the packages with programs. That Node is the one of this machine, on which installers for it are made.
 */
export function stageCommandLine({ platform }: PackageTarget): void {
  const folder = join(ROOT, COMMAND_LINE_FOLDER)
  stageNpmPackage(folder)
  rmSync(join(folder, 'client'), { recursive: true })
  // electron-builder leaves out a folder node_modules that is directly in the copied one.
  cpSync(join(ROOT, 'node_modules', 'keytar'), join(folder, 'out', 'node_modules', 'keytar'), { recursive: true })
  const node = platform === 'win32' ? 'node.exe' : 'node'
  cpSync(join(ROOT, 'node_modules', 'node', 'bin', node), join(folder, node))
  const [name, text] =
    platform === 'win32' ? ['ikigai.cmd', BATCH] : ['ikigai', platform === 'darwin' ? MAC_SHELL : SHELL]
  writeFileSync(join(folder, name), text)
  for (const program of [name, node]) chmodSync(join(folder, program), 0o755)
}

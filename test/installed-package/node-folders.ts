import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { OLDEST_NODE } from '../../bin/oldest-node.mjs'

/** A version of Node with one of npm, both as packages of the npm registry. */
interface NodeVersion {
  readonly node: string
  readonly npm: string
}

/** The oldest Node that is promised, and the newest of each line that its makers keep. npm 12 runs no install script by itself. */
export const PROMISED_NODES: readonly NodeVersion[] = [
  { node: OLDEST_NODE, npm: '11.21.2' },
  { node: '22.23.3', npm: '12.2.2' },
  { node: '24.21.0', npm: '12.2.2' },
  { node: '26.10.0', npm: '12.2.2' },
]

/** One that ikigai refuses. */
export const OLDER_NODE: NodeVersion = { node: '20.20.2', npm: '11.21.2' }

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform

/** Makes a folder with `bin/node`, `bin/npm` and `bin/npx` in `parent`, and returns it. */
export function makeNodeFolder({ node, npm }: NodeVersion, parent: string): string {
  const folder = join(parent, `node-${node}`)
  const [bin, modules] = [join(folder, 'bin'), join(folder, 'lib', 'node_modules')]
  for (const path of [bin, modules]) mkdirSync(path, { recursive: true })
  unpack(`node-${SYSTEM}-${process.arch}@${node}`, parent)
  cpSync(join(parent, 'package', 'bin', 'node'), join(bin, 'node'))
  unpack(`npm@${npm}`, parent)
  renameSync(join(parent, 'package'), join(modules, 'npm'))
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
  return folder
}

/** Unpacks a package of the registry into `parent/package`. */
function unpack(name: string, parent: string): void {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', parent, name]
  const file = join(parent, execFileSync('npm', args, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '')
  rmSync(join(parent, 'package'), { recursive: true, force: true })
  execFileSync('tar', ['-xzf', file, '-C', parent])
  rmSync(file)
}

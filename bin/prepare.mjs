// Makes what the sources read at run time and git does not have, so that a fresh clone works without a build. `npm ci` runs
// it, under any Node that can run npm. Without development packages it does nothing; it never fails an installation.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** @param {string} name */
const isInstalled = (name) => existsSync(join(root, 'node_modules', name))

if (['node', 'typescript-json-schema'].every(isInstalled)) {
  // npm finds the `node` package's Node first, which runs TypeScript as it is. The build does the same if this fails.
  spawnSync('node', [join(root, 'scripts', 'describe-answers.ts')], { cwd: root, stdio: 'inherit' })
}

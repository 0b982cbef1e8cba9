/**
 * Makes git use the hooks of this folder. `npm ci` runs it, under any Node that can run npm. It does nothing outside of a
 * checkout, in continuous integration, and where other hooks are configured; it never fails an installation.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** @param {string[]} args */
const git = (...args) => spawnSync('git', ['config', ...args], { cwd: root, encoding: 'utf8' })

if (!process.env.CI && existsSync(join(root, '.git'))) {
  const configured = git('--get', 'core.hooksPath')
  // 1: the setting does not exist. Anything else is a choice of the user, or git is missing.
  if (configured.status === 1) git('--local', 'core.hooksPath', '.githooks')
}

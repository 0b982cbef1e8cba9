import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

import { dataDirectory } from './data-directory.mjs'

/** In the data directory, which no command inside the sandbox sees: what lies here runs as ikigai. */
export const COMPILED = 'compiled'

/**
 * Makes Node keep what it compiles of a build and read it at the next start, which saves a third of the time that the modules
 * take. Each build has a folder of its own; those of other builds are removed when it is made. So are those that came with a
 * data directory from elsewhere: code in it must not run because a user looks at data. Does nothing where there is no data
 * directory yet, and where others could write in the folder. Never fails: without it, Node compiles.
 * @param {string} entry the file with which the build begins
 */
export function useCompileCache(entry) {
  // Node 20 does not have it.
  if (typeof module.enableCompileCache !== 'function') return
  try {
    const data = dataDirectory()
    if (!existsSync(data)) return
    const all = join(data, COMPILED)
    mkdirSync(all, { recursive: true, mode: 0o700 })
    if (!isPrivate(all)) return
    const own = join(all, ownName(entry, all))
    if (!existsSync(own)) {
      mkdirSync(own, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(all)) {
        if (join(all, name) !== own) rmSync(join(all, name), { recursive: true, force: true })
      }
    }
    if (isPrivate(own)) module.enableCompileCache(own)
  } catch {
    // A read-only directory, a full disk, or one of another user.
  }
}

/**
 * Returns the name of the folder of a build. It contains what a file system gives to each new folder, so that a copy of `all`
 * has other names: whoever hands on a data directory cannot know them.
 * @param {string} entry
 * @param {string} all
 * @returns {string}
 */
function ownName(entry, all) {
  const build = statSync(entry, { bigint: true })
  const { dev, ino, birthtimeNs } = statSync(all, { bigint: true })
  return [build.mtimeNs, build.size, dev, ino, birthtimeNs].map((each) => each.toString(36)).join('-')
}

/**
 * @param {string} folder
 * @returns {boolean} whether it is a folder, and no link, in which nobody but this user can write; Windows has other rights
 */
function isPrivate(folder) {
  const stats = lstatSync(folder)
  if (!stats.isDirectory()) return false
  const { uid, mode } = stats
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0)
}

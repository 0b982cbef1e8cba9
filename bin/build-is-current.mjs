import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What goes into a build, seen from the project's root. */
const SOURCES = ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json']

/**
 * Whether all of `outputs` (paths seen from `root`) are there and none is older than any of `sources`. A directory counts with
 * its own time, so that a removed file is noticed. Without sources (an installed package) a build is always current.
 * @param {string} root
 * @param {readonly string[]} outputs
 * @param {readonly string[]} [sources] what goes into the outputs, seen from `root`; missing: what goes into a build
 * @returns {boolean}
 */
export function buildIsCurrent(root, outputs, sources = SOURCES) {
  const built = Math.min(...outputs.map((output) => modified(join(root, output)) ?? -Infinity))
  if (built === -Infinity) return false
  return sources.every((source) => newest(join(root, source)) <= built)
}

/** @param {string} path @returns {number} */
function newest(path) {
  const own = modified(path)
  if (own === null) return -Infinity
  if (!statSync(path).isDirectory()) return own
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), own)
}

/** @param {string} path @returns {number | null} ms since the epoch; null: no such file */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path'

import { refuse, ok, type Result } from '../../shared/result.ts'
import { isInside } from './is-inside.ts'

/** Where a program is looked up. */
interface LookUp {
  /** `PATH`. */
  readonly path: string | undefined
  /** Where the program will run. It may be an agent's folder. */
  readonly cwd?: string | undefined
}

/** Real paths of folders in which agents write. */
const agentFolders = new Set<string>()

/** Paths of programs, by `PATH` and name. */
const settled = new Map<string, string>()

/** What ikigai itself starts outside the sandbox. */
const OWN_PROGRAMS = 'git gh glab bash sh bwrap setpriv node id ps mkfifo useradd'.split(' ')

/**
 * Looks up the programs that ikigai itself starts, before any text of a model or of a repository is read. A program
 * that appears in another folder of `PATH` later is not taken in place of one of them.
 */
export function settlePrograms(path: string | undefined): void {
  for (const name of OWN_PROGRAMS) findProgram(name, { path })
}

/**
 * Notes that an agent writes in a folder: no program in it is started outside the sandbox. A home directory and the root
 * do not count, because they are never writable inside the sandbox.
 */
export function noteAgentFolder(folder: string): void {
  const real = realFolder(folder)
  if (real !== null) agentFolders.add(real)
}

/** Null: it does not exist, or contains the home directory. */
function realFolder(folder: string): string | null {
  try {
    const real = realpathSync(folder)
    const home = existsSync(homedir()) ? realpathSync(homedir()) : homedir()
    return isInside(real, home) || real === parse(real).root ? null : real
  } catch {
    return null
  }
}

/**
 * Returns the absolute path of a program that no agent can write or replace. A name is looked up in the safe folders of
 * `PATH`; an absolute path is checked as it is. REFUSED with a clause without an end if there is none, which says what to
 * do where there is one in an agent's folder.
 */
export function findProgram(name: string, { path, cwd }: LookUp): Result<string> {
  if (name === '' || name.includes('\0')) return ok(name)
  const isSafe = isSafeFor(cwd)
  if (isAbsolute(name)) return isOwnFile(name) || isSafe(name) ? ok(name) : refuse(writable(name))
  if (name.includes('/') || name.includes(sep)) return refuse(`${name} is a relative path; write an absolute one`)
  const key = `${path ?? ''}\0${name}`
  const known = settled.get(key)
  if (known !== undefined && isProgram(known) && isSafe(known)) return ok(known)
  const found = foldersOf(path).flatMap((folder) => namesOf(name).map((each) => join(folder, each)))
  const programs = found.filter(isProgram)
  const safe = programs.find((each) => !isLeftOut(dirname(each)) && isSafe(each))
  if (safe !== undefined) {
    settled.set(key, safe)
    return ok(safe)
  }
  const unsafe = programs.find((each) => isAbsolute(each))
  return refuse(unsafe === undefined ? `spawn ${name} ENOENT: there is no such program in PATH` : writable(unsafe))
}

function writable(path: string): string {
  return `${path} lies where an agent can write, so it is not started; install ${basename(path)} elsewhere`
}

/**
 * Returns `PATH` without relative folders, `node_modules/.bin` of projects, folders in which an agent can write, and folders where a
 * link into one of those has the name of a program that is also elsewhere.
 */
export function safePath({ path, cwd }: LookUp): string {
  const here = cwd === undefined ? null : realFolder(cwd)
  const folders = foldersOf(path).filter((folder) => !isLeftOut(folder) && areSafe(visited(folder), here))
  const hides = (folder: string, name: string): boolean =>
    folders.some((other) => other !== folder && existsSync(join(other, name)))
  return folders
    .filter((folder) => !linksIn(folder).some(({ name, places }) => !areSafe(places, here) && hides(folder, name)))
    .join(delimiter)
}

/** A link that leads out of a folder. `places`: as `visited` returns them. */
interface OutwardLink {
  readonly name: string
  readonly places: readonly string[]
}

const outwardLinks = new Map<string, readonly OutwardLink[]>()

/**
 * Returns the links that lead out of a folder. They are read once, because there are hundreds of them: it is not an agent
 * that changes them, and what an agent can change on the way is unsafe already.
 */
function linksIn(folder: string): readonly OutwardLink[] {
  const known = outwardLinks.get(folder)
  if (known !== undefined) return known
  const names = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const found = names.flatMap((entry) => {
    const target = entry.isSymbolicLink() ? linkedTo(join(folder, entry.name)) : null
    // Most links of the system lead to a file beside them.
    const isNear = target === null || !target.includes(sep) || target.startsWith('/etc/alternatives/')
    return isNear ? [] : [{ name: entry.name, places: visited(join(folder, entry.name)) }]
  })
  outwardLinks.set(folder, found)
  return found
}

/** Where the system looks without `PATH` (execvp(3)). */
const SYSTEM_PATH = '/usr/bin:/bin'

function foldersOf(path: string | undefined): readonly string[] {
  return (path ?? SYSTEM_PATH).split(delimiter)
}

/**
 * `node_modules/.bin` belongs to the project, wherever it lies: `npx` and `npm run` put it first. No agent can write that of
 * ikigai itself.
 */
function isLeftOut(folder: string): boolean {
  return !isAbsolute(folder) || (basename(folder) === '.bin' && !isInside(APP_FOLDER, folder))
}

/** On Windows, a name stands for files with an extension. */
function namesOf(name: string): readonly string[] {
  return process.platform === 'win32' && !/\.\w+$/.test(name)
    ? ['.exe', '.com', '.cmd', '.bat'].map((end) => name + end)
    : [name]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isSafeFor(cwd: string | undefined): (path: string) => boolean {
  const here = cwd === undefined ? null : realFolder(cwd)
  return (path) => areSafe(visited(path), here)
}

/** Whether none of the places is in `here` or in the folder of an agent. There may be thousands of agents. */
function areSafe(places: readonly string[], here: string | null): boolean {
  return !places.some((place) => {
    for (let at = place; ; at = dirname(at)) {
      if (at === here || agentFolders.has(at)) return true
      if (at === dirname(at)) return false
    }
  })
}

/** Most links on the way to a file; the kernel follows 40 (path_resolution(7)). */
const MAX_LINKS = 40

/** Returns every file, folder and link that the system passes on the way to a file: a link may lead into a folder and out again. */
function visited(path: string): readonly string[] {
  const { root } = parse(path)
  const left = path.slice(root.length).split(sep).toReversed()
  const places: string[] = []
  let at = root
  let links = 0
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === '..') at = dirname(at)
    if (name === '' || name === '.' || name === '..') continue
    const next = join(at, name)
    places.push(next)
    const target = targetOf(next)
    if (target === null) {
      at = next
      continue
    }
    links += 1
    if (links > MAX_LINKS) break
    if (isAbsolute(target)) at = parse(target).root
    left.push(...target.split(sep).toReversed())
  }
  return places
}

/** Null: it is no link. */
function targetOf(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null
  } catch {
    return null
  }
}

/** Null: it is gone. `path`: of a link. */
function linkedTo(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** The folder of this app's own files. */
const APP_FOLDER = appFolder(import.meta.dirname)

function appFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : appFolder(dirname(folder))
}

/** A program that came with ikigai. The sandbox shows those read-only. In a packaged app they lie beside the archive. */
function isOwnFile(path: string): boolean {
  const unpacked = APP_FOLDER.replace(/app\.asar$/, 'app.asar.unpacked')
  return path === process.execPath || [APP_FOLDER, unpacked].some((folder) => isInside(folder, path))
}

/**
 * Returns the real paths of what this process is loaded from: the app with its modules, which are beside it when it was
 * installed as a package, and the program that runs it.
 */
export function appFiles(): readonly string[] {
  const modules = [dirname(APP_FOLDER), dirname(dirname(APP_FOLDER))].find((each) => basename(each) === 'node_modules')
  const packaged = basename(APP_FOLDER) === 'app.asar' ? dirname(APP_FOLDER) : APP_FOLDER
  const all = [modules ?? packaged, join(APP_FOLDER, 'node_modules'), process.execPath]
  return [...new Set(all.filter((path) => existsSync(path)).map((path) => realpathSync(path)))]
}

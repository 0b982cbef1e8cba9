import { readdirSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'

import { isInside } from '../is-inside.ts'
import { appFiles } from '../program-table.ts'

/** The protected locations of this machine. All paths are absolute. */
export interface ProtectedPlaces {
  readonly homeDirectory: string
  /** The app's own folders: settings, keys, the database, and the copies of the log beside it. */
  readonly ownFolders: readonly string[]
  /**
   * A folder inside one of these that holds complete tool outputs, which models are asked to read. A tree of agents reads its
   * own without being asked, and none of the others (`tree-outputs.ts`).
   */
  readonly openFolder: string
  /** Real paths of what this process is loaded from: everybody may read it, and a change asks. Missing: none. */
  readonly appFiles?: readonly string[]
  /** The folder inside one of these in which agents' worktrees are: nothing in it is a file of the app. */
  readonly worktrees?: string
}

interface AppDirectories {
  readonly configDirectory: string
  readonly dataDirectory: string
}

/** What the names of folders beside a data directory begin with in which copies of its log are. */
const COPIES = ['-upgrade', '-backup'] as const

/**
 * Returns the protected locations for an app with these directories. `backupFolder`: where scheduled backups go now, by
 * the settings; null: nowhere.
 */
export function protectedPlaces(
  directories: AppDirectories,
  openFolder: string,
  backupFolder: () => string | null,
): ProtectedPlaces {
  const { configDirectory, dataDirectory } = directories
  const fixed = [configDirectory, dataDirectory, ...copiesBeside(dataDirectory)]
  return {
    homeDirectory: homedir(),
    get ownFolders() {
      const chosen = backupFolder()
      return [...new Set([...fixed, ...(chosen === null ? [] : [chosen])].flatMap(withRealPath))]
    },
    openFolder,
    worktrees: join(dataDirectory, 'worktrees'),
    appFiles: appFiles(),
  }
}

/** A copy that cannot be continued is kept under another name, which begins in the same way. */
function copiesBeside(dataDirectory: string): readonly string[] {
  const usual = COPIES.map((ending) => `${dataDirectory}${ending}`)
  const parent = dirname(dataDirectory)
  const kept = namesIn(parent).map((name) => join(parent, name))
  return [...usual, ...kept.filter((path) => usual.some((folder) => path.startsWith(folder)))]
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Paths that are compared with these are real ones, and a folder may be made later. */
function withRealPath(folder: string): readonly string[] {
  return [folder, realOf(folder) ?? join(realOf(dirname(folder)) ?? dirname(folder), basename(folder))]
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

interface ProtectedNames {
  /** Names of files or folders anywhere; `*` at the end matches any text. Case is ignored. */
  readonly names: readonly string[]
  /** Description for the user. */
  readonly what: string
  /** What a confined program can do with it: only read it, or nothing. */
  readonly inSandbox: 'read-only' | 'hidden'
}

const SHELL_START_FILES =
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .xprofile .xinitrc .xsession'

const PROTECTED: readonly ProtectedNames[] = [
  { names: ['.git'], what: "one of git's own files", inSandbox: 'read-only' },
  { names: ['.gitconfig'], what: 'the settings of git, which can start programs', inSandbox: 'read-only' },
  { names: ['.env*'], what: 'a file for secrets', inSandbox: 'hidden' },
  { names: ['.ssh', '.aws', '.gnupg'], what: 'a place for keys', inSandbox: 'hidden' },
  { names: SHELL_START_FILES.split(' '), what: 'a start file of the shell', inSandbox: 'read-only' },
]

const namesOf = (inSandbox: ProtectedNames['inSandbox']): readonly string[] =>
  PROTECTED.filter((row) => row.inSandbox === inSandbox).flatMap(({ names }) => names)

/**
 * The protected names by what a confined program can do with them. `keys`: those that are hidden in a home directory.
 */
export const CONFINED_NAMES = {
  readOnly: namesOf('read-only'),
  hidden: namesOf('hidden'),
  keys: namesOf('hidden').filter((name) => !name.includes('*')),
}

const OWN = 'a file of this app'
const PROC = 'about running programs'

/**
 * Returns why a path is protected: the user is asked about it, whatever is allowed in the folder. Null: not protected.
 * `path` is absolute; check both the requested path and the resolved one.
 */
export function protectedAs(path: string, places: ProtectedPlaces): string | null {
  if (isInside(places.openFolder, path)) return null
  if (isOwnFile(path, places)) return OWN
  if (/^\/proc(\/|$)/.test(path)) return PROC
  const segments = path.split(/[/\\]/)
  return PROTECTED.find(({ names }) => segments.some((segment) => isNamed(segment, names)))?.what ?? null
}

/** Whether a path is in one of the app's own folders, and in no worktree of an agent. */
export function isOwnFile(path: string, places: ProtectedPlaces): boolean {
  return places.ownFolders.some((folder) => isInside(folder, path)) && !isInWorktree(path, places)
}

/**
 * Returns why a resolved path is protected; null: it is not. Protected locations may themselves be links (a `~/.bashrc`
 * that points elsewhere).
 */
export async function reallyProtectedAs(path: string, places: ProtectedPlaces): Promise<string | null> {
  const named = PROTECTED.flatMap(({ names, what }) =>
    names.map((name) => ({ place: join(places.homeDirectory, name), what })),
  )
  const own = isInWorktree(path, places) ? [] : places.ownFolders
  const all = [...own.map((place) => ({ place, what: OWN })), ...named]
  const open = await realpath(places.openFolder).catch(() => places.openFolder)
  if (isInside(open, path)) return null
  const real = await Promise.all(all.map(({ place }) => realpath(place).catch(() => null)))
  const at = real.findIndex((place) => place !== null && isInside(place, path))
  return all[at]?.what ?? protectedAs(path, places)
}

/** Returns why a resolved path is not written without a question although it may be read; null: it may be written. */
export function writeProtectedAs(path: string, places: ProtectedPlaces): string | null {
  const isApp = places.appFiles?.some((file) => isInside(file, path)) === true
  return isApp && !isInWorktree(path, places) ? 'a file of the ikigai that is running' : null
}

/** The folder of all worktrees itself is not in one. */
function isInWorktree(path: string, { worktrees }: ProtectedPlaces): boolean {
  return worktrees !== undefined && path !== worktrees && isInside(worktrees, path)
}

/** Most words of a command whose links are followed. */
const MAX_WORDS = 1_000

/** A protected path that a command names. */
interface NamedPath {
  /** Why it is protected, for the user. */
  readonly protectedAs: string
  /** The text names a link to it, not the path itself: the same text may have meant another file before. */
  readonly isBehindLink?: true
}

/**
 * Returns the protected path that a command names, as far as the text of the command and the links in the folder show: a
 * command inside the sandbox may have put a link to a key there. Null: it names none.
 */
export async function namesProtected(
  command: string,
  folder: string,
  places: ProtectedPlaces,
): Promise<NamedPath | null> {
  if (protectedAs(folder, places) !== null) return null
  const words = new Set(command.split(/[\s'"`;|&<>()=,:]+/).filter((word) => word !== ''))
  for (const word of words) {
    const what = /[./~]/.test(word) ? protectedAs(pathOf(word, folder, places), places) : null
    if (what !== null) return { protectedAs: what }
  }
  const paths = [...words].slice(0, MAX_WORDS).map((word) => pathOf(word, folder, places))
  const found = await Promise.all(paths.map((path) => protectedTarget(path, places)))
  const target = found.find((what) => what !== null) ?? null
  return target === null ? null : { protectedAs: target, isBehindLink: true }
}

function pathOf(word: string, folder: string, { homeDirectory }: ProtectedPlaces): string {
  if (word.startsWith('/')) return word
  return word.startsWith('~/') ? join(homeDirectory, word.slice(2)) : join(folder, word)
}

/** Returns why the place to which links lead is protected; null: it is not, or there are none on the way. */
async function protectedTarget(path: string, places: ProtectedPlaces): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  return real === null || real === path ? null : reallyProtectedAs(real, places)
}

/** Where ripgrep searches. Both are absolute and resolved: its patterns are relative to `cwd` for what is in there. */
interface SearchPlace {
  readonly root: string
  readonly cwd: string
}

/** Returns ripgrep patterns for all protected paths, at any depth below the searched folder. */
export async function protectedGlobs(places: ProtectedPlaces, place: SearchPlace): Promise<readonly string[]> {
  const named = PROTECTED.flatMap(({ names }) => names)
  const own = isInWorktree(place.root, places) ? [] : await folderGlobs(places.ownFolders, place)
  return [...named.flatMap((name) => [name, `**/${name}/**`]), ...own]
}

/** Returns ripgrep patterns for everything in these folders, of those that a search comes across. */
export async function folderGlobs(folders: readonly string[], { root, cwd }: SearchPlace): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)))
  const met = [...new Set(real)].filter((folder) => isInside(root, folder) || isInside(folder, root))
  return met.map((folder) => {
    const isBelow = isInside(cwd, folder)
    const parts = (isBelow ? relative(cwd, folder) : folder).split(sep).filter((part) => part !== '')
    return [isBelow ? '' : '**', ...parts.map(literalGlob), '**'].join('/')
  })
}

function literalGlob(name: string): string {
  return name.replaceAll(/[*?[\]{}!\\]/g, '[$&]').replaceAll('[\\]', '\\\\')
}

/** Whether the name of a file or folder is one of the names; case is ignored. */
export function isNamed(segment: string, names: readonly string[]): boolean {
  const name = segment.toLowerCase()
  return names.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))
}

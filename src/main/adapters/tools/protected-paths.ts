import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

import { isInside } from './resolve-path.ts'

/** Where the protected places of this machine are. Absolute. */
export interface ProtectedPlaces {
  readonly homeDirectory: string
  /** The app's own: settings, keys, the database. */
  readonly ownFolders: readonly string[]
  /** In one of them, but like any other folder: the whole output of tools, which models are told to read. */
  readonly openFolder: string
}

interface ProtectedNames {
  /** Of a file or folder anywhere; `*` at the end stands for anything. Compared without regard to case. */
  readonly names: readonly string[]
  /** What it is, for a person. */
  readonly what: string
}

const SHELL_START_FILES =
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .xprofile .xinitrc .xsession'

const PROTECTED: readonly ProtectedNames[] = [
  { names: ['.git'], what: "one of git's own files" },
  { names: ['.gitconfig'], what: 'the settings of git, which can start programs' },
  { names: ['.env*'], what: 'a file for secrets' },
  { names: ['.ssh', '.aws', '.gnupg'], what: 'a place for keys' },
  { names: SHELL_START_FILES.split(' '), what: 'a start file of the shell' },
]

const OWN = 'a file of this app'
const PROC = 'about running programs'

/**
 * What protects a path: a person is asked about it, whatever is allowed in the folder. Null: nothing does. `path` is
 * absolute; both what was asked for and where it really leads should be looked at.
 */
export function protectedAs(path: string, places: ProtectedPlaces): string | null {
  if (isInside(places.openFolder, path)) return null
  if (places.ownFolders.some((folder) => isInside(folder, path))) return OWN
  if (/^\/proc(\/|$)/.test(path)) return PROC
  const segments = path.split(/[/\\]/)
  return PROTECTED.find(({ names }) => segments.some((segment) => isNamed(segment, names)))?.what ?? null
}

/** The same for a path whose links are gone: the protected places may be links themselves (a `~/.bashrc` kept elsewhere). */
export async function reallyProtectedAs(path: string, places: ProtectedPlaces): Promise<string | null> {
  const named = PROTECTED.flatMap(({ names, what }) =>
    names.map((name) => ({ place: join(places.homeDirectory, name), what })),
  )
  const all = [...places.ownFolders.map((place) => ({ place, what: OWN })), ...named]
  const open = await realpath(places.openFolder).catch(() => places.openFolder)
  if (isInside(open, path)) return null
  const real = await Promise.all(all.map(({ place }) => realpath(place).catch(() => null)))
  const at = real.findIndex((place) => place !== null && isInside(place, path))
  return all[at]?.what ?? protectedAs(path, places)
}

/** What protects one of the paths that a command names, as far as its text tells. */
export function namesProtected(command: string, folder: string, places: ProtectedPlaces): string | null {
  const words = command.split(/[\s'"`;|&<>()=,:]+/).filter((word) => /[./~]/.test(word))
  for (const word of words) {
    const path = word.startsWith('~/') ? join(places.homeDirectory, word.slice(2)) : join(folder, word)
    const what = protectedAs(word.startsWith('/') ? word : path, places)
    if (what !== null && protectedAs(folder, places) === null) return what
  }
  return null
}

/** Patterns of ripgrep for everything that is protected, at any depth below where it searches. */
export function protectedGlobs({ ownFolders }: ProtectedPlaces): readonly string[] {
  const own = ownFolders.map((folder) => `**/${folder.split(sep).slice(-2).map(literalGlob).join('/')}/**`)
  const named = PROTECTED.flatMap(({ names }) => names)
  return [...named.flatMap((name) => [name, `**/${name}/**`]), ...own]
}

function literalGlob(name: string): string {
  return name.replaceAll(/[*?[\]{}!\\]/g, '[$&]').replaceAll('[\\]', '\\\\')
}

function isNamed(segment: string, names: readonly string[]): boolean {
  const name = segment.toLowerCase()
  return names.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))
}

import { realpathSync, statSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Confinement } from '../../../core/ports/sandbox-ports.ts'
import { CONFINED_NAMES, type ProtectedPlaces } from '../protected-paths.ts'
import { isInside } from '../../is-inside.ts'
import { linkedWorktree } from '../../linked-worktree.ts'
import { isAtOrIn, keyOf } from './byte-paths.ts'
import type { HiddenFiles } from './hidden-files.ts'
import { type FileView, type Place, PRIVATE_TMP } from './mounts.ts'
import { outermost, protectedEntries, realPlace, withFewerPlaces } from './protected-entries.ts'
import { credentialFiles, toolchainFolders } from './toolchains.ts'

export interface ViewContext {
  readonly places: ProtectedPlaces
  /** PATH of the confined programs. */
  readonly path: string
  readonly hiddenFiles: HiddenFiles
}

/**
 * Decides which parts of the file system a confined program can see. What is visible follows from the confinement and the
 * system alone; what is found in a folder only takes something away. `isOwnUser`: the program runs as the user of this
 * process, so the toolchains in the home directory are of use. Returns the reason as a text if the folder cannot be
 * protected, and rejects if it cannot be searched for protected files.
 */
export async function fileView(
  { start, writable, readable, files = [] }: Confinement,
  { places, path, hiddenFiles }: ViewContext,
  isOwnUser: boolean,
): Promise<FileView | string> {
  const folders = [...new Set([...writable, ...readable])]
  const inApp = writable.map((folder) => appProblem(folder, places)).find((problem) => problem !== null)
  if (inApp !== undefined) return inApp
  const projects = [...new Set(await Promise.all(folders.map((folder) => projectOf(folder, places))))]
  // The `.git` of a worktree lies at its top, which may be above the folder: that of a package.
  const worktrees = await Promise.all([...new Set([...folders, ...projects])].map(linkedWorktree))
  const repositories = worktrees.flatMap((worktree) => worktree?.commonDirectory ?? [])
  const toolchains = isOwnUser ? toolchainFolders(places.homeDirectory, path) : []
  const outside = existing([...SYSTEM_SECRETS, places.homeDirectory, ...places.ownFolders])
  const hiddenOutside = outermost(outside.filter((place) => place.isFolder || !isIn(writable, place)))
  const keys = secretPlaces(places)
  // Another user cannot enter the folder of outputs, so that it could not be mounted either.
  const outputs = isOwnUser ? files : []
  const named = existing([...projects, ...repositories, RESOLVER, ...outputs])
  const harmless = existing(toolchains).filter(({ path: at }) => !keys.some((key) => isAtOrIn(at, key.path)))
  const hiddenFolders = [PRIVATE_TMP, ...hiddenOutside.map(({ path: at }) => at)]
  const shown = [...harmless, ...named].filter((place) => isUnder(hiddenFolders, place))
  const credentials = await credentialPlaces(harmless, await realHome(places))
  const found = withFewerPlaces(
    // The directory of a worktree's repository may lie in the folder of another agent.
    await protectedEntries(outermostFolders([...projects, ...repositories]), hiddenFiles),
    [start, ...folders, ...projects].map((folder) => Buffer.from(folder)),
  )
  if (typeof found === 'string') return found
  const app = existing(places.appFiles ?? [])
  const own = outside.filter((place) => isIn([...folders, ...projects], place) && !isOneOf(folders, place))
  return {
    writable: writable.map((folder) => Buffer.from(folder)),
    hiddenOutside: hiddenOutside.filter((place) => !isOneOf(writable, place)),
    shown: shown.filter((place) => !isOneOf(writable, place)),
    hidden: outermost([...found.hidden, ...credentials, ...own, ...keys.filter((place) => isIn(projects, place))]),
    readOnly: outermost([...found.readOnly, ...app]).filter((place) => isIn(writable, place)),
  }
}

/** The addresses of name servers; on many systems a link into `/run`. */
const RESOLVER = '/etc/resolv.conf'

const isUnder = (folders: readonly Buffer[], { path }: Place): boolean =>
  folders.some((folder) => isAtOrIn(folder, path))

const isIn = (folders: readonly string[], place: Place): boolean =>
  isUnder(
    folders.map((folder) => Buffer.from(folder)),
    place,
  )

const isOneOf = (folders: readonly string[], { path }: Place): boolean =>
  folders.some((folder) => path.equals(Buffer.from(folder)))

const outermostFolders = (folders: readonly string[]): readonly string[] =>
  folders.filter((folder) => !folders.some((other) => other !== folder && isInside(other, folder)))

/** The places for keys in the home directory, and the app's own folders. */
function secretPlaces({ homeDirectory, ownFolders }: ProtectedPlaces): readonly Place[] {
  return existing([...CONFINED_NAMES.keys.map((name) => join(homeDirectory, name)), ...ownFolders])
}

/** Returns the files with credentials in the shown toolchains of a home directory. */
async function credentialPlaces(shown: readonly Place[], homeDirectory: string): Promise<readonly Place[]> {
  const folders = shown.filter(({ isFolder }) => isFolder).map(({ path }) => path.toString())
  const found = await credentialFiles(outermostFolders(folders), homeDirectory)
  const isShown = ({ path }: Place): boolean => folders.some((folder) => isAtOrIn(Buffer.from(folder), path))
  return (await Promise.all(found.map(realPlace))).flatMap((place) => (place !== null && isShown(place) ? [place] : []))
}

function realHome({ homeDirectory }: ProtectedPlaces): Promise<string> {
  return realpath(homeDirectory).catch(() => homeDirectory)
}

/**
 * Returns the repository that contains the folder, because its parts refer to each other; the folder itself if there is
 * none, or if it contains the home directory.
 */
async function projectOf(folder: string, places: ProtectedPlaces): Promise<string> {
  const home = await realHome(places)
  for (let at = folder; at !== dirname(at) && !isInside(at, home); at = dirname(at)) {
    if ((await kindOf(join(at, '.git'))) !== null) return at
  }
  return folder
}

/** Returns why commands in a folder are not confined: it is part of the app, which nobody inside may write; null: it is not. */
export function appProblem(folder: string, { appFiles = [], worktrees }: ProtectedPlaces): string | null {
  const isWorktree = worktrees !== undefined && isInside(worktrees, folder)
  return !isWorktree && appFiles.some((file) => isInside(file, folder)) ? IN_APP : null
}

const IN_APP =
  'The folder belongs to the ikigai that is running, whose own files no command inside a sandbox may change. To work on ikigai, run another copy of it, or give the agent a worktree.'

/** Returns why the `.git` of a folder cannot be protected; null: it can, or there is none. */
export async function gitProblem(folder: string): Promise<string | null> {
  const kind = await kindOf(join(folder, '.git'))
  return kind === 'link' ? 'The .git of the folder is a link, which cannot be protected.' : null
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'link' | null> {
  const found = await lstat(path).catch(() => null)
  if (found === null) return null
  if (found.isSymbolicLink()) return 'link'
  return found.isDirectory() ? 'folder' : 'file'
}

function existing(paths: readonly string[]): readonly Place[] {
  const byPath = new Map<string, Place>()
  for (const path of paths) {
    const place = placeAt(path)
    if (place !== null) byPath.set(keyOf(place.path), place)
  }
  return [...byPath.values()]
}

/**
 * Null: there is nothing, or it is neither a file nor a folder. Most are missing, about a hundred are looked at before each
 * command, and to wait for each of them takes longer than to look.
 */
function placeAt(path: string): Place | null {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null
    const real = realpathSync.native(path)
    const found = statSync(real)
    return found.isDirectory() || found.isFile() ? { path: Buffer.from(real), isFolder: found.isDirectory() } : null
  } catch {
    return null
  }
}

/** Folders and files of a Linux system that are hidden from confined programs, where they exist. */
const SYSTEM_SECRETS: readonly string[] = [
  // Homes, and what services listen on.
  '/home /root /run',
  '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/ssh /etc/ssl/private',
  '/etc/krb5.keytab /etc/wireguard /etc/NetworkManager/system-connections',
  '/var/backups /var/mail /var/spool /var/lib/docker /var/lib/containerd /var/lib/kubelet',
].flatMap((line) => line.split(' '))

import { type FSWatcher, readdirSync, watch } from 'node:fs'

import type { Guard } from '../../../core/ports/sandbox-ports.ts'
import { type BytePath, keyOf, parentOf, readablePath } from './byte-paths.ts'
import { type HiddenFiles, statusAt } from './hidden-files.ts'
import type { FileView } from './mounts.ts'
import { protectedEntries } from './protected-entries.ts'

/** Most folders that are watched. Each takes one of the watches that a user may have. */
const MAX_WATCHED = 200
/**
 * How often the places are compared besides, ms: no watch may be free, and none sees what another machine changes in a shared
 * folder.
 */
const COMPARE_EVERY_MS = 200
/** Most changes that are named. */
const MAX_NAMED = 10
/** What git reads before it runs: programs can be named in all of them. */
const GIT_FILES = ['/config', '/config.worktree', '/commondir', '/info/attributes'].map((name) => Buffer.from(name))

/**
 * Watches the protected places of a confined program while it runs, and compares them when it has ended: the kernel takes a
 * mount away whose file or folder is replaced from outside (mount_namespaces(7)), and places that are made meanwhile are
 * protected from the next start on only.
 */
export class ProtectionGuard implements Guard {
  readonly #folders: readonly string[]
  /** Of each protected place what it was at the start; empty: it was gone. */
  readonly #places: ReadonlyMap<string, string>
  readonly #hiddenFiles: HiddenFiles
  readonly #before: ReadonlyMap<string, string>

  /** @param folders In which the program can write. */
  constructor(view: FileView, folders: readonly string[], hiddenFiles: HiddenFiles) {
    this.#folders = folders
    this.#hiddenFiles = hiddenFiles
    const places = [...view.hidden, ...view.readOnly, ...view.hiddenOutside]
    this.#places = new Map(places.map(({ path }) => [keyOf(path), identityAt(path) ?? '']))
    this.#before = statesOf(view.readOnly.map(({ path }) => path))
  }

  /** Calls back with a place that is no longer protected inside, as a text, at most once. Returns what ends it. */
  watch(onUnprotected: (path: string) => void): () => void {
    const byFolder = Map.groupBy(this.#places, ([key]) => keyOf(parentOf(fromKey(key))))
    const watchers: FSWatcher[] = []
    let isOpen = true
    const close = (): void => {
      isOpen = false
      clearInterval(timer)
      for (const watcher of watchers.splice(0)) watcher.close()
    }
    const check = (places: Iterable<readonly [string, string]>): void => {
      if (!isOpen) return
      for (const [key, identity] of places) {
        if ((identityAt(fromKey(key)) ?? identity) === identity) continue
        close()
        onUnprotected(readablePath(fromKey(key)))
        return
      }
    }
    const timer = setInterval(() => check(this.#places), COMPARE_EVERY_MS)
    timer.unref()
    for (const [folder, places] of [...byFolder].slice(0, MAX_WATCHED)) {
      try {
        const watcher = watch(fromKey(folder), { persistent: false }, () => check(places))
        watchers.push(watcher.on('error', () => watcher.close()))
      } catch {
        // No more watches are free: the comparisons find it.
      }
    }
    check(this.#places)
    return close
  }

  /** Returns what the user and the model must know about places that changed meanwhile; null: nothing. */
  async changes(): Promise<string | null> {
    const entries = await protectedEntries(this.#folders, this.#hiddenFiles).catch(() => null)
    if (entries === null) return UNKNOWN
    const made = entries.readOnly.map(({ path }) => keyOf(path)).filter((key) => !this.#before.has(key))
    const changed = [
      ...made.map((key) => `${shown(key)} was made`),
      ...[...this.#before].flatMap(([key, state]) => {
        const now = stateOf(fromKey(key))
        if (now === state) return []
        return [now === GONE ? `${shown(key)} is gone` : `${shown(key)} was changed`]
      }),
    ]
    if (changed.length === 0) return null
    const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : ''
    return `[While this ran: ${changed.slice(0, MAX_NAMED).join(', ')}${more}. Settings and hooks of git, and start files of shells, can start programs outside the sandbox: look at them before git or a shell is used there.]`
  }
}

const UNKNOWN =
  '[Protected places could not be compared after this ran: the folder could not be searched. Look for new repositories, hooks and start files of shells before git or a shell is used there.]'

const fromKey = (key: string): BytePath => Buffer.from(key, 'latin1')
const shown = (key: string): string => readablePath(fromKey(key))

/** What differs between two files or folders at one path: an inode alone is given again. Null: there is none. */
function identityAt(path: BytePath): string | null {
  const found = statusAt(path)
  return found === null ? null : `${found.ino} ${found.birthtimeNs}`
}

const GONE = 'gone'

/** A text for each place that changes with what programs read there first. */
function statesOf(places: readonly BytePath[]): ReadonlyMap<string, string> {
  return new Map(places.map((path) => [keyOf(path), stateOf(path)]))
}

function stateOf(path: BytePath): string {
  const found = statusAt(path)
  if (found === null) return GONE
  if (!found.isDirectory()) return stampOf(path)
  const files = GIT_FILES.map((name) => Buffer.concat([path, name]))
  const hooks = Buffer.concat([path, Buffer.from('/hooks')])
  const all = [...files, ...entriesOf(hooks)].map(stampOf)
  return [String(found.ino), statusAt(hooks)?.ino ?? '', ...all].join(' ')
}

function entriesOf(folder: BytePath): readonly BytePath[] {
  try {
    const names = readdirSync(folder, { encoding: 'buffer' })
    return names.map((name) => Buffer.concat([folder, Buffer.from('/'), name]))
  } catch {
    return []
  }
}

function stampOf(path: BytePath): string {
  const found = statusAt(path)
  return found === null ? '-' : `${keyOf(path)} ${found.ino} ${found.size} ${found.mtimeNs} ${found.mode}`
}

import { type BytePath, ancestorsWithin, isAtOrIn, keyOf, readablePath } from './byte-paths.ts'

/** A file or folder that exists, absolute and with symlinks resolved. */
export interface Place {
  readonly path: BytePath
  readonly isFolder: boolean
}

/** The file system as a confined program can see it: the whole of it, read-only, except for these. */
export interface FileView {
  /** Folders in which it can write. */
  readonly writable: readonly BytePath[]
  /** Places outside the folder without their content. */
  readonly hiddenOutside: readonly Place[]
  /** Places inside `hiddenOutside` that are readable nevertheless. */
  readonly shown: readonly Place[]
  /** Places without their content, inside a writable folder or a shown one. */
  readonly hidden: readonly Place[]
  /** Places in a writable folder that cannot be changed, moved or removed. */
  readonly readOnly: readonly Place[]
}

/** One change of the file system that the program sees. Later ones cover earlier ones. */
export type Mount =
  /** The place itself, as it is outside. */
  | { readonly type: 'read'; readonly at: BytePath }
  /** `from`: what is mounted there, outside; the place itself, or the same place in a copy of a writable folder. */
  | { readonly type: 'write'; readonly at: BytePath; readonly from: BytePath }
  /** Nothing: an empty folder of so many bytes, or a file that cannot be opened. */
  | { readonly type: 'empty-folder'; readonly at: BytePath; readonly bytes: number }
  | { readonly type: 'empty-file'; readonly at: BytePath }

/** Size of a hidden folder outside the agent's one, in which a program may write without effect, bytes. */
const HIDDEN_BYTES = 16 * 1024 ** 2
const HIDDEN_INSIDE_BYTES = 64 * 1024

export const PRIVATE_TMP = Buffer.from('/tmp')

/**
 * Returns the mounts of a view, in order. Each folder between a writable one and a protected place is mounted on itself:
 * the kernel neither moves, replaces nor removes a folder on which something is mounted, so that the protected place stays
 * where it is.
 */
export function mountsOf(view: FileView, tmpBytes: number, copy?: CopiedFolder): readonly Mount[] {
  const hide =
    (bytes: number) =>
    ({ path, isFolder }: Place): Mount =>
      isFolder ? { type: 'empty-folder', at: path, bytes } : { type: 'empty-file', at: path }
  const read = (path: BytePath): Mount => ({ type: 'read', at: path })
  const write = (path: BytePath): Mount => ({ type: 'write', at: path, from: inCopy(path, copy) })
  // Below a folder that is shown, the same place is hidden again: once is enough, after what shows it.
  const again = new Set(view.hidden.map(({ path }) => keyOf(path)))
  return [
    ...view.hiddenOutside.filter(({ path }) => !again.has(keyOf(path))).map(hide(HIDDEN_BYTES)),
    { type: 'empty-folder', at: PRIVATE_TMP, bytes: tmpBytes },
    ...outerFirst(view.shown.map(({ path }) => path)).map(read),
    ...outerFirst([...view.writable, ...pinnedFolders(view)]).map(write),
    ...outerFirst(view.readOnly.map(({ path }) => path)).map(read),
    ...view.hidden.map(hide(HIDDEN_INSIDE_BYTES)),
  ]
}

/** A writable folder, and the copy of it that a program sees there. */
export interface CopiedFolder {
  readonly folder: BytePath
  readonly path: BytePath
}

function inCopy(place: BytePath, copy: CopiedFolder | undefined): BytePath {
  if (copy === undefined || !isAtOrIn(copy.folder, place)) return place
  return Buffer.concat([copy.path, place.subarray(copy.folder.length)])
}

/** Returns the folders inside writable ones that contain a protected place or another writable folder. */
function pinnedFolders({ writable, readOnly, hidden }: FileView): readonly BytePath[] {
  const isWritable = new Set(writable.map(keyOf))
  const places = [...readOnly, ...hidden].map(({ path }) => path)
  const found = new Map<string, BytePath>()
  for (const folder of writable)
    for (const place of [...places, ...writable].filter((path) => isAtOrIn(folder, path)))
      for (const between of ancestorsWithin(folder, place))
        if (!isWritable.has(keyOf(between))) found.set(keyOf(between), between)
  return [...found.values()].filter((path) => !readOnly.some((place) => isAtOrIn(place.path, path)))
}

function outerFirst(paths: readonly BytePath[]): readonly BytePath[] {
  return paths.toSorted((a, b) => a.length - b.length)
}

type Visible = 'empty' | 'read' | 'write'

/**
 * Returns why these mounts are not what the view allows, for the user; null: they are. This does not follow how they were
 * made: it looks up what the program would see at each place, since a mistake there would show what must be hidden.
 */
export function mountProblem(mounts: readonly Mount[], view: FileView, copy?: CopiedFolder): string | null {
  const shown = view.shown.map(({ path }) => path)
  for (const mount of mounts) {
    const { type, at } = mount
    if (mount.type === 'write' && !mount.from.equals(inCopy(at, copy))) return said(at, 'would be another place')
    if (at[0] !== SLASH || at.includes(0)) return said(at, 'is not an absolute path')
    if (type === 'write' && !isIn(view.writable, at)) return said(at, 'would be writable')
    if (type === 'read' && !isIn([...shown, ...view.writable], at)) return said(at, 'would be shown')
  }
  const points = new Set<string>()
  for (const { at } of mounts) {
    if (points.has(keyOf(at)) && !at.equals(PRIVATE_TMP)) return said(at, 'would be mounted twice')
    points.add(keyOf(at))
  }
  for (const path of pinnedFolders(view)) if (!points.has(keyOf(path))) return said(path, 'could be moved')
  const visible = (path: BytePath): Visible => visibleAt(mounts, path)
  const shownAgain = [...shown, ...view.writable]
  for (const { path } of view.hidden) if (visible(path) !== 'empty') return said(path, 'would be readable')
  for (const { path } of view.hiddenOutside)
    if (visible(path) !== 'empty' && !isIn(shownAgain, path)) return said(path, 'would be readable')
  for (const { path } of view.readOnly) if (visible(path) === 'write') return said(path, 'would be writable')
  return null
}

const SLASH = 0x2f

const isIn = (folders: readonly BytePath[], path: BytePath): boolean => folders.some((folder) => isAtOrIn(folder, path))

/** What the last mount at the path or above it shows. */
function visibleAt(mounts: readonly Mount[], path: BytePath): Visible {
  const last = mounts.findLast(({ at }) => isAtOrIn(at, path))
  if (last === undefined || last.type === 'read') return 'read'
  return last.type === 'write' ? 'write' : 'empty'
}

const said = (path: BytePath, what: string): string =>
  `${readablePath(path)} ${what}, against the rules of the sandbox.`

import { type BytePath, isAtOrIn } from './byte-paths.ts'
import type { Mount } from './mounts.ts'

/** A mount of `/proc/self/mountinfo` (proc(5)). */
interface TableRow {
  readonly id: string
  readonly parent: string
  /** The folder of its file system that it shows. */
  readonly root: BytePath
  readonly point: BytePath
}

/** Reads `/proc/self/mountinfo`. */
export function parseMountTable(content: Buffer): readonly TableRow[] {
  return content
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [id, parent, , root, point] = line.split(' ')
      if (id === undefined || parent === undefined || root === undefined || point === undefined) return []
      return [{ id, parent, root: unescaped(root), point: unescaped(point) }]
    })
}

/**
 * Returns what `/proc/self/mountinfo` must say inside of these mounts: a line for each with its place and the folder of
 * its file system.
 */
export function expectedMounts(mounts: readonly Mount[], table: readonly TableRow[]): Buffer {
  const children = Map.groupBy(table, ({ parent }) => parent)
  const ids = new Set(table.map(({ id }) => id))
  const tops = table.filter(({ parent }) => !ids.has(parent))
  const rootOf = (path: BytePath): BytePath => {
    let found = tops.findLast(({ point }) => isAtOrIn(point, path))
    for (let next = found; next !== undefined;) {
      found = next
      next = firstOf(children.get(next.id) ?? [], path)
    }
    if (found === undefined) return path
    return joined(found.root, path.subarray(found.point.length === 1 ? 0 : found.point.length))
  }
  const lines = mounts.map((mount) => {
    if (mount.type === 'empty-folder') return [mount.at, Buffer.from('/')]
    if (mount.type === 'write') return [mount.at, rootOf(mount.from)]
    return [mount.at, rootOf(mount.type === 'empty-file' ? NULL_DEVICE : mount.at)]
  })
  return Buffer.from(lines.map((line) => `${line.map(escaped).join(' ')}\n`).join(''), 'latin1')
}

const NULL_DEVICE = Buffer.from('/dev/null')

/** On the way to a path the kernel enters the mount that comes first. */
function firstOf(rows: readonly TableRow[], path: BytePath): TableRow | undefined {
  const onTheWay = rows.filter(({ point }) => isAtOrIn(point, path))
  return onTheWay.toSorted((a, b) => a.point.length - b.point.length).at(0)
}

function joined(root: BytePath, rest: Buffer): BytePath {
  if (rest.length <= 1) return root
  return root.length === 1 ? rest : Buffer.concat([root, rest])
}

/** The kernel writes blanks, tabs, line ends and backslashes in octal. */
function escaped(path: BytePath): string {
  return path
    .toString('latin1')
    .replaceAll(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

function unescaped(text: string): BytePath {
  const plain = text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(String(octal), 8)))
  return Buffer.from(plain, 'latin1')
}

import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import { WHOLE_PREFIX } from '../../core/ports/content-ports.ts'
import type { RootOf } from '../../core/ports/tool-ports.ts'
import { isInside } from '../is-inside.ts'
import type { ProtectedPlaces } from './protected-paths.ts'

/** An agent, and how its tree is found. */
interface Reader {
  readonly agentId: AgentId
  readonly rootOf: RootOf
}

/**
 * Whether a file in the folder of complete outputs was made for an agent of the reader's tree. The name decides, which
 * begins with an agent's id; models, servers and imported events choose nothing before its end.
 */
function isOfTree(name: string, { agentId, rootOf }: Reader): boolean {
  const own = name.startsWith(WHOLE_PREFIX) ? name.slice(WHOLE_PREFIX.length) : name
  const root = rootOf(agentId)
  for (let end = own.indexOf('-'); end > 0; end = own.indexOf('-', end + 1)) {
    if (rootOf(own.slice(0, end)) === root) return true
  }
  return false
}

/**
 * Decides about a path in the folder of complete outputs, by the path as given and as resolved. Null: it is elsewhere.
 * Not ok: the agent's tree did not make it, or it is the folder itself.
 */
export async function outputAccess(
  paths: readonly string[],
  { places, ...reader }: Reader & { readonly places: ProtectedPlaces },
): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string } | null> {
  const { openFolder } = places
  const folders = [openFolder, await realpath(openFolder).catch(() => openFolder)]
  const inside = paths.filter((path) => folders.some((folder) => isInside(folder, path)))
  if (inside.length === 0) return null
  const isOwn = (path: string): boolean => folders.includes(dirname(path)) && isOfTree(basename(path), reader)
  const other = inside.find((path) => !isOwn(path))
  if (other === undefined) return { ok: true }
  if (folders.includes(other)) {
    return {
      ok: false,
      message: `${other} holds the complete outputs of all agents. Name one file that a result of yours has named.`,
    }
  }
  return {
    ok: false,
    message: `${other} is a complete output of another tree of agents, which only that tree can read.`,
  }
}

/** What a tool answers that would write a complete output. */
export function unwritableOutput(path: string): string {
  return `${path} is the complete output of a call, which cannot be changed. Write a copy in the folder.`
}

/** Most files that a confined command is shown. Each takes time at its start. */
const MAX_SHOWN = 50

/**
 * Returns the complete outputs of an agent's tree that its commands are shown, as absolute paths: the newest, those of the
 * agent itself first.
 */
export async function outputsOf(
  agentId: AgentId,
  { outputDirectory, rootOf }: { readonly outputDirectory: string; readonly rootOf: RootOf },
): Promise<readonly string[]> {
  const names = await readdir(outputDirectory).catch(() => [])
  const known = new Map<AgentId, AgentId>()
  const root: RootOf = (id) => known.get(id) ?? known.set(id, rootOf(id)).get(id) ?? id
  const ofTree = names.filter((name) => name.endsWith('.txt') && isOfTree(name, { agentId, rootOf: root }))
  const dated = await Promise.all(
    ofTree.map(async (name) => {
      const path = join(outputDirectory, name)
      const found = await lstat(path).catch(() => null)
      const isOwn = isOfTree(name, { agentId, rootOf: (id) => id })
      return found?.isFile() === true ? [{ path, at: found.mtimeMs, isOwn }] : []
    }),
  )
  return dated
    .flat()
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.at - a.at)
    .slice(0, MAX_SHOWN)
    .map(({ path }) => path)
}

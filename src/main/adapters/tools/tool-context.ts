import { realpath, lstat, readlink } from 'node:fs/promises'
import { dirname, resolve, basename, join } from 'node:path'
import type { AgentId } from '../../../shared/ids.ts'
import type { WideFolder } from '../../../shared/tool-access.ts'
import type { ToolLink } from '../../../shared/tool-link.ts'
import type { FindWideFolder, FolderOf, RootOf } from '../../core/ports/tool-ports.ts'
import type { Sandbox, SandboxLevelOf, TurnLimitsOf } from '../../core/ports/sandbox-ports.ts'
import type { BackgroundCommands } from './background/background-commands.ts'
import type { OutputLimits } from './output-collector.ts'
import { protectedAs, type ProtectedPlaces, reallyProtectedAs, writeProtectedAs } from './protected-paths.ts'
import { isInside } from '../is-inside.ts'
import { noteAgentFolder } from '../program-table.ts'
import { outputAccess } from './tree-outputs.ts'
import type { ProxyOptions } from './sandbox/network-proxy.ts'
import type { SeenFiles } from './seen-files.ts'
import { defined } from '../../../shared/defined.ts'
import { homedir } from 'node:os'
import { isSystemError, systemReason } from './system-error.ts'

/** Where the paths of agents lead. */
export interface PathPlaces {
  /** An agent's folder, in which its commands run and relative paths start. Absolute; it exists. */
  readonly folderOf: FolderOf
  /** Says whose complete outputs an agent may read. */
  readonly rootOf: RootOf
  readonly places: ProtectedPlaces
  /** Missing: by the folder alone; trust in it does not count. */
  readonly wideFolder?: FindWideFolder
}

/** The dependencies of the built-in tools. */
export interface ToolContext extends PathPlaces, OutputLimits {
  /** Environment of programs that tools start, without keys. */
  readonly environment: Readonly<Record<string, string>>
  /** Returns further variables of commands in a folder. Missing: there are none. */
  readonly variablesOf?: (folder: string) => Promise<Readonly<Record<string, string>>>
  readonly background: BackgroundCommands
  readonly seenFiles: SeenFiles
  /** Folder of the lock files of files that are written. */
  readonly lockFolder: string
  /** Folder of the copies in which commands run whose effects are shown first. It may be missing. */
  readonly copiesFolder: string
  /** Null: commands are never confined. */
  readonly sandboxing: Sandboxing | null
  /** Returns a command line as it runs outside the sandbox, where git must start no program that the folder names. */
  readonly outsideLine: (command: string) => string
}

/** What a command inside the sandbox can use, bytes. */
export interface CommandLimits {
  /** Memory of their own that its processes have together. */
  readonly memory: number
  /** What it writes: in one file, and by how much the free space shrinks while it runs. */
  readonly written: number
}

/** The sandbox of this machine, and how far the commands of each agent are confined in it. */
export interface Sandboxing {
  readonly sandbox: Sandbox
  readonly levelOf: SandboxLevelOf
  /** Missing: no turn is limited. */
  readonly limitsOf?: TurnLimitsOf
  /** Whether commands inside may reach hosts that the rules or the user allow. False: they have no network. */
  readonly asksForHosts: () => boolean
  /** For tests: smaller limits of commands. */
  readonly limits?: CommandLimits
  /** For tests: which addresses are public, and how names are looked up. */
  readonly proxy?: Pick<ProxyOptions, 'isPermitted' | 'lookup'>
}

export interface AgentPath extends ResolvedPath {
  /** The agent's folder. */
  readonly folder: string
  /** Why the path is protected, for the user. */
  readonly protectedAs?: string
  readonly wideFolder?: WideFolder
  readonly link?: ToolLink
  /** It is a complete output of the agent's tree, which is read as a file of the folder and cannot be written. */
  readonly isOutput?: true
}

/**
 * Resolves a path from a model or the user, relative to the agent's folder. Fails for complete outputs of other trees of
 * agents, and for the folder of all of them. `use`: what will be done with the file.
 */
export async function agentPath(
  context: PathPlaces,
  agentId: AgentId,
  path: string,
  use: 'read' | 'write' = 'read',
): Promise<AgentPath | { readonly ok: false; readonly message: string }> {
  const folder = await context.folderOf(agentId)
  if (!folder.ok) return { ok: false, message: folder.error.message }
  noteAgentFolder(folder.value)
  const resolved = await resolvePath(folder.value, path)
  if (!resolved.ok) return resolved
  const { places } = context
  const given = resolve(folder.value, fromHome(path))
  const output = await outputAccess([given, resolved.path], { ...context, agentId })
  if (output !== null && !output.ok) return output
  const asked = protectedAs(given, places)
  const written = use === 'write' ? writeProtectedAs(resolved.path, places) : null
  const what = asked ?? (await reallyProtectedAs(resolved.path, places)) ?? written
  const wide = await (context.wideFolder?.(folder.value) ?? wideFolder(folder.value, places.homeDirectory))
  return {
    ...resolved,
    ...(output !== null && { isInFolder: true, isOutput: true }),
    folder: folder.value,
    ...defined({
      protectedAs: what ?? undefined,
      wideFolder: wide ?? undefined,
      link: resolved.path !== resolved.asked ? { given: path, target: resolved.path } : undefined,
    }),
  }
}

/** Returns the facts about a call on one path that the policy needs. */
export function pathFacts({ path, isInFolder, protectedAs, wideFolder, link }: AgentPath) {
  return {
    subject: path,
    paths: [path],
    isInFolder,
    ...defined({ protectedAs, wideFolder, link }),
  }
}

/** Returns whether the path is read without approval if there is no rule. */
export function isReadSilently({ isInFolder, protectedAs, wideFolder }: AgentPath): boolean {
  return isInFolder && protectedAs === undefined && wideFolder === undefined
}

/** Null: not a wide folder. A folder above the home directory also contains it. */
export async function wideFolder(folder: string, homeDirectory: string): Promise<WideFolder | null> {
  const real = async (path: string): Promise<string> => realpath(path).catch(() => path)
  const [work, home] = await Promise.all([real(folder), real(homeDirectory)])
  if (work === dirname(work)) return 'root'
  return isInside(work, home) ? 'home' : null
}

interface ResolvedPath {
  readonly ok: true
  /** Absolute path with every symlink resolved; its last parts may not exist yet. */
  readonly path: string
  /** Absolute path as requested; differs from `path` if it contains a link. */
  readonly asked: string
  /** True for the folder itself and everything inside it. */
  readonly isInFolder: boolean
}

type ResolveResult = ResolvedPath | { readonly ok: false; readonly message: string }

/** Only the folder itself must exist. */
const NO_FOLDER = { ENOENT: "the agent's folder does not exist" }

/** Same limit as in Linux. */
const MAX_LINKS = 40

/**
 * Resolves a path relative to the folder, including `..` and symlinks, before any policy checks it. A link whose target
 * does not exist resolves to that target, because writing to the link would create it.
 */
async function resolvePath(folder: string, path: string): Promise<ResolveResult> {
  if (path.includes('\0')) {
    return {
      ok: false,
      message: `${JSON.stringify(path)} contains a NUL character, which no path can. Send it without.`,
    }
  }
  try {
    const realFolder = await realpath(folder)
    const asked = resolve(realFolder, fromHome(path))
    const real = await realTarget(asked, MAX_LINKS)
    return { ok: true, path: real, asked, isInFolder: isInside(realFolder, real) }
  } catch (error) {
    return { ok: false, message: `${path}: ${systemReason(error, NO_FOLDER)}` }
  }
}

function fromHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

async function realTarget(path: string, links: number): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT' || links === 0) throw error
  }
  const target = await danglingTarget(path)
  if (target !== null) return realTarget(target, links - 1)
  return join(await realTarget(dirname(path), links), basename(path))
}

/** Returns the missing target of a link; null: there is no link. */
async function danglingTarget(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : null
}

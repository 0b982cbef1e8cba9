import { constants, lstat, open, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { FolderFiles } from '../../core/ports/content-ports.ts'
import { isInside } from '../is-inside.ts'
import { protectedAs } from './protected-paths.ts'
import { ripgrepPath } from './ripgrep.ts'
import { runProcess } from './run-process.ts'
import { pathProblem } from './system-error.ts'
import { type PathPlaces, type AgentPath, agentPath, isReadSilently, type ToolContext } from './tool-context.ts'
import { isSameFile, unmovedIdentity } from './unmoved-path.ts'

interface FolderContext extends PathPlaces {
  readonly environment: ToolContext['environment']
}

/** Longest list of files. */
const MAX_FILES = 50_000
const TIMEOUT_MS = 10_000
const MAX_PROCESSES = 8
/** How much of a file is read at a time, bytes. */
const STEP = 256 * 1024

/** Hidden files too, but nothing of git; `.gitignore` counts in folders that are no repositories as well. */
const LISTING = ['--no-config', '--color=never', '--files', '--hidden', '--no-require-git', '--glob=!.git', '--null']

/** Reads the files in agents' folders for the user, under the rules that hold for tools which read without asking. */
export function createFolderFiles(context: FolderContext): FolderFiles {
  return {
    async list(agentId, signal = new AbortController().signal) {
      const folder = await silentPath(context, agentId, '.')
      return folder.ok ? listFiles(folder.value.path, signal, context) : folder
    },
    async sizes(agentId, paths) {
      const folder = await context.folderOf(agentId)
      if (!folder.ok) return folder
      return ok(await Promise.all(paths.map((path) => sizeOf(join(folder.value, path)))))
    },
    async open(agentId, path, read) {
      const resolved = await silentPath(context, agentId, path)
      return resolved.ok ? readFile(resolved.value.path, read) : resolved
    },
  }
}

/** Resolves a path that is read without asking; REFUSED if it is not. */
async function silentPath(context: FolderContext, agentId: AgentId, path: string): Promise<Result<AgentPath>> {
  const resolved = await agentPath(context, agentId, path)
  if (!resolved.ok) return refuse(resolved.message)
  if (isReadSilently(resolved)) return ok(resolved)
  if (resolved.wideFolder !== undefined) {
    return refuse('The working folder is larger than a project. Choose another one to complete files in it.')
  }
  const reason = resolved.protectedAs ?? 'outside of the working folder'
  return refuse(`${path} is ${reason}. Attach it with the paperclip.`)
}

async function listFiles(
  folder: string,
  signal: AbortSignal,
  context: FolderContext,
): Promise<Result<readonly string[]>> {
  const decoder = new TextDecoder()
  const paths: string[] = []
  let begun = ''
  let problems = ''
  const end = await runProcess({
    reaches: 'nothing',
    command: ripgrepPath(),
    args: [...LISTING, '--sortr=modified'],
    cwd: folder,
    env: context.environment,
    timeoutMs: TIMEOUT_MS,
    signal,
    maxProcesses: MAX_PROCESSES,
    onStdout: (chunk) => {
      const parts = (begun + decoder.decode(chunk, { stream: true })).split('\0')
      begun = parts.pop() ?? ''
      for (const path of parts) if (isListed(join(folder, path), context)) paths.push(slashed(path))
      return Promise.resolve(paths.length < MAX_FILES)
    },
    onStderr: (chunk) => {
      if (problems === '') problems = chunk.toString('utf8')
      return Promise.resolve(true)
    },
  })
  // The exit code is 1 if there are no files, and 2 if a folder could not be read.
  const isComplete = end.type === 'exited' || (end.type === 'stopped' && end.reason === 'too_much_output')
  if (isComplete && (paths.length > 0 || problems === '')) return ok(paths.slice(0, MAX_FILES))
  return refuse(`The files of ${folder} could not be listed. ${problems}`.trim())
}

function isListed(path: string, { places }: FolderContext): boolean {
  return protectedAs(path, places) === null && !isInside(places.openFolder, path)
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/')
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isFile() === true ? found.size : null
}

async function readFile<T>(
  path: string,
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<Result<T>>,
): Promise<Result<T>> {
  let file: FileHandle | null = null
  try {
    // Opening a pipe without a writer would block. The path is resolved, so a link was created afterwards.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const decided = await unmovedIdentity(path)
    if (decided === null || !isSameFile(decided, await file.stat({ bigint: true }))) {
      return refuse(`${path} was replaced while it was opened. Attach it again.`)
    }
    if (!(await file.stat()).isFile()) return refuse(`${path} is not a file.`)
    return await read(piecesOf(file))
  } catch (error) {
    return refuse(pathProblem(path, error))
  } finally {
    await file?.close()
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(STEP), 0, STEP)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

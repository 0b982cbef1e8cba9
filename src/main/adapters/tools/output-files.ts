import { lstat, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import { WHOLE_PREFIX, type WholeOutputs } from '../../core/ports/content-ports.ts'
import type { RemoveOutputs } from '../../core/ports/redaction-ports.ts'
import type { OldOutputs, OutputFile } from '../../core/ports/room-ports.ts'
import { makeFolder } from '../../make-folder.ts'
import { isOwnPath } from '../own-path.ts'
import { outputPrefix } from './output-collector.ts'

/** Deletes files that `OutputCollector` wrote into this folder for calls of the given agents. */
export function createRemoveOutputs(outputDirectory: string): RemoveOutputs {
  return async (paths, agents) => {
    const own = await Promise.all(paths.map((path) => ownOutput(resolve(path), agents, outputDirectory)))
    const kept = await Promise.all(own.flat().map(async (path) => ((await isRemoved(path)) ? [] : [path])))
    return kept.flat()
  }
}

/** Returns the path if its file may be deleted. */
async function ownOutput(
  path: string,
  agents: ReadonlySet<AgentId>,
  outputDirectory: string,
): Promise<readonly string[]> {
  const name = basename(path)
  if (![...agents].some((agentId) => name.startsWith(outputPrefix(agentId)))) return []
  const folder = await realpath(dirname(path)).catch(() => null)
  return folder !== null && (await isOwnPath(outputDirectory, join(folder, name), 1)) ? [path] : []
}

async function isRemoved(path: string): Promise<boolean> {
  try {
    const facts = await lstat(path).catch(() => null)
    if (facts?.isDirectory() === true) return false
    await rm(path, { force: true })
    return true
  } catch {
    return false
  }
}

/** Finds and deletes files that `OutputCollector` wrote into this folder, by the time of their last change. */
export function createOldOutputs(outputDirectory: string): OldOutputs {
  return {
    async find(before) {
      const entries = await readdir(outputDirectory, { withFileTypes: true }).catch(() => [])
      const found: OutputFile[] = []
      for (const entry of entries) {
        if (!entry.isFile() || !entry.name.endsWith('.txt')) continue
        const facts = await lstat(join(outputDirectory, entry.name)).catch(() => null)
        if (facts !== null && facts.mtimeMs < before) found.push({ name: entry.name, bytes: facts.size })
      }
      return found
    },
    async remove(files) {
      const removed: OutputFile[] = []
      for (const file of files) {
        const isGone = await rm(join(outputDirectory, file.name)).then(
          () => true,
          () => false,
        )
        if (isGone) removed.push(file)
      }
      return removed
    },
  }
}

/** Keeps the whole of shortened texts beside the outputs of tools, in this folder. */
export function createWholeOutputs(folder: string): WholeOutputs {
  return {
    folder,
    async keep(name, text) {
      try {
        makeFolder(folder, { mode: 0o700 })
        await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' })
        return true
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'EEXIST'
      }
    },
    async removeAll() {
      const names = await readdir(folder).catch(() => [])
      const own = names.filter((name) => name.startsWith(WHOLE_PREFIX))
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
    },
  }
}

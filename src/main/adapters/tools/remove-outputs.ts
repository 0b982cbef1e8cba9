import { lstat, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import type { RemoveOutputs } from '../../core/ports/redaction-ports.ts'
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

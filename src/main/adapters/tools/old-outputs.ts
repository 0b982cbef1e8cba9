import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { AgentId } from '../../../shared/ids.ts'
import type { OldOutputs, OutputFile } from '../../core/ports/room-ports.ts'
import { outputPrefix } from './output-collector.ts'

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

/** Most files that a confined command is shown. Each takes time at its start. */
const MAX_SHOWN = 50

/** Returns the newest complete outputs of an agent's own calls, as absolute paths. */
export async function outputsOf(agentId: AgentId, outputDirectory: string): Promise<readonly string[]> {
  const names = await readdir(outputDirectory).catch(() => [])
  const own = names.filter((name) => name.startsWith(outputPrefix(agentId)) && name.endsWith('.txt'))
  if (own.length <= MAX_SHOWN) return own.map((name) => join(outputDirectory, name))
  const dated = await Promise.all(
    own.map(async (name) => {
      const path = join(outputDirectory, name)
      return { path, at: (await lstat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  return dated
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_SHOWN)
    .map(({ path }) => path)
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { AgentWorktree } from '../../../shared/agent-worktree.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { findRepository } from './find-repository.ts'
import { isSafePath } from './safe-path.ts'

/** As `Worktrees.differing`. */
export async function differingFiles(
  { directory, parentFolder }: AgentWorktree,
  paths: readonly string[],
): Promise<Result<readonly string[]>> {
  const top = (await findRepository(parentFolder))?.top
  const found: string[] = []
  for (const path of paths) {
    const isSame = top !== undefined && isSafePath(path) && (await isSameFile(join(top, path), join(directory, path)))
    if (!isSame) found.push(path)
  }
  return ok(found)
}

/** Of two regular files; the contents are not held in memory. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(async (path) => lstat(path).catch(() => null)))
  if (first?.isFile() !== true || second?.isFile() !== true || first.size !== second.size) return false
  const [left, right] = await Promise.all([hashOf(one), hashOf(other)])
  return left === right
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

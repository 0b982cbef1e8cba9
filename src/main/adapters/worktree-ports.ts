import { readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, relative, sep } from 'node:path'

import { z } from 'zod'

import { makeFolder } from '../make-folder.ts'
import { isInside } from './is-inside.ts'

/** How many ports a worktree has. */
const COUNT = 10
/** Below the ports that systems give to programs that ask for any. */
const [FIRST, LAST] = [20_000, 29_999]

const claimSchema = z.object({ first: z.number().int().min(FIRST).max(LAST) })

/** Ports that follow each other, both ends included. */
interface PortRange {
  readonly first: number
  readonly last: number
}

const rangeFrom = (first: number): PortRange => ({ first, last: first + COUNT - 1 })

/** Where the ports of a worktree are noted: beside it, where no command of its agent can write. */
const noteOf = (directory: string): string => `${directory}.ports`
const claimsIn = (worktrees: string): string => join(worktrees, '.ports')

/**
 * Gives a worktree ports of its own that nobody uses now, in all processes with the same data directory. Null: none is
 * free. `worktrees`: the folder of all worktrees, `directory`: `worktrees/REPOSITORY/NAME`.
 */
export async function claimPorts(worktrees: string, directory: string): Promise<PortRange | null> {
  makeFolder(claimsIn(worktrees), { mode: 0o700 })
  for (let first = FIRST; first < LAST; first += COUNT) {
    const claim = join(claimsIn(worktrees), String(first))
    if (!(await claimed(claim, directory))) continue
    if (await areFree(first)) {
      await writeFile(noteOf(directory), JSON.stringify({ first }), { mode: 0o600 })
      return rangeFrom(first)
    }
    await rm(claim, { force: true })
  }
  return null
}

/** Takes the ports back from a worktree that is removed. */
export async function releasePorts(worktrees: string, directory: string): Promise<void> {
  const first = await firstPort(directory)
  await rm(noteOf(directory), { force: true })
  if (first === null) return
  const claim = join(claimsIn(worktrees), String(first))
  if ((await readFile(claim, 'utf8').catch(() => null)) === directory) await rm(claim, { force: true })
}

/** Returns the variables that name the ports of the worktree that a folder is in; none outside of worktrees. `folder`: absolute, symlinks resolved. */
export async function portVariables(worktrees: string, folder: string): Promise<Readonly<Record<string, string>>> {
  const all = await realpath(worktrees).catch(() => worktrees)
  if (!isInside(all, folder)) return {}
  const [repository, name] = relative(all, folder).split(sep)
  if (repository === undefined || name === undefined) return {}
  const claimed = await firstPort(join(all, repository, name))
  if (claimed === null) return {}
  const { first, last } = rangeFrom(claimed)
  return { PORT: String(first), IKIGAI_PORTS: `${first}-${last}` }
}

async function firstPort(directory: string): Promise<number | null> {
  const text = await readFile(noteOf(directory), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return claimSchema.parse(JSON.parse(text)).first
  } catch {
    return null
  }
}

/** Whether this process got the claim: the file system lets one process make the file. */
function claimed(claim: string, directory: string): Promise<boolean> {
  return writeFile(claim, directory, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    () => false,
  )
}

async function areFree(from: number): Promise<boolean> {
  const { first, last } = rangeFrom(from)
  for (let port = first; port <= last; port += 1) if (!(await isFree(port))) return false
  return true
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

import { accessSync, chmodSync, chownSync, constants, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { runToEnd } from '../../start-process.ts'

/** The user that runs the server; null: our own user. PostgreSQL refuses to run as root. */
export type RunAs = { readonly uid: number; readonly gid: number } | null

const OWN_USER = 'ikigai'

/**
 * For root: the owner of an existing cluster, otherwise `postgres`, otherwise a system user `ikigai`, which is created
 * if necessary.
 */
export function chooseRunAs(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return null
  return ownerOf(cluster) ?? findUser('postgres') ?? findUser(OWN_USER) ?? makeUser()
}

/** Spawn options for a process of that user. */
export function spawnIdentity(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }
}

/** Makes the server's user the owner of a file or directory and sets exactly this mode. */
export function changeOwner(path: string, mode: number, runAs: RunAs): void {
  chmodSync(path, mode)
  if (runAs !== null) chownSync(path, runAs.uid, runAs.gid)
}

/** Returns whether that user can enter the directory, which includes every directory above it. */
export function canEnter(directory: string, runAs: RunAs): boolean {
  if (runAs === null || canReach(directory, runAs)) return true
  const answer = runToEnd('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...spawnIdentity(runAs), cwd: '/' })
  return answer.status === 0
}

/**
 * Whether the modes of a file or directory and of all above it let that user enter or run it. False also where something else
 * decides (a link, access by other groups): then a process of that user has to try, which takes ten times as long.
 */
export function canReach(path: string, runAs: RunAs): boolean {
  try {
    if (realpathSync(path) !== path) return false
    if (runAs === null) {
      accessSync(path, constants.X_OK)
      return true
    }
    for (let at = path; ; at = dirname(at)) {
      const { uid, gid, mode } = statSync(at)
      const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
      if (at === dirname(at)) return true
    }
  } catch {
    return false
  }
}

/** Lets the server's group traverse a directory that root owns, and nothing more. */
export function grantTraversal(directory: string, runAs: RunAs): void {
  const found = statSync(directory)
  if (runAs === null || found.uid !== 0 || (found.mode & 0o001) !== 0) return
  chownSync(directory, 0, runAs.gid)
  chmodSync(directory, (found.mode & 0o700) | 0o010)
}

function ownerOf(path: string): RunAs {
  try {
    const { uid, gid } = statSync(path)
    return uid === 0 ? null : { uid, gid }
  } catch {
    return null
  }
}

function findUser(name: string): RunAs {
  const [uid, gid] = ['-u', '-g'].map((option) => runToEnd('id', [option, name]))
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

function makeUser(): RunAs {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
  ]
  runToEnd('useradd', [...options, OWN_USER])
  const made = findUser(OWN_USER)
  if (made === null) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user `postgres` or `ikigai` to run it as. Create one (`useradd --system ikigai`), start ikigai as an ordinary user, or set DATABASE_URL.',
    )
  }
  return made
}

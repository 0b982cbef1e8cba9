import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'
import { changeOwner } from './run-as.ts'
import { makeFolder } from '../../../make-folder.ts'

/** All paths of one embedded server. All but the socket are inside `home`. */
export interface ServerPaths {
  readonly home: string
  readonly cluster: string
  readonly password: string
  readonly log: string
  /** The named pipe that every engine on this server holds open. */
  readonly engines: string
  readonly startLock: string
  /** Private, and short enough for the name of a socket. */
  readonly socketDirectory: string
}

/** The whole path of a socket is limited to about 100 bytes; `/.s.PGSQL.5432.lock` is appended to the directory. */
const MAX_SOCKET_DIRECTORY = 80

export function serverPaths(dataDirectory: string): ServerPaths {
  const home = join(dataDirectory, 'postgres')
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    log: join(home, 'server.log'),
    engines: join(home, 'engines'),
    startLock: join(dataDirectory, 'postgres.lock'),
    socketDirectory: socketDirectory(home),
  }
}

function socketDirectory(home: string): string {
  const own = join(home, 'run')
  if (Buffer.byteLength(own) <= MAX_SOCKET_DIRECTORY) return own
  const name = `ikigai-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
  const runtime = process.env['XDG_RUNTIME_DIR']
  if (runtime && process.getuid?.() !== 0 && Buffer.byteLength(runtime) < 60) return join(runtime, name)
  const temporary = tmpdir()
  return join(Buffer.byteLength(temporary) < 60 ? temporary : '/tmp', name)
}

/** Creates the directory of the socket. If it exists, checks that we own it, because every user can write to /tmp. */
export function makeSocketDirectory(path: string, runAs: RunAs): void {
  makeFolder(path, { mode: 0o700 })
  const found = lstatSync(path)
  const owners = [process.getuid?.(), runAs?.uid]
  if (!found.isDirectory() || (process.platform !== 'win32' && !owners.includes(found.uid))) {
    throw new Error(`${path} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`)
  }
  changeOwner(path, 0o700, runAs)
}

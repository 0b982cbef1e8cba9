import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../../../core/ports/system-ports.ts'
import type { RunAs } from './run-as.ts'
import { canEnter, chooseRunAs, grantTraversal } from './run-as.ts'
import type { ServerPaths } from './server-paths.ts'
import { serverPaths } from './server-paths.ts'
import { folderProblem, makeFolder } from '../../../make-folder.ts'

/** Where root keeps files that an unprivileged server must reach. */
const ROOT_DATA = '/var/lib/ikigai'

/**
 * Chooses the server's directory and its user. If we are root, the server's user must be able to enter the data
 * directory: its group is given access if that is enough. A data directory below a closed folder is refused, unless an
 * earlier version has put its database into /var/lib/ikigai. Throws if it is refused.
 */
export async function chooseServerLocation(
  dataDirectory: string,
  logger: Logger,
): Promise<{ readonly paths: ServerPaths; readonly runAs: RunAs }> {
  const problem = folderProblem(dataDirectory, 'IKIGAI_DATA_DIR')
  if (problem !== null) throw new Error(problem)
  const wanted = serverPaths(realpathSync(dataDirectory))
  const runAs = chooseRunAs(wanted.cluster)
  if (canEnter(dataDirectory, runAs)) return { paths: wanted, runAs }
  grantTraversal(dataDirectory, runAs)
  if (canEnter(dataDirectory, runAs)) return { paths: wanted, runAs }
  return useFallbackDirectory(realpathSync(dataDirectory), logger)
}

async function useFallbackDirectory(
  dataDirectory: string,
  logger: Logger,
): Promise<{ paths: ServerPaths; runAs: RunAs }> {
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)
  const other = join(ROOT_DATA, `data-${name}`)
  if (!existsSync(serverPaths(other).cluster)) {
    throw new Error(
      `PostgreSQL does not run as root, and its user cannot enter ${dataDirectory}, because a folder above is closed to other users. Set IKIGAI_DATA_DIR to a folder that every user can enter, such as ${ROOT_DATA}, set DATABASE_URL, or start ikigai as an ordinary user.`,
    )
  }
  makeFolder(other, { mode: 0o755 })
  logger.warn(
    `The database of ${dataDirectory} is in ${other}: PostgreSQL does not run as root, and its user cannot enter`,
  )
  const paths = serverPaths(other)
  const runAs = chooseRunAs(paths.cluster)
  grantTraversal(other, runAs)
  if (!canEnter(other, runAs)) {
    throw new Error(
      `The database's user can enter neither ${dataDirectory} nor ${other}. Set IKIGAI_DATA_DIR or DATABASE_URL.`,
    )
  }
  return { paths, runAs }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeSocketDirectory } from './server-paths.ts'
import type { ServerRunner } from './server-runner.ts'
import { serverCommand } from './server-runner.ts'
import type { Membership } from './watchdog.ts'
import { acquireServer, releaseServer, startWatched } from './watchdog.ts'

/** Only a part of the socket's name: the server does not listen on the network. */
const SOCKET_PORT = 5432

/**
 * For Linux and macOS: a unix socket in a private directory, and a watchdog that stops the server after the last
 * engine.
 */
export function posixRunner(): ServerRunner {
  let membership: Membership | null = null
  const leave = (): void => {
    if (membership !== null) releaseServer(membership)
    membership = null
  }
  return {
    async start(plan) {
      leave()
      const { paths, runAs } = plan
      makeSocketDirectory(paths.socketDirectory, runAs)
      for (const suffix of ['', '.lock']) {
        rmSync(join(paths.socketDirectory, `.s.PGSQL.${SOCKET_PORT}${suffix}`), { force: true })
      }
      const listening = [
        'listen_addresses=',
        `port=${SOCKET_PORT}`,
        `unix_socket_directories=${quoted(paths.socketDirectory)}`,
        'unix_socket_permissions=0700',
      ]
      const command = serverCommand(plan, listening)
      const started = await startWatched({ pipe: paths.engines, log: paths.log, directory: paths.home, command, runAs })
      membership = started.membership
      return { ended: started.ended }
    },
    join({ paths }) {
      const joined = acquireServer(paths.engines)
      leave()
      membership = joined
      return joined !== null
    },
    leave,
    host: ({ paths }) => paths.socketDirectory,
    stop: (pid, hard) => signal(pid, hard ? 'SIGQUIT' : 'SIGINT'),
  }
}

/** Quotes a path, because the setting is a list: a name with a comma or a space needs quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

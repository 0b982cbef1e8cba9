import type { Sql } from 'postgres'
import { run } from './statements.ts'

/** Name under which the server lists the connection of a session's commits. */
export function commitConnectionName(sessionId: number): string {
  return `ikigai commits ${sessionId}`
}

/**
 * Ends the server's side of the connection of a session's commits, which must not be in use. The server can still be
 * carrying out a commit after its connection was lost. True: it has ended, so that each commit is either recorded or
 * never will be. False: not yet, ask again.
 */
export async function endCommits(client: Sql, sessionId: number): Promise<boolean> {
  const name = commitConnectionName(sessionId)
  const left = await run(client)`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${name} and datname = current_database()`
  return left.length === 0
}

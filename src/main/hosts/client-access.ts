import type { BrowserSession } from '../../shared/contract/sessions.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import { confirmed, type Confirmation } from './confirmation.ts'

/** The browser sessions from the point of view of one connection. */
export interface ClientSessions {
  /** Last used first; null: the host serves no browsers. */
  list(): Promise<readonly BrowserSession[] | null>
  end(id: string): Promise<void>
}

/** What the host, not the engine, decides about a connection. */
export interface ClientAccess {
  readonly confirmation: Confirmation
  readonly sessions: ClientSessions
}

/** The sessions of a host without browsers. */
export const NO_BROWSERS: ClientSessions = { list: async () => null, end: async () => undefined }

/**
 * Ends a session, or all but the connection's own (`id` is null), and returns how many. Without a confirmation, a
 * connection ends only its own session: a stolen one must not be able to lock the others out.
 */
export async function endSessions(
  { confirmation, sessions }: ClientAccess,
  id: string | null,
): Promise<Result<number>> {
  const all = (await sessions.list()) ?? []
  const chosen = all.filter((session) => (id === null ? !session.isThis : session.id === id))
  if (chosen.length === 0) return id === null ? ok(0) : refuse('This session has already ended.')
  const isOwn = chosen.every(({ isThis }) => isThis)
  // The user agent is not printed: the client chooses that text, and the terminal would show it.
  const description = id === null ? 'end all other browser sessions' : `end the browser session ${id}`
  return confirmed(confirmation, isOwn ? null : { description, isAlone: true }, async () => {
    for (const session of chosen) await sessions.end(session.id)
    return ok(chosen.length)
  })
}

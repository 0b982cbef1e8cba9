import { and, asc, eq, isNull } from 'drizzle-orm'
import type { MailStore } from '../../core/ports.ts'
import type { Database } from './database-clients.ts'
import { mail } from './schema.ts'
import { attempt } from './storage-error.ts'

/** What waits for an agent. Mail is sent and read by commits, together with the events that say so. */
export function createMailStore(database: Database): MailStore {
  return {
    unread: (agentId) =>
      attempt(async () => {
        const rows = await database
          .select()
          .from(mail)
          .where(and(eq(mail.toAgent, agentId), isNull(mail.readAt)))
          .orderBy(asc(mail.id))
        return rows.map(({ id, fromAgent: from, toAgent: to, content, sentAt }) => ({
          id,
          from,
          to,
          content,
          sentAt: sentAt.toISOString(),
        }))
      }),
  }
}

import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Mail, MailStore } from '../../core/ports/log-ports.ts'
import type { Database } from './database-clients.ts'
import { mail } from './schema/prompts.ts'
import { toResult } from './storage-error.ts'

/** No index covers the sender of mail: only this many newest mails are searched, which covers the whole minute. */
const NEWEST = 1_000

/** Reads mail. Commits write mail and mark it as read, together with the events that record it. */
export function createMailStore(database: Database): MailStore {
  return {
    unread: (agentId) =>
      toResult(async () => {
        const rows = await database
          .select()
          .from(mail)
          .where(and(eq(mail.toAgent, agentId), isNull(mail.readAt)))
          .orderBy(asc(mail.id))
        return rows.map(toMail)
      }),
    sentBy: (agentId, withinMs) =>
      toResult(async () => {
        const newest = database.select().from(mail).orderBy(desc(mail.id)).limit(NEWEST).as('newest')
        const isRecent = sql`${newest.sentAt} > clock_timestamp() - make_interval(secs => ${withinMs / 1_000})`
        const rows = await database
          .select()
          .from(newest)
          .where(and(eq(newest.fromAgent, agentId), isRecent))
        return rows.map(toMail)
      }),
  }
}

function toMail({ id, fromAgent: from, toAgent: to, content, sentAt }: typeof mail.$inferSelect): Mail {
  return { id, from, to, content, sentAt }
}

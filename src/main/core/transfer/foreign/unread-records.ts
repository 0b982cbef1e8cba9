import type { SourceDocument } from '../../ports/foreign-ports.ts'
import type { ForeignSession } from './foreign-tree.ts'
import { SessionDraft } from './session-draft.ts'

const NOT_KNOWN = 'not written by a known tool'

/** The records of a source that no reader recognised, as a session without messages. */
export function unreadRecords(source: SourceDocument): ForeignSession {
  const draft = new SessionDraft('claude-code', 'unread')
  const keep = (place: string, raw: string): void => draft.keep(draft.record({ place, raw }), NOT_KNOWN)
  if (source.form === 'lines') for (const { place, raw } of source.lines) keep(place, raw)
  else if (source.form === 'json') keep('value', source.raw)
  else {
    for (const [table, rows] of Object.entries(source.tables)) {
      for (const row of rows) keep(table, JSON.stringify(row))
    }
  }
  return draft.finish()
}

import { type ForeignReport, type KeptRecords, keptCount, type SessionReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import styles from './transfer-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.transfer.report

/** What became of every record of the imported sessions. */
export function ImportReport({ report: { sessions, unread } }: { readonly report: ForeignReport }) {
  return (
    <ul className={styles.report} aria-label={words.label}>
      {sessions.map((session) => (
        <SessionItem key={`${session.source} ${session.session}`} session={session} />
      ))}
      {unread.map(({ source, reason }) => (
        <li key={`${source} ${reason}`}>{words.unread({ source, reason })}</li>
      ))}
    </ul>
  )
}

function SessionItem({ session }: { readonly session: SessionReport }) {
  const { kept, notes } = session
  return (
    <li>
      <p className={styles.sessionName}>
        {words.session({
          tool: foreignToolLabel(session.tool),
          session: session.name === '' ? session.session : session.name,
        })}
      </p>
      <p className={styles.facts}>{outcomeOf(session)}</p>
      {kept.length + notes.length > 0 && (
        <Disclosure summary={words.kept({ records: keptCount(kept) })}>
          <ul className={styles.reasons}>
            {kept.map((group) => (
              <li key={group.reason}>{groupWords(group)}</li>
            ))}
            {notes.map((group) => (
              <li key={group.reason}>{words.onlyRaw({ records: groupWords(group) })}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function outcomeOf({ problem, known, records, events, agents, files, asEvents }: SessionReport): string {
  if (problem !== undefined) return words.notImported({ reason: problem })
  if (known === records && events === 0) return words.nothingNew({ records })
  // Every agent of a session is a branch of it.
  const versions = agents.length
  const parts = [known === 0 ? words.versions({ versions }) : words.newVersions({ versions }), words.events({ events })]
  if (files > 0) parts.push(words.files({ files }))
  const facts = { made: parts.join(', '), records, asEvents }
  return known === 0 ? words.made(facts) : words.madeMore({ ...facts, known })
}

function groupWords({ reason, count, places }: KeptRecords): string {
  const named = count > places.length ? [...places, '…'] : places
  return words.group({ reason, records: count, places: named.join(', ') })
}

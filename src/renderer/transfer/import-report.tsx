import { type ForeignReport, type KeptRecords, keptCount, type SessionReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { formatCount } from '../parts/format-figures.ts'
import { counted } from '../../shared/counted.ts'
import styles from './transfer-dialog.module.css'

/** What became of every record of the imported sessions. */
export function ImportReport({ report: { sessions, unread } }: { readonly report: ForeignReport }) {
  return (
    <ul className={styles.report} aria-label="Report">
      {sessions.map((session) => (
        <SessionItem key={`${session.source} ${session.session}`} session={session} />
      ))}
      {unread.map(({ source, reason }) => (
        <li key={`${source} ${reason}`}>
          {source}: not imported. {reason}
        </li>
      ))}
    </ul>
  )
}

function SessionItem({ session }: { readonly session: SessionReport }) {
  const { kept, notes } = session
  return (
    <li>
      <p className={styles.sessionName}>
        {foreignToolLabel(session.tool)}: {session.name === '' ? session.session : session.name}
      </p>
      <p className={styles.facts}>{outcomeOf(session)}</p>
      {kept.length + notes.length > 0 && (
        <Disclosure summary={`${counted(keptCount(kept), 'record')} kept aside`}>
          <ul className={styles.reasons}>
            {kept.map((group) => (
              <li key={group.reason}>{groupWords(group)}</li>
            ))}
            {notes.map((group) => (
              <li key={group.reason}>Only in the raw record: {groupWords(group)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function outcomeOf({ problem, known, records, events, agents, files, asEvents }: SessionReport): string {
  if (problem !== undefined) return `Not imported. ${problem}`
  if (known === records && events === 0) return `Nothing new in ${counted(records, 'record')}.`
  const made = [counted(agents.length, 'agent'), counted(events, 'event')]
  if (files > 0) made.push(counted(files, 'file'))
  const before = known === 0 ? '' : `${formatCount(known)} imported before, `
  return `${made.join(', ')}. Of ${counted(records, 'record')}: ${before}${formatCount(asEvents)} as events.`
}

function groupWords({ reason, count, places }: KeptRecords): string {
  return `${reason}: ${formatCount(count)} (${places.join(', ')}${count > places.length ? ', …' : ''})`
}

import { counted } from '../../shared/counted.ts'
import { byteWords } from '../../shared/attachment.ts'
import { type ForeignReport, type KeptRecords, keptCount, type SessionReport } from '../../shared/foreign-report.ts'
import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { FoundSession } from '../../shared/found-session.ts'
import { shortAgentId } from '../../shared/ids.ts'
import type { SourceList } from '../../shared/session-import.ts'
import { textTable } from './text-table.ts'

/** What an import of sessions of other tools did, for people. */
export function reportText({ sessions, unread }: ForeignReport): string {
  const lines = [
    ...sessions.flatMap(sessionLines),
    ...unread.map(({ source, reason }) => `${printable(source)}: not imported. ${reason}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function sessionLines(session: SessionReport): readonly string[] {
  const { tool, name, records, known, asEvents, events, files, kept, notes, agents, problem } = session
  const title = `${foreignToolLabel(tool)}: ${name === '' ? printable(session.session) : name}`
  if (problem !== undefined) return [`${title}: not imported. ${problem}`]
  if (known === records && events === 0) return [`${title}: nothing new in ${counted(records, 'record')}.`]
  const first = agents[0] === undefined ? '' : `; \`ikigai log ${shortAgentId(agents[0])}\` shows the first`
  const facts = [
    counted(agents.length, 'agent'),
    counted(events, 'event'),
    ...(files > 0 ? [counted(files, 'file')] : []),
  ]
  const account = [
    ...(known > 0 ? [`${known} imported before`] : []),
    `${asEvents} as events`,
    `${keptCount(kept)} kept aside`,
  ]
  return [
    `${title}: ${facts.join(', ')}${first}.`,
    `  Of ${counted(records, 'record')}: ${account.join(', ')}.`,
    ...kept.map((group) => `  Kept aside: ${groupText(group)}`),
    ...notes.map((group) => `  Only in the raw record: ${groupText(group)}`),
  ]
}

function groupText({ reason, count, places }: KeptRecords): string {
  return `${reason}: ${count} (${places.join(', ')}${count > places.length ? ', …' : ''})`
}

const COLUMNS = [
  { heading: 'CHANGED', align: 'left' },
  { heading: 'TOOL', align: 'left' },
  { heading: 'SIZE', align: 'right' },
  { heading: 'IMPORTED', align: 'left' },
  { heading: 'FOLDER', align: 'left' },
  { heading: 'NAME', align: 'left' },
] as const

/** The sessions on this machine, and after them the paths to give to `ikigai import`. */
export function foundText(found: readonly FoundSession[]): string {
  if (found.length === 0) return 'No session of another tool was found on this machine.\n'
  const rows = found.map((session) => [
    session.changedAt.slice(0, 16).replace('T', ' '),
    foreignToolLabel(session.tool),
    byteWords(session.bytes),
    session.imported ? 'yes' : 'no',
    printable(session.folder ?? ''),
    session.name === '' ? printable(session.session) : session.name,
  ])
  const paths = [...new Set(found.map(({ path }) => path))]
  return [...textTable(COLUMNS, rows), '', 'Import one with `ikigai import PATH`:', ...paths]
    .map((line) => `${line}\n`)
    .join('')
}

const LISTED_COLUMNS = [
  { heading: 'LAST', align: 'left' },
  { heading: 'TOOL', align: 'left' },
  { heading: 'MESSAGES', align: 'right' },
  { heading: 'IMPORTED', align: 'left' },
  { heading: 'ID', align: 'left' },
  { heading: 'NAME', align: 'left' },
] as const

/** The sessions of a path, with the ids for `--session`, and the files without any. */
export function listedText({ sessions, unread }: SourceList): string {
  const rows = sessions.map(({ lastAt, tool, messages, imported, session, name }) => [
    lastAt?.slice(0, 16).replace('T', ' ') ?? '',
    foreignToolLabel(tool),
    String(messages),
    imported ? 'yes' : 'no',
    printable(session),
    printable(name),
  ])
  const others = unread.map(({ source, reason }) => `${printable(source)}: no session. ${reason}`)
  return [...(rows.length === 0 ? [] : textTable(LISTED_COLUMNS, rows)), ...others].map((line) => `${line}\n`).join('')
}

/** A name from a file: controls become visible. */
function printable(name: string): string {
  return name.replaceAll(/[^\x20-\x7e\u00a1-\uffff]/g, '?')
}

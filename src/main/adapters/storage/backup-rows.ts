import { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'
import { exactTime } from '../../../shared/exact-time.ts'
import { unescapeCopied } from './copy-rows.ts'
import type { BackupRowReader, BackupRows } from '../../core/ports/backup-ports.ts'
import { toAgentRecord } from './agent-row.ts'
import { fileFactsOf } from './content-store.ts'
import { type EventRow, toEvents } from './event-row.ts'
import { decodeJson, unescapeText } from './lossless-text.ts'

/** A row by column. Null: the value is null. */
type CopiedRow = Readonly<Record<string, string | null>>

const LINE_END = 0x0a

/** Reads rows of a backup as the queries of an engine return them. */
export const backupRowReader: BackupRowReader = {
  agents: (rows) => copiedRows(rows).map((row) => toAgentRecord(agentJson(row), null)),
  events(rows, isWanted) {
    const wanted = copiedRows(rows).filter((row) => isWanted(text(row, 'agent_uuid')))
    return toEvents(wanted.map(eventRow))
  },
  mail: (rows) =>
    copiedRows(rows).map((row) => {
      const readAt = row['read_at'] ?? null
      return {
        id: Number(row['id']),
        from: text(row, 'from_agent'),
        to: text(row, 'to_agent'),
        content: unescapeText(text(row, 'content')),
        sentAt: exactTime(text(row, 'sent_at')),
        readAt: readAt === null ? null : exactTime(readAt),
      }
    }),
  file(rows) {
    const end = rows.body.indexOf(LINE_END)
    const [row = {}] = copiedRows({ ...rows, body: rows.body.subarray(0, end + 1) })
    return { facts: fileFactsOf(row), bytes: rows.body.subarray(end + 1) }
  },
}

function copiedRows({ columns, body }: BackupRows): readonly CopiedRow[] {
  const lines = Buffer.from(body).toString('utf8').split('\n')
  return lines.slice(0, -1).map((line) => {
    const values = line.split('\t').map(unescapeCopied)
    return Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
  })
}

function text(row: CopiedRow, column: string): string {
  return row[column] ?? ''
}

function eventRow(row: CopiedRow): EventRow {
  const { content = null, data = null, turn_id: turnId = null } = row
  return {
    id: Number(row['id']),
    sessionId: Number(row['session_id']),
    agentUuid: text(row, 'agent_uuid'),
    turnId,
    kind: text(row, 'kind'),
    content: content === null ? null : unescapeText(content),
    data: data === null ? null : decodeJson(data),
    createdAt: exactTime(text(row, 'created_at')),
  }
}

const TYPES: ReadonlyMap<string, string> = new Map(AGENT_COLUMN_LIST.map(({ name, type }) => [name, type]))

/** The row as `row_to_json` writes it. */
function agentJson(row: CopiedRow): string {
  const fields = Object.entries(row).map(([column, value]) => `${JSON.stringify(column)}:${jsonOf(column, value)}`)
  return `{${fields.join(',')}}`
}

function jsonOf(column: string, value: string | null): string {
  if (value === null) return 'null'
  const type = TYPES.get(column)
  if (type === 'uuid' || type === 'text') return JSON.stringify(value)
  if (type === 'timestamptz') return JSON.stringify(exactTime(value))
  if (type === 'boolean') return value === 't' ? 'true' : 'false'
  return value
}

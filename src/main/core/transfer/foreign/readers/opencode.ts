import { parseExactObject } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { choiceOf } from '../answer-parts.ts'
import type { ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { object, shown, text, timeOf } from '../values.ts'
import { addAnswer, fileIn, type Row, type Timed } from './opencode-answer.ts'

type Tables = Readonly<Record<string, readonly JsonObject[]>>

export function isOpencode(tables: Tables): boolean {
  return tables['session'] !== undefined && tables['message'] !== undefined && tables['part'] !== undefined
}

export function readOpencode(tables: Tables): readonly ForeignSession[] {
  const messages = Map.groupBy(tables['message'] ?? [], (row) => text(row['session_id']) ?? '')
  const parts = Map.groupBy(tables['part'] ?? [], (row) => text(row['message_id']) ?? '')
  const others = ['event', 'todo'].flatMap((name) => (tables[name] ?? []).map((row) => ({ name, row })))
  const sessions = (tables['session'] ?? []).map((row) => {
    const id = text(row['id']) ?? UNNAMED
    const own = others.filter(({ row: other }) => other['aggregate_id'] === id || other['session_id'] === id)
    return readSession(row, { id, messages: messages.get(id) ?? [], parts, others: own })
  })
  return [...sessions, ...strays(tables)]
}

/** Rows that belong to no session, as one without messages. */
function strays({ session = [], message = [], part = [], event = [], todo = [] }: Tables): readonly ForeignSession[] {
  const sessions = new Set(session.map((row) => row['id']))
  const messages = new Set(message.filter((row) => sessions.has(row['session_id'] ?? null)).map((row) => row['id']))
  const draft = new SessionDraft('opencode', 'rows without a session')
  const lost = [
    ...message.filter((row) => !sessions.has(row['session_id'] ?? null)),
    ...part.filter((row) => !messages.has(row['message_id'] ?? null)),
    ...event.filter((row) => !sessions.has(row['aggregate_id'] ?? null)),
    ...todo.filter((row) => !sessions.has(row['session_id'] ?? null)),
  ]
  for (const row of lost) draft.keep(rowRecord(draft, 'row', row), 'a row without a session or message')
  return lost.length === 0 ? [] : [draft.finish()]
}

interface Rows {
  readonly id: string
  readonly messages: readonly JsonObject[]
  readonly parts: ReadonlyMap<string, readonly JsonObject[]>
  readonly others: readonly { readonly name: string; readonly row: JsonObject }[]
}

function readSession(row: JsonObject, { id, messages, parts, others }: Rows): ForeignSession {
  const draft = new SessionDraft('opencode', id)
  draft.facts.name = text(row['title']) ?? undefined
  draft.facts.folder = text(row['directory']) ?? undefined
  draft.facts.parentId = text(row['parent_id']) ?? undefined
  const facts = rowRecord(draft, 'session', row)
  draft.keep(facts, 'facts about the session')
  for (const other of others) draft.keep(rowRecord(draft, other.name, other.row), `not read: ${other.name} table`)
  let node: number | null = null
  for (const message of byId(messages)) {
    const own = byId(parts.get(message.id) ?? []).map((part): Row => {
      return { record: rowRecord(draft, 'part', part.row), id: part.id, json: dataOf(part.row) }
    })
    const at = { record: rowRecord(draft, 'message', message.row), id: message.id, json: dataOf(message.row) }
    node = draft.node(node)
    addMessage(draft, node, { message: at, parts: own, row: message.row })
  }
  const hidden = text(object(parsed(row['revert']))['messageID'])
  if (hidden !== null && draft.has(hidden)) {
    draft.event(draft.node(node), {
      kind: 'rewind',
      key: `revert ${hidden}`,
      records: [facts],
      at: null,
      before: hidden,
    })
  }
  return draft.finish()
}

/** Ids are made so that they sort by time. A row without one comes first. */
function byId(rows: readonly JsonObject[]) {
  const named = rows.map((row, index) => ({ row, id: text(row['id']) ?? `import:${index}` }))
  return named.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}

function rowRecord(draft: SessionDraft, table: string, row: JsonObject): number {
  return draft.record({ place: `${table} ${shown(row['id'])}`, raw: JSON.stringify(row) })
}

function parsed(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? (parseExactObject(value) ?? undefined) : value
}

function dataOf(row: JsonObject): JsonObject {
  return object(parsed(row['data']))
}

interface Message {
  readonly message: Row
  readonly parts: readonly Row[]
  readonly row: JsonObject
}

function addMessage(draft: SessionDraft, node: number, { message, parts, row }: Message): void {
  const { json, record } = message
  const at = timeOf(object(json['time'])['created'], row['time_created'])
  if (json['role'] === 'user') return addPrompt(draft, node, { message, parts, at })
  if (json['role'] === 'assistant') return addAnswer(draft, node, { message, parts, at })
  for (const one of [record, ...parts.map((part) => part.record)])
    draft.keep(one, `a message of the role ${shown(json['role'])}`)
}

function addPrompt(draft: SessionDraft, node: number, { message, parts, at }: Timed): void {
  const words: string[] = []
  const files: ForeignFile[] = []
  const records = [message.record]
  const model = object(message.json['model'])
  draft.facts.choice = choiceOf(text(model['modelID']) ?? '') ?? draft.facts.choice
  for (const { record, json } of parts) {
    const file = json['type'] === 'file' ? fileIn(json) : null
    if (json['type'] === 'text') words.push(text(json['text']) ?? '')
    else if (file === null || typeof file === 'string') {
      draft.keep(record, file ?? `a part of the type ${shown(json['type'])}`)
      continue
    } else files.push(file)
    records.push(record)
  }
  const prompt = words.join('\n')
  if (prompt.trim() === '' && files.length === 0)
    return records.forEach((record) => draft.keep(record, 'an empty message'))
  const isInjected =
    parts.some(({ json }) => json['type'] === 'text') &&
    parts.every(({ json }) => json['type'] !== 'text' || json['synthetic'] === true)
  const injected = isInjected && { injected: true as const }
  draft.event(node, { kind: 'user', key: message.id, records, at, text: prompt, files, ...injected })
}

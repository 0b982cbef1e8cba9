import { exactText } from '../../../../../shared/exact-json.ts'
import { isJsonObject, type JsonObject } from '../../../../../shared/json.ts'
import { leaveSettings } from '../chat-messages.ts'
import type { ForeignSession } from '../foreign-tree.ts'
import { orderByParent } from '../order-by-parent.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { list, object, objects, text, timeOf } from '../values.ts'
import { addLobeMessage } from './lobechat-message.ts'

/** Everything, one topic, or an export of the time before its database. */
export function isLobeChat(value: JsonObject): boolean {
  const isAll = 'schemaHash' in value && Array.isArray(object(value['data'])['messages'])
  const isTopic = value['version'] === '2.0' && 'exportedAt' in value && Array.isArray(value['messages'])
  return isAll || isTopic || ('exportType' in value && isJsonObject(value['state']))
}

export function readLobeChat(value: JsonObject): readonly ForeignSession[] {
  if ('exportedAt' in value) return [readTopic(value)]
  const tables = 'exportType' in value ? object(value['state']) : object(value['data'])
  return readTables(tables)
}

function readTopic({ messages, ...head }: JsonObject): ForeignSession {
  const [first] = objects(messages)
  const id = text(first?.['topicId']) ?? text(first?.['id']) ?? UNNAMED
  const draft = new SessionDraft('lobechat', id)
  draft.facts.name = text(head['title']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: exactText(head) }), 'facts about the conversation')
  addMessages(draft, list(messages).map(object), new Map())
  return draft.finish()
}

/** Tables whose rows belong to conversations; all others may hold keys. */
const OWN = new Set(['messages', 'messagePlugins', 'topics', 'threads', 'sessions'])

function readTables(tables: JsonObject): readonly ForeignSession[] {
  const messages = objects(tables['messages']).toSorted(byTime)
  const plugins = new Map(objects(tables['messagePlugins']).map((row) => [text(row['id']) ?? '', row]))
  const titles = new Map([...objects(tables['sessions']), ...objects(tables['topics'])].map((row) => [row['id'], row]))
  const threads = new Map(objects(tables['threads']).map((row) => [text(row['id']) ?? '', row]))
  const left = Object.keys(tables).filter((name) => !OWN.has(name))
  const conversations = Map.groupBy(messages, conversationOf)
  const sessions = [...conversations].map(([id, own], index) => {
    const draft = new SessionDraft('lobechat', id)
    const row = titles.get(id.replace(/^session:/, ''))
    draft.facts.name = text(row?.['title']) ?? text(object(row?.['meta'])['title']) ?? undefined
    if (row !== undefined)
      draft.keep(draft.record({ place: 'facts', raw: exactText(row) }), 'facts about the conversation')
    if (index === 0) leaveSettings(draft, left)
    addMessages(draft, own, plugins, threads)
    return draft.finish()
  })
  return sessions.length > 0 ? sessions : [emptyExport(left)]
}

function emptyExport(left: readonly string[]): ForeignSession {
  const draft = new SessionDraft('lobechat', UNNAMED)
  leaveSettings(draft, left)
  return draft.finish()
}

/** Rows of a table have no order of their own. */
function byTime(a: JsonObject, b: JsonObject): number {
  const [before, after] = [timeOf(a['createdAt']) ?? '', timeOf(b['createdAt']) ?? '']
  return before < after ? -1 : before > after ? 1 : 0
}

function conversationOf(message: JsonObject): string {
  return text(message['topicId']) ?? `session:${text(message['sessionId']) ?? text(message['agentId']) ?? 'inbox'}`
}

/** A message that names none before it follows the one before it; the first of a thread follows the one it is about. */
function addMessages(
  draft: SessionDraft,
  messages: readonly JsonObject[],
  plugins: ReadonlyMap<string, JsonObject>,
  threads: ReadonlyMap<string, JsonObject> = new Map(),
): void {
  const ids = new Set<string>()
  const lastOf = new Map<string, string>()
  const linked = messages.flatMap((json, index) => {
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(json) })
    const id = text(json['id']) ?? `import:${record}`
    const thread = text(json['threadId']) ?? ''
    const source = text(threads.get(thread)?.['sourceMessageId'])
    const parent = text(json['parentId']) ?? lastOf.get(thread) ?? source
    if (ids.has(id)) {
      draft.keep(record, 'duplicate id')
      return []
    }
    ids.add(id)
    lastOf.set(thread, id)
    const plugin = plugins.get(id)
    const records = [record]
    if (plugin !== undefined)
      records.push(draft.record({ place: `plugin of message ${index + 1}`, raw: exactText(plugin) }))
    return [{ id, parent, records, json, plugin: plugin ?? object(json['plugin']) }]
  })
  for (const { item, parent } of orderByParent(linked)) {
    const node = draft.node(parent)
    addLobeMessage(draft, node, item)
    // Threads are asides.
    if (text(item.json['threadId']) === null && item.id === lastOf.get('')) draft.facts.active = node
  }
}

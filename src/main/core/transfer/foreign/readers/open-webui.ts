import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { callBlock, answerModel, openAiUsage, textBlock, thinkingBlock } from '../answer-parts.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import type { AnswerFacts, ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { fileOfUrl, readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { orderByParent } from '../order-by-parent.ts'
import { object, objects, shown, text, timeOf } from '../values.ts'
import { detailsIn } from './open-webui-details.ts'

interface Message {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly json: JsonObject
}

export function isOpenWebUi(value: JsonObject): boolean {
  return isJsonObject(object(object(value['chat'])['history'])['messages'])
}

export function readOpenWebUi(value: JsonObject): ForeignSession {
  const chat = object(value['chat'])
  const history = object(chat['history'])
  const draft = new SessionDraft('open-webui', text(value['id']) ?? UNNAMED)
  draft.facts.name = text(value['title']) ?? text(chat['title']) ?? undefined
  const { messages: own, ...historyHead } = history
  const head = { ...value, chat: { ...chat, history: historyHead, messages: null } }
  const facts = draft.record({ place: 'facts', raw: JSON.stringify(head) })
  const messages = Object.entries(object(own)).map(([id, message]) => readMessage(draft, id, message))
  const start = addSystem(draft, facts, text(object(chat['params'])['system']))
  const nodeOf = new Map<string, number>()
  const nodes: number[] = []
  for (const { item, parent } of orderByParent(messages)) {
    const node = draft.node(parent === null ? start : (nodes[parent] ?? null))
    nodes.push(node)
    nodeOf.set(item.id, node)
    addMessage(draft, node, item)
  }
  draft.facts.active = nodeOf.get(text(history['currentId']) ?? '')
  return draft.finish()
}

/** The system prompt stands before all messages. */
function addSystem(draft: SessionDraft, record: number, words: string | null): number | null {
  draft.keep(record, 'facts about the conversation')
  if (words === null) return null
  const node = draft.node(null)
  draft.event(node, { kind: 'system', key: 'system prompt', records: [record], at: null, text: words })
  return node
}

/** The children of a message change with every new answer: they are no part of its identity. */
function readMessage(draft: SessionDraft, id: string, value: JsonValue): Message {
  const json = object(value)
  const { childrenIds: _, ...lasting } = json
  const identity = JSON.stringify([id, lasting])
  const record = draft.record({ place: `message ${shown(id)}`, raw: JSON.stringify(value), identity })
  return { id, parent: text(json['parentId']), record, json }
}

function addMessage(draft: SessionDraft, node: number, { id, record, json }: Message): void {
  const { role } = json
  const at = timeOf(json['timestamp'])
  const attached = objects(json['files']).map((file) => fileIn(file))
  for (const file of attached) if (typeof file === 'string') draft.keep(record, file)
  const files = attached.filter((file) => typeof file !== 'string')
  if (role === 'assistant') return addAnswer(draft, node, { id, record, json, files })
  const { text: words, files: inText, others } = readParts(json['content'])
  for (const other of others) draft.keep(record, other)
  const all = [...files, ...inText]
  if (words.trim() === '' && all.length === 0) return draft.keep(record, 'an empty message')
  if (role === 'system') return draft.event(node, { kind: 'system', key: id, records: [record], at, text: words })
  if (role !== 'user') return draft.keep(record, `a message of the role ${shown(role)}`)
  draft.event(node, { kind: 'user', key: id, records: [record], at, text: words, files: all })
}

function fileIn(file: JsonObject): ForeignFile | string {
  const inner = object(file['file'])
  const content = text(object(inner['data'])['content'])
  const name = text(file['name']) ?? text(inner['filename'])
  if (content !== null) return { name: name ?? 'file.txt', text: content }
  const url = text(file['url'])
  return url === null ? `a file that is not in the export: ${shown(name ?? undefined)}` : fileOfUrl(url, name)
}

interface Answer {
  readonly id: string
  readonly record: number
  readonly json: JsonObject
  readonly files: readonly ForeignFile[]
}

/** `output` holds a whole answer with the results of its calls. */
function addAnswer(draft: SessionDraft, node: number, { id, record, json, files }: Answer): void {
  const at = timeOf(json['timestamp'])
  const facts: AnswerFacts = { ...answerModel(json['model']), ...openAiUsage(json['usage']) }
  const output = objects(json['output'])
  const items =
    output.length > 0
      ? output.map((item, index) => itemOf(draft, record, item, { index, facts, id }))
      : textItems(json, facts, id)
  addAnswerItems(draft, node, { id, records: [record], at, facts, files }, items)
}

interface Place {
  readonly id: string
  readonly index: number
  readonly facts: AnswerFacts
}

function itemOf(draft: SessionDraft, record: number, item: JsonObject, { id, index, facts }: Place): AnswerItem {
  const part = text(item['id']) ?? String(index)
  const { text: words } = readParts(item['content'] ?? item['summary'])
  const callId = text(item['call_id']) ?? `import:${id} ${part}`
  switch (item['type']) {
    case 'reasoning':
      return { block: { part, block: thinkingBlock('open-webui', words, facts) } }
    case 'message':
      return words === '' ? {} : { block: { part, block: textBlock(words) } }
    case 'function_call':
      return { block: { part, block: callBlock(callId, text(item['name']), item['arguments']) } }
    case 'function_call_output':
      return { result: { callId, words: item['output'] } }
    default:
      draft.keep(record, `an item of the type ${shown(item['type'])}`)
      return {}
  }
}

/** Older versions write thinking and calls into the text. */
function textItems(json: JsonObject, facts: AnswerFacts, id: string): readonly AnswerItem[] {
  const content = typeof json['content'] === 'string' ? json['content'] : readParts(json['content']).text
  return detailsIn(content).flatMap((found, index): readonly AnswerItem[] => {
    const part = `text ${index}`
    if (found.type !== 'call') {
      const block = found.type === 'text' ? textBlock(found.text) : thinkingBlock('open-webui', found.text, facts)
      return [{ block: { part, block } }]
    }
    const callId = found.id ?? `import:${id} ${index}`
    const call = { block: { part, block: callBlock(callId, found.name, found.input) } }
    return found.output === null ? [call] : [call, { result: { callId, words: found.output } }]
  })
}

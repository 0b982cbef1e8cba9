import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { callBlock, finishOf, answerModel, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { orderByParent } from '../order-by-parent.ts'
import { list, object, objects, shown, text, timeOf } from '../values.ts'

interface Node {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly message: JsonObject | null
}

/** A conversation of an export. A broken one has no `mapping`. */
export function isChatGpt(value: JsonObject): boolean {
  return isJsonObject(value['mapping']) || ('create_time' in value && 'title' in value && !('chat' in value))
}

export function readChatGpt(value: JsonObject): ForeignSession {
  const { mapping, ...head } = value
  const draft = new SessionDraft('chatgpt', text(value['conversation_id']) ?? text(value['id']) ?? UNNAMED)
  draft.facts.name = text(value['title']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the conversation')
  const nodes = Object.entries(object(mapping)).map(([id, node]) => readNode(draft, id, node))
  const nodeOf = new Map<string, number>()
  const calls = new Map<string, string>()
  for (const { item, parent } of orderByParent(nodes)) {
    const node = draft.node(parent)
    nodeOf.set(item.id, node)
    addMessage(draft, { ...item, node, calls })
  }
  draft.facts.active = nodeOf.get(text(value['current_node']) ?? '')
  return draft.finish()
}

/** The children of a node change with every new answer: they are no part of its identity. */
function readNode(draft: SessionDraft, id: string, node: JsonValue): Node {
  const { parent, message } = object(node)
  const raw = JSON.stringify(node)
  const record = draft.record({ place: `message ${shown(id)}`, raw, identity: JSON.stringify([id, parent, message]) })
  return { id, parent: text(parent), record, message: isJsonObject(message) ? message : null }
}

interface Entry extends Node {
  readonly node: number
  /** The open call of a tool, by the node that a result would follow. */
  readonly calls: Map<string, string>
}

function addMessage(draft: SessionDraft, entry: Entry): void {
  const { id, parent, record, message, calls } = entry
  const openCall = calls.get(parent ?? '')
  if (openCall !== undefined) calls.set(id, openCall)
  if (message === null) return draft.keep(record, 'a place without a message')
  const content = object(message['content'])
  const { role } = object(message['author'])
  const { words, files, others } = contentOf(content)
  for (const other of others) draft.keep(record, other)
  const base = { key: id, records: [record], at: timeOf(message['create_time']) }
  if (content['content_type'] === 'user_editable_context') {
    const instructions = [text(content['user_profile']), text(content['user_instructions'])].flatMap(
      (part) => part ?? [],
    )
    if (instructions.length === 0) return draft.keep(record, 'an empty message')
    return draft.event(entry.node, { ...base, kind: 'system', text: instructions.join('\n\n') })
  }
  if (role === 'assistant') return addAnswer(draft, entry, { message, words, files })
  if (words.trim() === '' && files.length === 0 && role !== 'tool') return draft.keep(record, 'an empty message')
  if (role === 'user') return draft.event(entry.node, { ...base, kind: 'user', text: words, files })
  if (role === 'system') return draft.event(entry.node, { ...base, kind: 'system', text: words })
  if (role !== 'tool') return draft.keep(record, `a message of the role ${shown(role)}`)
  const callId = openCall ?? `import:${id}`
  const name = text(object(message['author'])['name'])
  const isError = content['content_type'] === 'system_error'
  const named = name !== null && { name }
  draft.event(entry.node, { ...base, kind: 'tool_result', callId, text: words, files, isError, ...named })
}

interface Answer {
  readonly message: JsonObject
  readonly words: string
  readonly files: readonly ForeignFile[]
}

/** Calls have no ids: the results that follow one get its own. */
function addAnswer(draft: SessionDraft, { id, record, node, calls }: Entry, { message, words, files }: Answer): void {
  const content = object(message['content'])
  const metadata = object(message['metadata'])
  const facts: AnswerFacts = {
    ...answerModel(metadata['model_slug'], 'openai'),
    ...finishOf(object(metadata['finish_details'])['type']),
  }
  const recipient = text(message['recipient'])
  const isCall = recipient !== null && recipient !== 'all'
  const type = content['content_type']
  const isThought = type === 'thoughts' || type === 'reasoning_recap'
  if (words === '' && files.length === 0 && !isCall) return draft.keep(record, 'an empty message')
  if (isCall) calls.set(id, `call ${id}`)
  else calls.delete(id)
  const block = isCall
    ? callBlock(`call ${id}`, recipient, argumentsOf(words))
    : isThought
      ? thinkingBlock('chatgpt', words, facts)
      : textBlock(words)
  const blocks: readonly ForeignBlock[] = words === '' && !isCall ? [] : [{ part: 'content', block }]
  const at = timeOf(message['create_time'])
  draft.event(node, { kind: 'assistant', key: id, records: [record], at, blocks, files, facts })
}

/** The input of a call is JSON or a program. */
function argumentsOf(words: string): JsonValue {
  return words.trimStart().startsWith('{') ? words : { input: words }
}

function contentOf(content: JsonObject) {
  const thoughts = objects(content['thoughts']).map((thought) =>
    [text(thought['summary']), text(thought['content'])].flatMap((part) => part ?? []).join('\n\n'),
  )
  const words = [
    ...thoughts,
    ...[text(content['text']), text(content['result']), textOfRecap(content)].flatMap((part) => part ?? []),
  ]
  const files: ForeignFile[] = []
  const others: string[] = []
  for (const part of list(content['parts'])) {
    if (typeof part === 'string') words.push(part)
    else {
      const asset =
        text(object(part)['asset_pointer']) ?? text(object(object(part)['audio_asset_pointer'])['asset_pointer'])
      const spoken = text(object(part)['text'])
      if (spoken !== null) words.push(spoken)
      if (asset !== null) files.push({ name: nameOf(asset), asset: asset.replace(/^[a-z-]+:\/\//, '') })
      else if (spoken === null) others.push(`content of the type ${shown(object(part)['content_type'])}`)
    }
  }
  return { words: words.join('\n\n'), files, others }
}

function textOfRecap(content: JsonObject): string | null {
  return content['content_type'] === 'reasoning_recap' ? text(content['content']) : null
}

function nameOf(asset: string): string {
  return asset.slice(asset.lastIndexOf('/') + 1)
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import { answerModel, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignSession } from '../foreign-tree.ts'
import { orderByParent } from '../order-by-parent.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { object, objects, shown, text, timeOf } from '../values.ts'

/** Has a tree like an export of ChatGPT, but other names for its times. */
export function isDeepSeek(value: JsonObject): boolean {
  return isJsonObject(value['mapping']) && 'inserted_at' in value
}

/** A conversation of the export of chat.deepseek.com. */
export function readDeepSeek(value: JsonObject): ForeignSession {
  const { mapping, ...head } = value
  const draft = new SessionDraft('deepseek', text(value['id']) ?? UNNAMED)
  draft.facts.name = text(value['title']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the conversation')
  const nodes = Object.entries(object(mapping)).map(([id, node]) => readNode(draft, id, node))
  const isPrompt: boolean[] = []
  for (const { item, parent } of orderByParent(nodes)) {
    const node = draft.node(parent)
    const afterPrompt = parent !== null && isPrompt[parent] === true
    const isOwn = item.message !== null && isPromptOf(item.message, afterPrompt)
    // A place without a message, such as the root, changes nothing.
    isPrompt.push(item.message === null ? afterPrompt : isOwn)
    if (item.message === null) draft.keep(item.record, 'a place without a message')
    else if (isOwn) addPrompt(draft, node, item, item.message)
    else addAnswer(draft, node, item, item.message)
  }
  return draft.finish()
}

interface Node {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly message: JsonObject | null
}

/** The children of a node change with every new answer: they are no part of its identity. */
function readNode(draft: SessionDraft, id: string, node: JsonValue): Node {
  const { parent, message } = object(node)
  const raw = JSON.stringify(node)
  const record = draft.record({ place: `message ${shown(id)}`, raw, identity: JSON.stringify([id, parent, message]) })
  return { id, parent: text(parent), record, message: isJsonObject(message) ? message : null }
}

/** Messages have no role: their parts say whose they are; in older exports, what follows a prompt is its answer. */
function isPromptOf(message: JsonObject, afterPrompt: boolean): boolean {
  const types = objects(message['fragments']).map(({ type }) => type)
  if (types.includes('REQUEST')) return true
  return types.length === 0 && text(message['reasoning_content']) === null && !afterPrompt
}

function addPrompt(draft: SessionDraft, node: number, { id, record }: Node, message: JsonObject): void {
  for (const file of objects(message['files'])) {
    draft.keep(record, `a file that is not in the export: ${shown(file['file_name'] ?? file['name'])}`)
  }
  const words = partsOf(message)
    .flatMap(({ type, content }) => {
      if (type !== 'REQUEST') draft.keep(record, `content of the type ${shown(type)}`)
      return type === 'REQUEST' ? content : []
    })
    .join('\n')
  if (words.trim() === '') return draft.keep(record, 'an empty message')
  draft.event(node, {
    kind: 'user',
    key: id,
    records: [record],
    at: timeOf(message['inserted_at']),
    text: words,
    files: [],
  })
}

function addAnswer(draft: SessionDraft, node: number, { id, record }: Node, message: JsonObject): void {
  const facts: AnswerFacts = answerModel(message['model'], 'deepseek')
  const items = partsOf(message).map(({ type, content }, index): AnswerItem => {
    const part = String(index)
    if (type === 'THINK') return { block: { part, block: thinkingBlock('deepseek', content, facts) } }
    if (type === 'RESPONSE' || type === 'REQUEST') return { block: { part, block: textBlock(content) } }
    draft.keep(record, `content of the type ${shown(type)}`)
    return {}
  })
  if (message['search_results'] !== undefined && message['search_results'] !== null)
    draft.keep(record, 'search results')
  addAnswerItems(draft, node, { id, records: [record], at: timeOf(message['inserted_at']), facts }, items)
}

/** The parts of a message with text; those of older exports are two fields. */
function partsOf(message: JsonObject): readonly { readonly type: JsonValue; readonly content: string }[] {
  const fragments = objects(message['fragments'])
  if (fragments.length > 0) {
    return fragments.map(({ type = null, content }) => ({ type, content: text(content) ?? '' }))
  }
  const thought = text(message['reasoning_content'])
  const words = text(message['content'])
  return [
    ...(thought === null ? [] : [{ type: 'THINK', content: thought }]),
    ...(words === null ? [] : [{ type: 'REQUEST', content: words }]),
  ]
}

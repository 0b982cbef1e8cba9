import { isJsonObject, isValueTooDeep, type JsonObject, NESTED_TOO_DEEP } from '../../../../../shared/json.ts'
import { callBlock, finishOf, answerModel, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignSession } from '../foreign-tree.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { orderByParent } from '../order-by-parent.ts'
import { object, objects, shown, text, timeOf } from '../values.ts'

interface Message {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly json: JsonObject
}

export function isLibreChat(value: JsonObject): boolean {
  const own = objects(value['messages'])
  return 'conversationId' in value && (own.length === 0 || own.some((message) => 'messageId' in message))
}

export function readLibreChat(value: JsonObject): ForeignSession {
  const { messages: own, ...head } = value
  const draft = new SessionDraft('librechat', text(value['conversationId']) ?? UNNAMED)
  draft.facts.name = text(value['title']) ?? undefined
  const facts = draft.record({ place: 'facts', raw: JSON.stringify(head) })
  draft.keep(facts, 'facts about the conversation')
  const messages = readMessages(draft, objects(own))
  const start = addSystem(draft, facts, text(object(value['options'])['promptPrefix']))
  const nodes: number[] = []
  for (const { item, parent } of orderByParent(messages)) {
    const node = draft.node(parent === null ? start : (nodes[parent] ?? null))
    nodes.push(node)
    addMessage(draft, node, item)
  }
  return draft.finish()
}

function addSystem(draft: SessionDraft, record: number, words: string | null): number | null {
  if (words === null) return null
  const node = draft.node(null)
  draft.event(node, { kind: 'system', key: 'system prompt', records: [record], at: null, text: words })
  return node
}

/** Messages are nested in `children`, or a flat list. Without recursion: they may be nested 20,000 deep. */
function readMessages(draft: SessionDraft, own: readonly JsonObject[]): readonly Message[] {
  const messages: Message[] = []
  const ids = new Set<string>()
  const waiting = own.map((json) => ({ json, parent: text(json['parentMessageId']) })).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children, ...json } = next.json
    const isTooDeep = isValueTooDeep(json)
    const place = `message ${messages.length + 1}`
    const record = draft.record({
      place,
      raw: JSON.stringify(isTooDeep ? { messageId: json['messageId'] ?? null } : json),
    })
    const id = text(json['messageId']) ?? `import:${record}`
    if (ids.has(id)) draft.keep(record, 'duplicate id')
    else if (isTooDeep) draft.keep(record, NESTED_TOO_DEEP)
    else messages.push({ id, parent: next.parent, record, json })
    ids.add(id)
    waiting.push(
      ...objects(children)
        .map((child) => ({ json: child, parent: id }))
        .toReversed(),
    )
  }
  return messages
}

function addMessage(draft: SessionDraft, node: number, { id, record, json }: Message): void {
  const at = timeOf(json['createdAt'])
  if (json['isCreatedByUser'] !== true && json['sender'] !== 'User') return addAnswer(draft, node, { id, record, json })
  const content = objects(json['content'])
  const { text: words, files, others } = readParts(text(json['text']) ?? content)
  for (const other of others) draft.keep(record, other)
  for (const file of objects(json['files']))
    draft.keep(record, `a file that is not in the export: ${shown(file['filename'])}`)
  if (words.trim() === '' && files.length === 0) return draft.keep(record, 'an empty message')
  draft.event(node, { kind: 'user', key: id, records: [record], at, text: words, files })
}

function addAnswer(draft: SessionDraft, node: number, { id, record, json }: Omit<Message, 'parent'>): void {
  const at = timeOf(json['createdAt'])
  const facts: AnswerFacts = {
    ...answerModel(json['model'], text(json['endpoint'])?.toLowerCase() ?? null),
    ...finishOf(json['finish_reason']),
  }
  const parts = Array.isArray(json['content']) ? objects(json['content']) : []
  let blocks: ForeignBlock[] = []
  let events = 0
  const end = (): void => {
    if (blocks.length === 0) return
    const key = events === 0 ? id : `${id} ${events}`
    draft.event(node, { kind: 'assistant', key, records: [record], at, blocks, files: [], facts })
    events += 1
    blocks = []
  }
  for (const [index, part] of (parts.length > 0 ? parts : [{ type: 'text', text: json['text'] ?? '' }]).entries()) {
    const { block, output } = partOf(draft, record, part, { id: `${id} ${index}`, facts })
    if (block === null) continue
    blocks.push({ part: String(index), block })
    if (output === null || block.type !== 'tool_call') continue
    end()
    const result = { callId: block.id, text: output, files: [], isError: false }
    draft.event(node, { kind: 'tool_result', key: `${id} result ${index}`, records: [record], at, ...result })
  }
  end()
  if (events === 0) draft.keep(record, 'an empty message')
}

interface Place {
  readonly id: string
  readonly facts: AnswerFacts
}

function partOf(draft: SessionDraft, record: number, part: JsonObject, { id, facts }: Place) {
  const type = text(part['type']) ?? ''
  const inner = Object.hasOwn(part, type) ? part[type] : undefined
  const words = text(inner) ?? text(object(inner)['value']) ?? ''
  if (part['type'] === 'text') return { block: words === '' ? null : textBlock(words), output: null }
  if (part['type'] === 'think') return { block: thinkingBlock('librechat', words, facts), output: null }
  if (part['type'] === 'tool_call' && isJsonObject(inner)) {
    const made = object(inner['function'])
    const name = text(inner['name']) ?? text(made['name'])
    const block = callBlock(text(inner['id']) ?? `import:${id}`, name, inner['args'] ?? made['arguments'])
    const output = inner['output'] ?? made['output']
    return { block, output: typeof output === 'string' ? output : null }
  }
  draft.keep(record, `content of the type ${shown(part['type'])}`)
  return { block: null, output: null }
}

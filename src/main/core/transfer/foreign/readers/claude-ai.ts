import { exactText } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { answerModel } from '../answer-parts.ts'
import type { ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { messageBlocks } from '../message-blocks.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { orderByParent } from '../order-by-parent.ts'
import { list, object, objects, shown, text, timeOf } from '../values.ts'

interface Message {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly json: JsonObject
}

export function isClaudeAi(value: JsonObject): boolean {
  return Array.isArray(value['chat_messages'])
}

export function readClaudeAi(value: JsonObject): ForeignSession {
  const { chat_messages: own, ...head } = value
  const draft = new SessionDraft('claude-ai', text(value['uuid']) ?? UNNAMED)
  draft.facts.name = text(value['name']) ?? text(value['title']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the conversation')
  const messages = readMessages(draft, list(own))
  const nodeOf = new Map<string, number>()
  for (const { item, parent } of orderByParent(messages)) {
    const node = draft.node(parent)
    nodeOf.set(item.id, node)
    addMessage(draft, node, { ...item, facts: answerModel(item.json['model'] ?? value['model'], 'anthropic') })
  }
  const named = nodeOf.get(text(value['current_leaf_message_uuid']) ?? '')
  draft.facts.active = named ?? nodeOf.get(messages.at(-1)?.id ?? '')
  return draft.finish()
}

/** Older exports name no parents: each message follows the one before it, and a second answer stands beside the first. */
function readMessages(draft: SessionDraft, own: readonly JsonValue[]): readonly Message[] {
  const messages: Message[] = []
  const ids = new Set<string>()
  const isTree = objects(own).some((message) => typeof message['parent_message_uuid'] === 'string')
  for (const [index, value] of own.entries()) {
    const json = object(value)
    const id = text(json['uuid']) ?? `import:${index}`
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(value) })
    if (ids.has(id)) {
      draft.keep(record, 'duplicate id')
      continue
    }
    ids.add(id)
    const previous = messages.at(-1)
    const isSecond = previous?.json['sender'] === 'assistant' && json['sender'] === 'assistant'
    const before = (isSecond ? previous.parent : previous?.id) ?? null
    messages.push({ id, parent: isTree ? text(json['parent_message_uuid']) : before, record, json })
  }
  return messages
}

interface Entry extends Message {
  readonly facts: ReturnType<typeof answerModel>
}

function addMessage(draft: SessionDraft, node: number, { id, record, json, facts }: Entry): void {
  const { sender } = json
  const content = list(json['content'])
  const at = timeOf(json['created_at'])
  if (sender === 'assistant') return addAnswer(draft, node, { id, record, json, facts, parent: null })
  if (sender !== 'human') return draft.keep(record, `a message of the sender ${shown(sender)}`)
  const { text: words, files, others } = readParts(content.length > 0 ? content : json['text'])
  for (const other of others) draft.keep(record, other)
  const attached = objects(json['attachments']).flatMap((file) => attachmentIn(file))
  for (const file of [...objects(json['files']), ...objects(json['files_v2'])]) {
    draft.keep(record, `a file that is not in the export: ${shown(file['file_name'])}`)
  }
  const all = [...files, ...attached]
  if (words.trim() === '' && all.length === 0) return draft.keep(record, 'an empty message')
  draft.event(node, { kind: 'user', key: id, records: [record], at, text: words, files: all })
}

function attachmentIn(file: JsonObject): readonly ForeignFile[] {
  const content = text(file['extracted_content'])
  return content === null ? [] : [{ name: text(file['file_name']) ?? 'attachment.txt', text: content }]
}

/** One message holds the blocks, the results of calls and the blocks after them: each part is an event. */
function addAnswer(draft: SessionDraft, node: number, { id, record, json, facts }: Entry): void {
  const content = list(json['content'])
  const blocks: readonly JsonValue[] = content.length > 0 ? content : [json['text'] ?? '']
  const base = { records: [record], at: timeOf(json['created_at']) }
  let part: JsonValue[] = []
  const end = (): void => {
    if (part.length === 0) return
    const first = blocks.indexOf(part[0] ?? null)
    const key = first <= 0 ? id : `${id} ${first}`
    const read = messageBlocks(draft, { record, id: key }, part, facts)
    part = []
    if (read.isUsed)
      draft.event(node, { ...base, kind: 'assistant', key, blocks: read.blocks, files: read.files, facts })
  }
  for (const [index, block] of blocks.entries()) {
    const { type, tool_use_id: call, is_error: failed, content: output } = object(block)
    if (type !== 'tool_result') {
      part.push(block)
      continue
    }
    end()
    const { text: words, files, others } = readParts(output)
    for (const other of others) draft.keep(record, other)
    const key = `${id} ${index}`
    const result = { callId: text(call) ?? `import:${key}`, text: words, files, isError: failed === true }
    draft.event(node, { ...base, kind: 'tool_result', key, ...result })
  }
  end()
}

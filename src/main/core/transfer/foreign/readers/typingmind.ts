import { exactText } from '../../../../../shared/exact-json.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { addAnswerItems } from '../answer-items.ts'
import { answerModel, openAiUsage, textBlock } from '../answer-parts.ts'
import { addSaid, chatCalls, leaveSettings } from '../chat-messages.ts'
import type { ForeignSession } from '../foreign-tree.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { list, object, objects, text, timeOf } from '../values.ts'

export function isTypingMind(value: JsonObject): boolean {
  return objects(object(value['data'])['chats']).some((chat) => 'chatID' in chat)
}

/** An export of TypingMind: chats, and settings, which are left out. */
export function readTypingMind(value: JsonObject): readonly ForeignSession[] {
  const { chats, ...others } = object(value['data'])
  const settings = [...Object.keys(others), ...Object.keys(value).filter((name) => name !== 'data')]
  return list(chats).map((chat, index) => readChat(object(chat), index === 0 ? settings : []))
}

function readChat(chat: JsonObject, settings: readonly string[]): ForeignSession {
  const { messages, ...head } = chat
  const draft = new SessionDraft('typingmind', text(chat['chatID']) ?? UNNAMED)
  draft.facts.name = text(chat['chatTitle']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the conversation')
  leaveSettings(draft, settings)
  let node: number | null = null
  for (const [index, value] of list(messages).entries()) {
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(value) })
    node = draft.node(node)
    addMessage(draft, node, record, object(value), chat)
  }
  return draft.finish()
}

function addMessage(draft: SessionDraft, node: number, record: number, json: JsonObject, chat: JsonObject): void {
  const id = text(json['uuid']) ?? `import:${record}`
  const at = timeOf(json['createdAt'])
  const { role } = json
  const { text: words, files, others } = readParts(json['content'])
  for (const other of others) draft.keep(record, other)
  const base = { key: id, records: [record], at }
  if (role === 'assistant') {
    const model = json['model'] ?? chat['model']
    const facts = { ...answerModel(text(model) ?? object(model)['id']), ...openAiUsage(json['usage']) }
    const said = words === '' ? [] : [{ block: { part: 'text', block: textBlock(words) } }]
    const items = [...said, ...chatCalls('typingmind', id, json)]
    return addAnswerItems(draft, node, { id, records: [record], at, facts, files }, items)
  }
  if (role === 'tool') {
    const callId = text(json['tool_call_id']) ?? `import:${id}`
    return draft.event(node, { ...base, kind: 'tool_result', callId, text: words, files, isError: false })
  }
  addSaid(draft, node, { ...base, role, words, files })
}

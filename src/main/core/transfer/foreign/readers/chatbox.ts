import { exactText } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import { answerModel, callBlock, finishOf, textBlock, thinkingBlock, usageOf } from '../answer-parts.ts'
import { addSaid, leaveSettings } from '../chat-messages.ts'
import type { AnswerFacts, ForeignSession } from '../foreign-tree.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { count, list, object, objects, parseValue, shown, text, timeOf } from '../values.ts'

const SESSION = 'session:'
const OLD_SESSIONS = 'chat-sessions'

export function isChatbox(value: JsonObject): boolean {
  return '__exported_items' in value || 'chat-sessions-list' in value || OLD_SESSIONS in value
}

/** An export of Chatbox: the values of its storage by key. Those that are no sessions are left out. */
export function readChatbox(value: JsonObject): readonly ForeignSession[] {
  const sessions = Object.entries(value).flatMap(([key, stored]): readonly JsonObject[] => {
    if (key.startsWith(SESSION)) return [{ id: key.slice(SESSION.length), ...object(unpacked(stored)) }]
    return key === OLD_SESSIONS ? objects(unpacked(stored)) : []
  })
  const settings = Object.keys(value).filter((key) => !key.startsWith(SESSION) && key !== OLD_SESSIONS)
  const read = sessions.map((session, index) => readSession(session, index === 0 ? settings : []))
  if (read.length > 0) return read
  const draft = new SessionDraft('chatbox', UNNAMED)
  leaveSettings(draft, settings)
  return [draft.finish()]
}

/** Values may be JSON in a text. */
function unpacked(stored: JsonValue): JsonValue {
  return typeof stored === 'string' ? (parseValue(stored) ?? stored) : stored
}

function readSession(session: JsonObject, settings: readonly string[]): ForeignSession {
  const { messages, threads, messageForksHash, ...head } = session
  const draft = new SessionDraft('chatbox', text(session['id']) ?? UNNAMED)
  draft.facts.name = text(session['name']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: exactText(head) }), 'facts about the conversation')
  leaveSettings(draft, settings)
  const nodes = new Map<string, number>()
  for (const [index, thread] of objects(threads).entries()) {
    const { messages: own, ...facts } = thread
    const place = `thread ${index + 1}`
    draft.keep(draft.record({ place, raw: exactText(facts) }), 'facts about an earlier part of the conversation')
    addChain(draft, { place, messages: list(own), after: null, nodes })
  }
  draft.facts.active = addChain(draft, { place: 'conversation', messages: list(messages), after: null, nodes })
  for (const [id, fork] of Object.entries(object(messageForksHash))) {
    const { lists, ...facts } = object(fork)
    draft.keep(draft.record({ place: `versions of ${shown(id)}`, raw: exactText(facts) }), 'facts about versions')
    for (const [index, version] of objects(lists).entries()) {
      const place = `version ${index + 1} after ${shown(id)}`
      addChain(draft, { place, messages: list(version['messages']), after: nodes.get(id) ?? null, nodes })
    }
  }
  return draft.finish()
}

interface Chain {
  readonly place: string
  readonly messages: readonly JsonValue[]
  /** The node that the first message follows; null: it begins a conversation. */
  readonly after: number | null
  /** The nodes of messages, by their ids. */
  readonly nodes: Map<string, number>
}

/** Returns the last node; undefined: there are no messages. */
function addChain(draft: SessionDraft, { place, messages, after, nodes }: Chain): number | undefined {
  let node = after
  let last: number | undefined
  for (const [index, value] of messages.entries()) {
    const record = draft.record({ place: `${place}, message ${index + 1}`, raw: exactText(value) })
    const json = object(value)
    const id = text(json['id']) ?? `import:${record}`
    if (nodes.has(id)) {
      draft.keep(record, 'duplicate id')
      continue
    }
    node = draft.node(node)
    last = node
    nodes.set(id, node)
    addMessage(draft, node, { record, id, json })
  }
  return last
}

interface Message {
  readonly record: number
  readonly id: string
  readonly json: JsonObject
}

function addMessage(draft: SessionDraft, node: number, { record, id, json }: Message): void {
  const facts: AnswerFacts = {
    ...answerModel(json['model'], json['aiProvider']),
    ...usageIn(json),
    ...finishOf(json['finishReason']),
  }
  const items = itemsOf(draft, { record, id, json }, facts)
  for (const file of [...objects(json['files']), ...objects(json['links'])]) {
    draft.keep(record, `a file that is not in the export: ${shown(file['name'] ?? file['url'])}`)
  }
  if (text(json['error']) !== null) draft.keep(record, 'an error that the tool showed')
  const at = timeOf(json['timestamp'])
  if (json['isSummary'] === true) return draft.keep(record, 'a summary that the tool sends in place of older messages')
  const { role } = json
  if (role === 'assistant') return addAnswerItems(draft, node, { id, records: [record], at, facts }, items)
  const words = items.flatMap(({ block }) => (block?.block.type === 'text' ? [block.block.text] : [])).join('\n')
  addSaid(draft, node, { key: id, records: [record], at, role, words, files: [] })
}

function usageIn(json: JsonObject) {
  const usage = object(json['usage'])
  return usageOf({
    input: count(usage['inputTokens']),
    output: count(usage['outputTokens']),
    cached: count(usage['cachedInputTokens']),
    thinking: count(usage['reasoningTokens']),
  })
}

/** Older versions have one text, and thinking beside it. */
function itemsOf(draft: SessionDraft, { record, id, json }: Message, facts: AnswerFacts): readonly AnswerItem[] {
  const thought = text(json['reasoningContent'])
  const before =
    thought === null ? [] : [{ block: { part: 'thinking', block: thinkingBlock('chatbox', thought, facts) } }]
  const parts: readonly JsonObject[] = Array.isArray(json['contentParts'])
    ? objects(json['contentParts'])
    : [{ type: 'text', text: json['content'] ?? '' }]
  const items = parts.flatMap((part, index): readonly AnswerItem[] => {
    const name = String(index)
    const words = text(part['text']) ?? ''
    if (part['type'] === 'text') return words === '' ? [] : [{ block: { part: name, block: textBlock(words) } }]
    if (part['type'] === 'reasoning') return [{ block: { part: name, block: thinkingBlock('chatbox', words, facts) } }]
    if (part['type'] === 'tool-call') {
      const callId = text(part['toolCallId']) ?? `import:${id} ${name}`
      const block = { part: name, block: callBlock(callId, text(part['toolName']), part['args']) }
      if (part['state'] === 'call' || part['result'] === undefined) return [{ block }]
      const { result } = part
      const output = typeof result === 'string' || Array.isArray(result) ? result : exactText(result)
      return [{ block, result: { callId, words: output, isError: part['state'] === 'error' } }]
    }
    draft.keep(
      record,
      part['type'] === 'image'
        ? `a file that is not in the export: ${shown(part['storageKey'])}`
        : `content of the type ${shown(part['type'])}`,
    )
    return []
  })
  return [...before, ...items]
}

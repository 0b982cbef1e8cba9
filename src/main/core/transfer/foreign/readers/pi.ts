import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import {
  callBlock,
  choiceOf,
  finishOf,
  levelOf,
  answerModel,
  textBlock,
  thinkingBlock,
  usageOf,
  withCost,
} from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignSession } from '../foreign-tree.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import type { SourceLine } from '../../../ports/foreign-ports.ts'
import { orderByParent } from '../order-by-parent.ts'
import { count, list, object, shown, text, timeOf } from '../values.ts'
import { defined } from '../../../../../shared/defined.ts'

interface Entry {
  readonly id: string
  readonly parent: string | null
  readonly record: number
  readonly json: JsonObject
}

export function isPiLine(json: JsonObject): boolean {
  if (json['type'] === 'session') return typeof json['id'] === 'string' && 'cwd' in json
  return json['type'] === 'message' && !('sessionId' in json) && 'role' in object(json['message'])
}

export function readPi(lines: readonly SourceLine[]): readonly ForeignSession[] {
  const head = lines.find(({ json }) => json?.['type'] === 'session')?.json ?? {}
  const draft = new SessionDraft('pi', text(head['id']) ?? UNNAMED)
  draft.facts.folder = text(head['cwd']) ?? undefined
  const entries = readEntries(draft, lines)
  const nodeOf = new Map<string, number>()
  for (const { item, parent } of orderByParent(entries)) {
    const node = draft.node(parent)
    nodeOf.set(item.id, node)
    addEntry(draft, node, item)
  }
  for (const entry of entries) if (entry.json['type'] === 'label') addLabel(draft, entry, nodeOf)
  draft.facts.active = nodeOf.get(entries.at(-1)?.id ?? '')
  return [draft.finish()]
}

/** Entries of the first version have no ids: each follows the one before it. */
function readEntries(draft: SessionDraft, lines: readonly SourceLine[]): readonly Entry[] {
  const entries: Entry[] = []
  const ids = new Set<string>()
  for (const line of lines) {
    const record = draft.record(line)
    const { json } = line
    if (json === null) draft.keep(record, 'no JSON object')
    else if (json['type'] === 'session') draft.keep(record, 'facts about the session')
    else {
      const given = text(json['id'])
      const id = given ?? `import:${record}`
      if (ids.has(id)) draft.keep(record, 'duplicate id')
      else
        entries.push({
          id,
          parent: given === null ? (entries.at(-1)?.id ?? null) : text(json['parentId']),
          record,
          json,
        })
      ids.add(id)
    }
  }
  return entries
}

function addEntry(draft: SessionDraft, node: number, { id, record, json }: Entry): void {
  const at = timeOf(json['timestamp'], object(json['message'])['timestamp'])
  const base = { key: id, records: [record], at }
  switch (json['type']) {
    case 'message':
      return addMessage(draft, node, { ...base, message: object(json['message']) })
    case 'compaction': {
      const words = text(json['summary'])
      const keptFrom = text(json['firstKeptEntryId'])
      if (words === null) return draft.keep(record, 'a summary without text')
      return draft.event(node, {
        ...base,
        kind: 'summary',
        text: words,
        ...defined({ keptFrom: keptFrom ?? undefined }),
      })
    }
    case 'branch_summary':
      return addInjected(draft, node, { ...base, content: json['summary'] })
    case 'custom_message':
      return addInjected(draft, node, { ...base, content: json['content'] })
    case 'model_change':
    case 'thinking_level_change':
      return addChoice(draft, node, { ...base, json })
    case 'session_info':
      draft.facts.name = text(json['name']) ?? undefined
      return draft.keep(record, 'facts about the session')
    case 'label':
      return undefined
    default:
      return draft.keep(record, `not part of the conversation: ${shown(json['type'])}`)
  }
}

/** Entries of a choice name only what changes. */
function addChoice(
  draft: SessionDraft,
  node: number,
  { json, ...base }: Omit<MessageEntry, 'message'> & { readonly json: JsonObject },
): void {
  const before = draft.facts.choice
  const level = levelOf(json['thinkingLevel']) ?? before?.thinkingLevel
  const choice = choiceOf(text(json['modelId']) ?? before?.model ?? '', level)
  const [record = 0] = base.records
  if (choice === null) return draft.keep(record, 'a model that no provider is known for')
  draft.facts.choice = choice
  draft.event(node, { ...base, kind: 'model', choice })
}

interface MessageEntry {
  readonly key: string
  readonly records: readonly number[]
  readonly at: string | null
  readonly message: JsonObject
}

function addMessage(draft: SessionDraft, node: number, { message, ...base }: MessageEntry): void {
  const [record = 0] = base.records
  const { role, content } = message
  if (role === 'assistant') return addAnswer(draft, node, { message, ...base })
  if (role === 'custom') return addInjected(draft, node, { ...base, content })
  if (role === 'bashExecution') {
    if (message['excludeFromContext'] === true) return draft.keep(record, 'a command that no model saw')
    const words = `Ran \`${text(message['command']) ?? ''}\`\n\n${text(message['output']) ?? ''}`
    return addInjected(draft, node, { ...base, content: words })
  }
  if (role !== 'user' && role !== 'toolResult') return draft.keep(record, `a message of the role ${shown(role)}`)
  const { text: words, files, others } = readParts(content)
  for (const other of others) draft.keep(record, other)
  if (role === 'user') {
    if (words.trim() === '' && files.length === 0) return draft.keep(record, 'an empty message')
    return draft.event(node, { ...base, kind: 'user', text: words, files })
  }
  const callId = text(message['toolCallId']) ?? base.key
  const name = text(message['toolName'])
  const isError = message['isError'] === true
  const named = name !== null && { name }
  draft.event(node, { ...base, kind: 'tool_result', callId, text: words, files, isError, ...named })
}

function addAnswer(draft: SessionDraft, node: number, { message, ...base }: MessageEntry): void {
  const [record = 0] = base.records
  const facts: AnswerFacts = {
    ...answerModel(message['model'], message['provider']),
    ...piUsage(object(message['usage'])),
    ...finishOf(message['stopReason']),
  }
  const blocks = blocksOf(draft, record, message['content'], facts)
  if (blocks.length === 0) return draft.keep(record, 'an empty message')
  const stop = message['stopReason']
  const cut = stop === 'aborted' ? 'cancelled' : stop === 'error' ? 'error' : undefined
  draft.event(node, { ...base, kind: 'assistant', blocks, files: [], facts, ...defined({ cut }) })
}

function blocksOf(
  draft: SessionDraft,
  record: number,
  content: JsonValue | undefined,
  facts: AnswerFacts,
): readonly ForeignBlock[] {
  const items = typeof content === 'string' ? [content] : list(content)
  return items.flatMap((item, index): readonly ForeignBlock[] => {
    const part = String(index)
    const { type, ...given } = object(item)
    if (type === 'thinking') {
      const signature = text(given['thinkingSignature'])
      const signed = signature === null ? {} : { signature }
      return [{ part, block: thinkingBlock('pi', text(given['thinking']) ?? '', facts, signed) }]
    }
    if (type === 'toolCall') {
      const id = text(given['id']) ?? `import:${record} ${index}`
      return [{ part, block: callBlock(id, text(given['name']), given['arguments']) }]
    }
    const { text: words, others, files } = readParts([item])
    for (const other of others) draft.keep(record, other)
    if (files.length > 0) draft.keep(record, 'a picture of an answer')
    return words === '' ? [] : [{ part, block: textBlock(words) }]
  })
}

function piUsage(usage: JsonObject): AnswerFacts {
  const cached = count(usage['cacheRead'])
  const written = count(usage['cacheWrite']) ?? 0
  const fresh = count(usage['input'])
  const input = fresh === null ? null : fresh + (cached ?? 0) + written
  const writes = written > 0 && { written: { unknown: written } }
  const figures = usageOf({ input, output: count(usage['output']), cached, ...writes })
  return withCost(figures.usage, object(usage['cost'])['total'])
}

interface Injected {
  readonly key: string
  readonly records: readonly number[]
  readonly at: string | null
  readonly content: JsonValue | undefined
}

function addInjected(draft: SessionDraft, node: number, { content, ...base }: Injected): void {
  const { text: words, files, others } = readParts(content)
  const [record = 0] = base.records
  for (const other of others) draft.keep(record, other)
  if (words.trim() === '' && files.length === 0) return draft.keep(record, 'an empty message')
  draft.event(node, { ...base, kind: 'user', text: words, files, injected: true })
}

/** A label belongs to an earlier entry: the mark is put after that one. */
function addLabel(draft: SessionDraft, { id, record, json }: Entry, nodeOf: ReadonlyMap<string, number>): void {
  const node = nodeOf.get(text(json['targetId']) ?? '')
  const name = text(json['label'])
  if (node === undefined || name === null) return draft.keep(record, 'a label without an entry or a name')
  draft.event(node, { kind: 'mark', key: id, records: [record], at: timeOf(json['timestamp']), name })
}

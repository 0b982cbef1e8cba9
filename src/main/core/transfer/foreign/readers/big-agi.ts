import { exactText } from '../../../../../shared/exact-json.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { callBlock, finishOf, answerModel, textBlock, thinkingBlock, usageOf } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { count, list, object, objects, shown, text, timeOf } from '../values.ts'

export function isBigAgi(value: JsonObject): boolean {
  return 'systemPurposeId' in value || objects(value['messages']).some((message) => Array.isArray(message['fragments']))
}

export function readBigAgi(value: JsonObject): ForeignSession {
  const { messages: own, ...head } = value
  const draft = new SessionDraft('big-agi', text(value['id']) ?? UNNAMED)
  draft.facts.name = text(value['userTitle']) ?? text(value['autoTitle']) ?? undefined
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the conversation')
  let node: number | null = null
  for (const [index, message] of list(own).entries()) {
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(message) })
    node = draft.node(node)
    addMessage(draft, node, { record, json: object(message) })
  }
  return draft.finish()
}

interface AnswerContent {
  readonly blocks: ForeignBlock[]
  readonly files: ForeignFile[]
  readonly results: { readonly callId: string; readonly words: string; readonly isError: boolean }[]
}

function addMessage(draft: SessionDraft, node: number, { record, json }: { record: number; json: JsonObject }): void {
  const key = text(json['id']) ?? `import:${record}`
  const generator = object(json['generator'])
  const metrics = object(generator['metrics'])
  const facts: AnswerFacts = {
    ...answerModel(generator['name'] ?? json['originLLM']),
    ...usageOf({ input: count(metrics['TIn']), output: count(metrics['TOut']) }),
    ...finishOf(generator['tokenStopReason']),
  }
  const parts: AnswerContent = { blocks: [], files: [], results: [] }
  const fragments = objects(json['fragments'])
  for (const [index, fragment] of fragments.entries()) readFragment(draft, parts, { record, index, fragment, facts })
  const old = text(json['text'])
  if (fragments.length === 0 && old !== null) parts.blocks.push({ part: 'text', block: textBlock(old) })
  const words = parts.blocks.flatMap(({ block }) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  const base = { key, records: [record], at: timeOf(json['created']) }
  const { blocks, files, results } = parts
  if (blocks.length + files.length + results.length === 0) return draft.keep(record, 'an empty message')
  const { role } = json
  if (role === 'system') return draft.event(node, { ...base, kind: 'system', text: words })
  if (role === 'user') return draft.event(node, { ...base, kind: 'user', text: words, files })
  if (role !== 'assistant') return draft.keep(record, `a message of the role ${shown(role)}`)
  if (blocks.length + files.length > 0) draft.event(node, { ...base, kind: 'assistant', blocks, files, facts })
  for (const [index, { callId, words: output, isError }] of results.entries()) {
    const result = { callId, text: output, files: [], isError }
    draft.event(node, { ...base, key: `${key} result ${index}`, kind: 'tool_result', ...result })
  }
}

interface Fragment {
  readonly record: number
  readonly index: number
  readonly fragment: JsonObject
  readonly facts: AnswerFacts
}

function readFragment(draft: SessionDraft, parts: AnswerContent, { record, index, fragment, facts }: Fragment): void {
  const part = object(fragment['part'])
  const id = text(fragment['fId']) ?? String(index)
  const callId = text(part['id']) ?? `import:${record} ${id}`
  switch (part['pt']) {
    case 'text':
      return void parts.blocks.push({ part: id, block: textBlock(text(part['text']) ?? '') })
    case 'ma':
      return void parts.blocks.push({ part: id, block: thinkingBlock('big-agi', text(part['aText']) ?? '', facts) })
    case 'doc': {
      const content = text(object(part['data'])['text'])
      if (content === null) return draft.keep(record, 'a document without text')
      return void parts.files.push({ name: text(fragment['title']) ?? 'document.txt', text: content })
    }
    case 'tool_invocation': {
      const call = object(part['invocation'])
      return void parts.blocks.push({ part: id, block: callBlock(callId, text(call['name']), call['args']) })
    }
    case 'tool_response': {
      const response = object(part['response'])
      const words = text(response['result']) ?? exactText(response)
      return void parts.results.push({ callId, words, isError: part['error'] !== undefined && part['error'] !== false })
    }
    default:
      return draft.keep(record, `content of the type ${shown(part['pt'])}`)
  }
}

import type { JsonObject } from '../../../../../shared/json.ts'
import type { SourceLine } from '../../../ports/foreign-ports.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import { answerModel, callBlock, textBlock, thinkingBlock } from '../answer-parts.ts'
import type { AnswerFacts, ForeignFile, ForeignSession } from '../foreign-tree.ts'
import { fileOfUrl } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import { addSaid } from '../chat-messages.ts'
import { object, objects, shown, text, timeOf } from '../values.ts'

/** A line of `messages.jsonl`, or the thread that they belong to. */
export function isJanLine(json: JsonObject): boolean {
  return json['object'] === 'thread.message' || (json['object'] === 'thread' && 'id' in json)
}

/** A thread of Jan: the lines of `messages.jsonl`, after the object in the `thread.json` beside it, if there is one. */
export function readJan(lines: readonly SourceLine[]): readonly ForeignSession[] {
  const all = lines.flatMap(({ json }): readonly JsonObject[] => (json === null ? [] : [json]))
  const thread = all.find((json) => json['object'] === 'thread')
  const id = text(thread?.['id']) ?? all.flatMap((json) => text(json['thread_id']) ?? [])[0] ?? UNNAMED
  const draft = new SessionDraft('jan', id)
  draft.facts.name = text(thread?.['title']) ?? undefined
  const [assistant = {}] = objects(thread?.['assistants'])
  const model = text(object(thread?.['model'])['id']) ?? text(object(assistant['model'])['id'])
  let node: number | null = null
  for (const line of lines) {
    const record = draft.record(line)
    const { json } = line
    if (json === null) draft.keep(record, 'no JSON object')
    else if (json === thread) node = addThread(draft, record, text(assistant['instructions']))
    else if (json['object'] === 'thread.message') {
      node = draft.node(node)
      addMessage(draft, node, { record, json, model })
    } else draft.keep(record, `not part of the conversation: ${shown(json['object'])}`)
  }
  return [draft.finish()]
}

/** Returns the node of the system prompt; null: there is none. */
function addThread(draft: SessionDraft, record: number, instructions: string | null): number | null {
  draft.keep(record, 'facts about the conversation')
  if (instructions === null || instructions.trim() === '') return null
  const node = draft.node(null)
  draft.event(node, { kind: 'system', key: 'system prompt', records: [record], at: null, text: instructions })
  return node
}

interface Message {
  readonly record: number
  readonly json: JsonObject
  /** The thread's model, for answers that name none. */
  readonly model: string | null
}

function addMessage(draft: SessionDraft, node: number, { record, json, model }: Message): void {
  const id = text(json['id']) ?? `import:${record}`
  const at = timeOf(json['created_at'])
  const facts: AnswerFacts = answerModel(object(json['metadata'])['modelId'] ?? model)
  const files: ForeignFile[] = []
  const items = objects(json['content']).flatMap((part, index) =>
    itemsOf(draft, part, { record, id, index, facts, files }),
  )
  for (const file of objects(json['attachments'])) {
    draft.keep(record, `a file that is not in the export: ${shown(file['file_id'])}`)
  }
  const { role } = json
  const words = items.flatMap(({ block }) => (block?.block.type === 'text' ? [block.block.text] : [])).join('\n')
  const base = { key: id, records: [record], at }
  if (role === 'assistant') {
    const calls = callsOf(json, id)
    return addAnswerItems(draft, node, { id, records: [record], at, facts, files }, [...items, ...calls])
  }
  if (role === 'tool') {
    const callId = text(json['tool_call_id']) ?? `import:${id}`
    return draft.event(node, { ...base, kind: 'tool_result', callId, text: words, files, isError: false })
  }
  addSaid(draft, node, { ...base, role, words, files })
}

interface Part {
  readonly record: number
  readonly id: string
  readonly index: number
  readonly facts: AnswerFacts
  readonly files: ForeignFile[]
}

function itemsOf(
  draft: SessionDraft,
  json: JsonObject,
  { record, id, index, facts, files }: Part,
): readonly AnswerItem[] {
  const part = String(index)
  const words = text(object(json['text'])['value']) ?? text(json['text']) ?? ''
  switch (json['type']) {
    case 'text':
      return words === '' ? [] : [{ block: { part, block: textBlock(words) } }]
    case 'reasoning':
      return [{ block: { part, block: thinkingBlock('jan', words, facts) } }]
    case 'image_url': {
      const file = fileOfUrl(text(object(json['image_url'])['url']) ?? '', null)
      if (typeof file === 'string') draft.keep(record, file)
      else files.push(file)
      return []
    }
    case 'tool_call': {
      const callId = text(json['tool_call_id']) ?? `import:${id} ${part}`
      const name = text(json['tool_name'])
      const call = { block: { part, block: callBlock(callId, name, json['input']) } }
      return json['output'] === undefined ? [call] : [call, { result: { callId, words: outputOf(json) } }]
    }
    default:
      draft.keep(record, `content of the type ${shown(json['type'])}`)
      return []
  }
}

function outputOf({ output }: JsonObject) {
  return typeof output === 'string' || Array.isArray(output) ? output : JSON.stringify(output)
}

/** Calls that are beside the content, each with its response. */
function callsOf(json: JsonObject, id: string): readonly AnswerItem[] {
  return objects(object(json['metadata'])['tool_calls']).flatMap((entry, index) => {
    const tool = object(entry['tool'] ?? entry)
    const made = object(tool['function'])
    const callId = text(tool['id']) ?? `import:${id} call ${index}`
    const call = { block: { part: `call ${index}`, block: callBlock(callId, text(made['name']), made['arguments']) } }
    const response = object(entry['response'])
    const words = response['content'] ?? response['error']
    if (words === undefined) return [call]
    const isError = text(response['error']) !== null && response['error'] !== ''
    return [call, { result: { callId, words, isError } }]
  })
}

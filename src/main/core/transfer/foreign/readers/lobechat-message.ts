import type { JsonObject } from '../../../../../shared/json.ts'
import { addAnswerItems, type AnswerItem } from '../answer-items.ts'
import { answerModel, callBlock, textBlock, thinkingBlock, usageOf } from '../answer-parts.ts'
import type { AnswerFacts, ForeignFile } from '../foreign-tree.ts'
import { fileOfUrl, readParts } from '../read-parts.ts'
import type { SessionDraft } from '../session-draft.ts'
import { addSaid } from '../chat-messages.ts'
import { count, list, object, objects, shown, text, timeOf } from '../values.ts'

interface LobeMessage {
  readonly id: string
  /** Of the message and of the row beside it. */
  readonly records: readonly number[]
  readonly json: JsonObject
  /** What is said about the call of a result. */
  readonly plugin: JsonObject
}

/** Adds a message of LobeChat to a node. */
export function addLobeMessage(draft: SessionDraft, node: number, { id, records, json, plugin }: LobeMessage): void {
  const keep = (reason: string): void => records.forEach((record) => draft.keep(record, reason))
  const at = timeOf(json['createdAt'])
  const { text: words, files: inText, others } = readParts(json['content'])
  others.forEach(keep)
  const files = [...inText, ...filesIn(json, keep)]
  if (json['error'] !== undefined && json['error'] !== null) keep('an error that the tool showed')
  const base = { key: id, records, at }
  const { role } = json
  if (role === 'assistant') return addLobeAnswer(draft, node, { id, records, json, plugin }, words, files)
  if (role === 'tool') {
    const callId = text(json['tool_call_id']) ?? text(plugin['toolCallId']) ?? `import:${id}`
    const isError = json['pluginError'] !== undefined && json['pluginError'] !== null
    return draft.event(node, { ...base, kind: 'tool_result', callId, text: words, files, isError })
  }
  addSaid(draft, node, { ...base, role, words, files })
}

function addLobeAnswer(
  draft: SessionDraft,
  node: number,
  { id, records, json }: LobeMessage,
  words: string,
  files: readonly ForeignFile[],
): void {
  const extra = object(json['extra'])
  const figures = object(json['usage'] ?? object(json['metadata'])['usage'] ?? json['metadata'])
  const facts: AnswerFacts = {
    ...answerModel(json['model'] ?? extra['fromModel'], json['provider'] ?? extra['fromProvider']),
    ...usageOf({ input: count(figures['totalInputTokens']), output: count(figures['totalOutputTokens']) }),
  }
  const thought = text(object(json['reasoning'])['content']) ?? text(json['reasoning'])
  // What was there before an answer failed at its first word.
  const said = words === '' || (words === '...' && json['error'] !== undefined) ? null : words
  const items: readonly AnswerItem[] = [
    ...(thought === null ? [] : [{ block: { part: 'thinking', block: thinkingBlock('lobechat', thought, facts) } }]),
    ...(said === null ? [] : [{ block: { part: 'text', block: textBlock(said) } }]),
    ...objects(json['tools']).map((call, index) => {
      const callId = text(call['id']) ?? `import:${id} ${index}`
      const names = [text(call['identifier']), text(call['apiName'])].flatMap((name) => name ?? [])
      return { block: { part: `call ${index}`, block: callBlock(callId, names.join('__') || null, call['arguments']) } }
    }),
  ]
  const answer = { id, records, at: timeOf(json['createdAt']), facts, files }
  addAnswerItems(draft, node, answer, items)
}

/** Pictures may be in the export; files are only names or addresses. */
function filesIn(json: JsonObject, keep: (reason: string) => void): readonly ForeignFile[] {
  const files: ForeignFile[] = []
  for (const picture of [...objects(json['imageList']), ...objects(json['fileList'])]) {
    const file = fileOfUrl(text(picture['url']) ?? '', text(picture['alt']) ?? text(picture['name']))
    if (typeof file === 'string') keep(file)
    else files.push(file)
  }
  for (const file of list(json['files'])) keep(`a file that is not in the export: ${shown(file)}`)
  return files
}

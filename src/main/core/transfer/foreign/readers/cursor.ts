import { exactText, parseExactObject } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { callBlock, answerModel, textBlock, thinkingBlock, usageOf } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignSession } from '../foreign-tree.ts'
import { SessionDraft } from '../session-draft.ts'
import { count, list, object, objects, parseValue, shown, text, timeOf } from '../values.ts'
import { defined } from '../../../../../shared/defined.ts'

type Tables = Readonly<Record<string, readonly JsonObject[]>>

const COMPOSER = 'composerData:'
const BUBBLE = 'bubbleId:'

export function isCursor(tables: Tables): boolean {
  return tables['cursorDiskKV'] !== undefined
}

/** Rows of other kinds, such as caches of files, are not read by the adapter. */
export function readCursor(tables: Tables): readonly ForeignSession[] {
  const rows = (tables['cursorDiskKV'] ?? []).map((row) => ({ key: text(row['key']) ?? '', value: row['value'] }))
  const bubbles = Map.groupBy(
    rows.filter(({ key }) => key.startsWith(BUBBLE)),
    ({ key }) => key.split(':')[1] ?? '',
  )
  const composers = rows.filter(({ key }) => key.startsWith(COMPOSER))
  const sessions = composers.map((row) => readComposer(row, bubbles.get(row.key.slice(COMPOSER.length)) ?? []))
  const known = new Set(composers.map(({ key }) => key.slice(COMPOSER.length)))
  const others = rows.filter(({ key }) => !key.startsWith(COMPOSER) && !known.has(key.split(':')[1] ?? ''))
  if (others.length === 0) return sessions
  const draft = new SessionDraft('cursor', 'rows without a conversation')
  for (const row of others) draft.keep(rowRecord(draft, row), 'a row without a conversation')
  return [...sessions, draft.finish()]
}

interface Row {
  readonly key: string
  readonly value: JsonValue | undefined
}

function rowRecord(draft: SessionDraft, { key, value = null }: Row): number {
  return draft.record({ place: shown(key), raw: JSON.stringify({ key, value }) })
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'string' ? (parseExactObject(value) ?? {}) : object(value)
}

interface Bubble {
  readonly id: string
  readonly record: number
  readonly json: JsonObject
}

/** The list of headers decides which bubbles belong to the conversation, and in which order. */
function readComposer(row: Row, own: readonly Row[]): ForeignSession {
  const composer = objectOf(row.value)
  const id = row.key.slice(COMPOSER.length)
  const draft = new SessionDraft('cursor', id)
  draft.facts.name = text(composer['name']) ?? undefined
  const facts = rowRecord(draft, row)
  draft.keep(facts, 'facts about the conversation')
  const bubbles = new Map<string, Bubble>()
  for (const bubble of own) {
    const bubbleId = bubble.key.split(':')[2] ?? ''
    bubbles.set(bubbleId, { id: bubbleId, record: rowRecord(draft, bubble), json: objectOf(bubble.value) })
  }
  const inline = objects(composer['conversation']).map((json, index): Bubble => {
    return { id: text(json['bubbleId']) ?? `import:${index}`, record: facts, json }
  })
  const headers = objects(composer['fullConversationHeadersOnly']).map((header) => text(header['bubbleId']) ?? '')
  const listed = headers.length > 0 ? headers.flatMap((header) => bubbles.get(header) ?? []) : inline
  const model = object(composer['modelConfig'])['modelName']
  let node: number | null = null
  for (const bubble of new Set(listed)) {
    node = draft.node(node)
    addBubble(draft, node, bubble, model)
  }
  const isListed = new Set(listed.map(({ record }) => record))
  for (const { record } of bubbles.values())
    if (!isListed.has(record)) draft.keep(record, 'not in the list of the conversation')
  return draft.finish()
}

function addBubble(
  draft: SessionDraft,
  node: number,
  { id, record, json }: Bubble,
  model: JsonValue | undefined,
): void {
  const base = {
    key: id,
    records: [record],
    at: timeOf(json['createdAt'], object(json['timingInfo'])['clientStartTime']),
  }
  const words = text(json['text']) ?? ''
  if (list(json['images']).length > 0) draft.keep(record, 'a picture')
  if (json['type'] === 1) {
    if (words.trim() === '') return draft.keep(record, 'an empty message')
    return draft.event(node, { ...base, kind: 'user', text: words, files: [] })
  }
  if (json['type'] !== 2) return draft.keep(record, `a bubble of the type ${shown(json['type'])}`)
  const tokens = object(json['tokenCount'])
  const figures = usageOf({ input: count(tokens['inputTokens']), output: count(tokens['outputTokens']) })
  const facts: AnswerFacts = { ...answerModel(object(json['modelInfo'])['modelName'] ?? model), ...figures }
  const tool = object(json['toolFormerData'])
  const callId = text(tool['toolCallId']) ?? `import:${id}`
  const blocks = blocksOf(json, { words, facts, callId })
  if (blocks.length === 0) return draft.keep(record, 'an empty message')
  draft.event(node, { ...base, kind: 'assistant', blocks, files: [], facts })
  const { result } = tool
  if (result === undefined || result === null) return
  const isError = tool['status'] === 'error' || tool['status'] === 'cancelled'
  const name = text(tool['name'])
  const output = { callId, text: resultText(result), files: [], isError, ...defined({ name: name ?? undefined }) }
  draft.event(node, { ...base, key: `${id} result`, kind: 'tool_result', ...output })
}

function blocksOf(
  json: JsonObject,
  {
    words,
    facts,
    callId,
  }: {
    readonly words: string
    readonly facts: AnswerFacts
    readonly callId: string
  },
): readonly ForeignBlock[] {
  const thinking = object(json['thinking'])
  const thought = text(thinking['text'])
  const signature = text(thinking['signature'])
  const tool = object(json['toolFormerData'])
  const name = text(tool['name'])
  const signed = signature === null ? {} : { signature }
  return [
    ...(thought === null ? [] : [{ part: 'thinking', block: thinkingBlock('cursor', thought, facts, signed) }]),
    ...(words === '' ? [] : [{ part: 'text', block: textBlock(words) }]),
    ...(name === null ? [] : [{ part: 'call', block: callBlock(callId, name, tool['rawArgs'] ?? tool['params']) }]),
  ]
}

/** The output of a command, else the result as it is. */
function resultText(result: JsonValue): string {
  const value = typeof result === 'string' ? parseValue(result) : result
  const { output } = object(value)
  if (typeof output === 'string') return output
  return typeof result === 'string' ? result : exactText(result)
}

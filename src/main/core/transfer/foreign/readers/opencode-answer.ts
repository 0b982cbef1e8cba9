import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { callBlock, finishOf, answerModel, textBlock, thinkingBlock, usageOf, withCost } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignFile } from '../foreign-tree.ts'
import { fileOfUrl } from '../read-parts.ts'
import type { SessionDraft } from '../session-draft.ts'
import { count, object, objects, shown, text, timeOf } from '../values.ts'
import { defined } from '../../../../../shared/defined.ts'

/** A row of a table, with the number of its record. */
export interface Row {
  readonly record: number
  readonly id: string
  readonly json: JsonObject
}

/** A message with its parts, and when it was created; null: not known. */
export interface Timed {
  readonly message: Row
  readonly parts: readonly Row[]
  readonly at: string | null
}

/** Returns the file of a part, or why it cannot be read. */
export function fileIn(json: JsonObject): ForeignFile | string {
  return fileOfUrl(text(json['url']) ?? '', text(json['filename']))
}

/** Adds an answer. One message may hold several steps, each with calls and their results. */
export function addAnswer(draft: SessionDraft, node: number, { message, parts, at }: Timed): void {
  const { json, id } = message
  const facts: AnswerFacts = {
    ...answerModel(json['modelID'], json['providerID']),
    ...tokensOf(object(json['tokens']), json['cost']),
    ...finishOf(json['finish']),
  }
  const steps = stepsOf(draft, parts, facts)
  if (json['summary'] === true) {
    const words = steps
      .flatMap(({ blocks }) => blocks.flatMap(({ block }) => (block.type === 'text' ? [block.text] : [])))
      .join('\n\n')
    const records = [message.record, ...steps.flatMap((step) => step.records)]
    if (words !== '') return draft.event(node, { kind: 'summary', key: id, records, at, text: words })
  }
  for (const [index, { blocks, records, tools }] of steps.entries()) {
    const key = index === 0 ? id : `${id} ${blocks[0]?.part ?? index}`
    const { usage: _, ...unmetered } = facts
    const own = { records: [message.record, ...records], facts: index === 0 ? facts : unmetered }
    draft.event(node, { kind: 'assistant', key, at, blocks, files: [], ...own })
    for (const tool of tools) addResult(draft, node, tool)
  }
  if (steps.length === 0) draft.keep(message.record, 'an empty message')
}

interface Step {
  readonly blocks: ForeignBlock[]
  readonly records: number[]
  readonly tools: Row[]
}

function stepsOf(draft: SessionDraft, parts: readonly Row[], facts: AnswerFacts): readonly Step[] {
  const steps: Step[] = []
  let open: Step | null = null
  for (const row of parts) {
    const { json, record, id } = row
    const block = blockOf(row, facts)
    if (block === null) {
      if (json['type'] === 'step-start') open = null
      draft.keep(record, `a part of the type ${shown(json['type'])}`)
      continue
    }
    if (open === null) steps.push((open = { blocks: [], records: [], tools: [] }))
    open.blocks.push({ part: id, block })
    open.records.push(record)
    if (json['type'] === 'tool') open.tools.push(row)
  }
  return steps
}

function blockOf({ json, id }: Row, facts: AnswerFacts): ForeignBlock['block'] | null {
  const words = text(json['text']) ?? ''
  if (json['type'] === 'text' && words !== '') return textBlock(words)
  if (json['type'] === 'reasoning') return thinkingBlock('opencode', words, facts, object(json['metadata']))
  if (json['type'] !== 'tool') return null
  return callBlock(text(json['callID']) ?? `import:${id}`, text(json['tool']), object(json['state'])['input'])
}

/** A call that had not ended has no result. */
function addResult(draft: SessionDraft, node: number, { record, id, json }: Row): void {
  const state = object(json['state'])
  const isError = state['status'] === 'error'
  if (state['status'] !== 'completed' && !isError) return
  const read = objects(state['attachments']).map(fileIn)
  for (const file of read) if (typeof file === 'string') draft.keep(record, file)
  const time = object(state['time'])
  const [start, end] = [count(time['start']), count(time['end'])]
  draft.event(node, {
    kind: 'tool_result',
    key: `result ${id}`,
    records: [record],
    at: timeOf(time['end']),
    callId: text(json['callID']) ?? `import:${id}`,
    ...defined({ name: text(json['tool']) === null ? undefined : (text(json['tool']) ?? '') }),
    text: text(isError ? state['error'] : state['output']) ?? '',
    files: read.filter((file) => typeof file !== 'string'),
    isError,
    ...defined({ durationMs: start !== null && end !== null && end >= start ? end - start : undefined }),
  })
}

function tokensOf(tokens: JsonObject, cost: JsonValue | undefined): AnswerFacts {
  const cache = object(tokens['cache'])
  const [fresh, written] = [count(tokens['input']), count(cache['write']) ?? 0]
  const cached = count(cache['read'])
  const thinking = count(tokens['reasoning'])
  const output = count(tokens['output'])
  const figures = usageOf({
    input: fresh === null ? null : fresh + (cached ?? 0) + written,
    output: output === null ? null : output + (thinking ?? 0),
    cached,
    thinking,
    ...defined({ written: written > 0 ? { unknown: written } : undefined }),
  })
  return withCost(figures.usage, cost)
}

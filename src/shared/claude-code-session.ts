import { readArguments } from './call-arguments.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './json.ts'
import { jsonText } from './json-text.ts'
import { checkEventRow } from './log-row.ts'

/** What of a session file did not become an event. `line` is counted from 1. */
interface KeptAside {
  readonly line: number
  readonly kind: string
  readonly reason: string
}

interface ConvertedSession {
  /** Lines of the import format (docs/import-format.md). */
  readonly lines: readonly string[]
  readonly records: number
  readonly keptAside: readonly KeptAside[]
}

interface Step {
  readonly records: { readonly line: number; readonly json: JsonObject }[]
  /** Index of the step before it, always smaller than its own. Null: it begins a conversation. */
  readonly before: number | null
}

/** Whether the line is a record of a Claude Code session. */
export function isClaudeCodeLine(text: string): boolean {
  const json = parsed(text)
  return json !== null && typeof json['sessionId'] === 'string' && typeof json['type'] === 'string' && !('kind' in json)
}

/**
 * Converts a session of Claude Code. Other prompts or answers after the same step become forks; the path to the end of
 * the file is the first agent. Never throws, whatever the lines are.
 */
export function convertClaudeCode(source: readonly string[]): ConvertedSession {
  const keptAside: KeptAside[] = []
  const records = source.flatMap((text, index) => {
    if (text.trim() === '') return []
    const json = parsed(text)
    if (json === null) keptAside.push({ line: index + 1, kind: 'unreadable', reason: 'no JSON object' })
    return [{ line: index + 1, json }]
  })
  const steps = stepsOf(
    records.flatMap(({ line, json }) => (json === null ? [] : [{ line, json }])),
    keptAside,
  )
  return { lines: linesOfSteps(steps, keptAside), records: records.length, keptAside }
}

/** Records of one answer and the results of its calls are one step: parallel calls are no forks. */
function stepsOf(records: Step['records'], keptAside: KeptAside[]): readonly Step[] {
  const steps: Step[] = []
  const stepOf = new Map<string, number>()
  for (const { line, json } of records) {
    const uuid = text(json['uuid'])
    const message = isJsonObject(json['message']) ? json['message'] : null
    const aside = (reason: string): unknown => keptAside.push({ line, kind: text(json['type']) ?? 'unknown', reason })
    if (uuid === null || stepOf.has(`u:${uuid}`)) {
      aside(uuid === null ? 'no part of the conversation' : 'the id is there twice')
      continue
    }
    const parent = text(json['parentUuid']) ?? text(json['logicalParentUuid'])
    const before = parent === null ? undefined : stepOf.get(`u:${parent}`)
    const blocks = blocksOf(message)
    const call = blocks.find((block) => block['type'] === 'tool_result')?.['tool_use_id']
    const answer = json['type'] === 'assistant' ? text(message?.['id']) : null
    const same = answer === null ? stepOf.get(`c:${text(call) ?? ''}`) : stepOf.get(`m:${answer}`)
    const at = same ?? steps.push({ records: [], before: before ?? null }) - 1
    stepOf.set(`u:${uuid}`, at)
    if (answer !== null) stepOf.set(`m:${answer}`, at)
    for (const block of blocks) if (block['type'] === 'tool_use') stepOf.set(`c:${text(block['id']) ?? ''}`, at)
    if (json['type'] === 'user' || json['type'] === 'assistant') steps[at]?.records.push({ line, json })
    else aside('not shown to the model as a message')
  }
  return steps
}

function linesOfSteps(steps: readonly Step[], keptAside: KeptAside[]): readonly string[] {
  const used = steps.map(({ records }) => records.length > 0)
  for (let at = steps.length - 1; at >= 0; at--) {
    const before = steps[at]?.before ?? null
    if (before !== null && used[at] === true) used[before] = true
  }
  const active = new Set<number>()
  for (let at: number | null = used.lastIndexOf(true); at !== null && at >= 0; at = steps[at]?.before ?? null)
    active.add(at)
  const next = new Map<number, number>()
  for (const [at, { before }] of steps.entries()) {
    if (before !== null && used[at] === true && (!next.has(before) || active.has(at))) next.set(before, at)
  }
  const lines: string[] = []
  const placed: { agent: string; last: number }[] = []
  let id = 0
  for (const [at, { before, records }] of steps.entries()) {
    const from = before === null ? undefined : placed[before]
    const goesOn = from !== undefined && before !== null && (next.get(before) === at || used[at] !== true)
    const agent = goesOn ? from.agent : `step-${at}`
    if (!goesOn && used[at] === true) {
      lines.push(
        jsonText({ type: 'agent', uuid: agent, ...(from && { parent_uuid: from.agent, fork_message_id: from.last }) }),
      )
    }
    for (const event of eventsOf(records, keptAside))
      lines.push(jsonText({ type: 'event', id: ++id, agent_uuid: agent, ...event }))
    placed.push({ agent, last: records.length > 0 ? id : (from?.last ?? 0) })
  }
  return lines
}

/** The answer first, with its blocks in order, then results and prompts. */
function eventsOf(records: Step['records'], keptAside: KeptAside[]): readonly JsonObject[] {
  const answer: JsonObject[] = []
  const others: JsonObject[] = []
  let about: JsonObject | null = null
  for (const { line, json } of records) {
    const message = isJsonObject(json['message']) ? json['message'] : null
    const created = timeOf(json['timestamp'])
    const lost = (kind: string): unknown =>
      keptAside.push({ line, kind, reason: 'this content cannot be imported yet' })
    const words: string[] = []
    const before = keptAside.length + others.length + answer.length
    for (const block of blocksOf(message)) {
      const type = text(block['type']) ?? 'unknown'
      if (json['type'] === 'assistant' && type === 'thinking') {
        answer.push({ type, text: text(block['thinking']) ?? '' })
        if (text(block['signature']) !== null) lost('signature')
      } else if (json['type'] === 'assistant' && type === 'text') answer.push({ type, text: text(block['text']) ?? '' })
      else if (type === 'text') words.push(text(block['text']) ?? '')
      else if (json['type'] === 'assistant' && type === 'tool_use' && text(block['id']) && text(block['name'])) {
        const { arguments: input } = readArguments(JSON.stringify(block['input'] ?? {}))
        answer.push({ type: 'tool_call', id: block['id'] ?? '', name: block['name'] ?? '', arguments: input })
      } else if (json['type'] === 'user' && type === 'tool_result' && text(block['tool_use_id'])) {
        const parts = blocksOf({ content: block['content'] ?? '' })
        for (const part of parts) if (part['type'] !== 'text') lost(text(part['type']) ?? 'unknown')
        const content = parts.flatMap((part) => text(part['text']) ?? []).join('\n')
        others.push({
          kind: 'tool_result',
          content,
          created_at: created,
          data: { tool_call_id: block['tool_use_id'] ?? '', is_error: block['is_error'] === true },
        })
      } else lost(type)
    }
    if (json['type'] === 'assistant') {
      about = { provider: 'anthropic', model: text(message?.['model']) ?? '', created }
    } else if (words.length > 0) others.push({ kind: 'user', content: words.join('\n'), created_at: created })
    if (before === keptAside.length + others.length + answer.length) lost('empty message')
  }
  if (about === null || answer.length === 0) return others
  const content = answer.flatMap((block) => (block['type'] === 'text' ? [text(block['text']) ?? ''] : [])).join('')
  const { provider, model, created } = about
  const data = { provider: provider ?? '', model: model ?? '', blocks: answer }
  return [{ kind: 'assistant', content, created_at: created ?? null, data }, ...others]
}

function blocksOf(message: JsonObject | null): readonly JsonObject[] {
  const content = message?.['content']
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.map((part: JsonValue) => (isJsonObject(part) ? part : { type: 'no block', value: part }))
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Null for a time that an import would refuse. */
function timeOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && checkEventRow({ kind: 'user', created_at: value }).ok ? value : null
}

function parsed(source: string): JsonObject | null {
  try {
    const value = parseJson(source)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

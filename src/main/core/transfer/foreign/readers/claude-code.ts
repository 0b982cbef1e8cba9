import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../shared/json.ts'
import { messagesUsage, answerModel, finishOf, withCost } from '../answer-parts.ts'
import type { AnswerFacts, ForeignSession } from '../foreign-tree.ts'
import { messageBlocks } from '../message-blocks.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import type { SourceLine } from '../../../ports/foreign-ports.ts'
import { orderByParent } from '../order-by-parent.ts'
import { object, objects, shown, text, timeOf } from '../values.ts'
import { defined } from '../../../../../shared/defined.ts'

/** A record of a session file of Claude Code. */
interface Entry {
  readonly record: number
  readonly json: JsonObject
  readonly id: string
}

/** Records that are one step: those of one answer and the results of its calls. Parallel calls are no forks. */
interface Step {
  readonly id: string
  readonly parent: string | null
  readonly entries: readonly Entry[]
}

export function isClaudeCodeLine(json: JsonObject): boolean {
  const { type } = json
  if (typeof type !== 'string' || 'kind' in json || 'payload' in json) return false
  if (typeof json['sessionId'] === 'string') return true
  return (type === 'summary' && 'leafUuid' in json) || (type === 'file-history-snapshot' && 'messageId' in json)
}

/** A file may contain records of several sessions. Records that name none belong to the first that is named. */
export function readClaudeCode(lines: readonly SourceLine[]): readonly ForeignSession[] {
  const first = lines.map(({ json }) => sessionOf(json)).find((id) => id !== null) ?? UNNAMED
  const bySession = Map.groupBy(lines, ({ json }) => sessionOf(json) ?? first)
  return [...bySession].map(([id, own]) => readSession(id, own))
}

/** The records of a sub-agent have the id of the session that started it, and an own `agentId`. */
function sessionOf(json: JsonObject | null): string | null {
  const session = text(json?.['sessionId'])
  const agent = json?.['isSidechain'] === true ? text(json['agentId']) : null
  return session === null || agent === null ? session : `${session}/${agent}`
}

function readSession(id: string, lines: readonly SourceLine[]): ForeignSession {
  const draft = new SessionDraft('claude-code', id)
  if (id.includes('/')) draft.facts.parentId = id.slice(0, id.lastIndexOf('/'))
  const entries = readEntries(draft, lines)
  const steps = stepsOf(entries)
  const idle = idleCaveats(entries)
  const nodeOf = new Map<string, number>()
  for (const { item, parent } of orderByParent(steps)) {
    const node = draft.node(parent)
    for (const { id: entry } of item.entries) nodeOf.set(entry, node)
    addEvents(draft, { node, idle }, item.entries)
  }
  const leaf = activeLeaf(entries, lines)
  draft.facts.active = leaf === null ? undefined : nodeOf.get(leaf)
  return draft.finish()
}

function readEntries(draft: SessionDraft, lines: readonly SourceLine[]): readonly Entry[] {
  const entries: Entry[] = []
  const ids = new Set<string>()
  for (const line of lines) {
    const { json } = line
    const record = draft.record(line)
    if (json === null) {
      draft.keep(record, 'no JSON object')
      continue
    }
    readFacts(draft, json)
    const id = text(json['uuid']) ?? (isMessage(json) ? `import:${record}` : null)
    if (id === null) draft.keep(record, `not part of the conversation: ${shown(json['type'])}`)
    else if (ids.has(id)) draft.keep(record, 'duplicate id')
    else entries.push({ record, json, id })
    if (id !== null) ids.add(id)
  }
  return entries
}

function readFacts(draft: SessionDraft, json: JsonObject): void {
  const { facts } = draft
  facts.folder ??= text(json['cwd']) ?? undefined
  const title =
    text(json['customTitle']) ?? text(json['aiTitle']) ?? (json['type'] === 'summary' ? text(json['summary']) : null)
  if (title !== null) facts.name = title
  const copied = text(object(json['forkedFrom'])['sessionId'])
  if (copied !== null) draft.copiedFrom.add(copied)
}

function isMessage(json: JsonObject): boolean {
  return (json['type'] === 'user' || json['type'] === 'assistant') && isJsonObject(json['message'])
}

/** An answer without a message id is a step of its own. */
function answerId({ json }: Entry): string | null {
  const id = json['type'] === 'assistant' ? text(object(json['message'])['id']) : null
  return id === null ? null : `answer ${id}`
}

function blocksOf({ json }: Entry): readonly JsonObject[] {
  return objects(object(json['message'])['content'])
}

function stepsOf(entries: readonly Entry[]): readonly Step[] {
  const stepOfCall = new Map<string, string>()
  for (const entry of entries) {
    for (const { type, id } of blocksOf(entry)) {
      const call = type === 'tool_use' ? text(id) : null
      if (call !== null && !stepOfCall.has(call)) stepOfCall.set(call, answerId(entry) ?? entry.id)
    }
  }
  const stepOf = new Map<string, string>()
  for (const entry of entries) {
    const result = blocksOf(entry).find(({ type }) => type === 'tool_result')
    const ofCall = entry.json['type'] === 'user' ? stepOfCall.get(text(result?.['tool_use_id']) ?? '') : undefined
    stepOf.set(entry.id, answerId(entry) ?? ofCall ?? entry.id)
  }
  const before = parentsOf(entries)
  const grouped = Map.groupBy(entries, ({ id }) => stepOf.get(id) ?? id)
  return [...grouped].map(([id, own]) => {
    const parents = own.map((entry) => stepOf.get(before.get(entry.id) ?? '') ?? null)
    return { id, parent: parents.find((parent) => parent !== null && parent !== id) ?? null, entries: own }
  })
}

/**
 * The record before each one. An answer cannot begin a conversation: without a parent it follows the record before it.
 * In a file where no record has a parent, each follows the one before it.
 */
function parentsOf(entries: readonly Entry[]): ReadonlyMap<string, string | null> {
  const ids = new Set(entries.map(({ id }) => id))
  const isLinear = entries.every(({ json }) => !ids.has(text(json['parentUuid']) ?? ''))
  const parents = new Map<string, string | null>()
  let previous: string | null = null
  for (const { id, json } of entries) {
    const parent = text(json['parentUuid']) ?? text(json['logicalParentUuid'])
    const follows = isLinear || (parent === null && json['type'] === 'assistant')
    parents.set(id, follows ? previous : parent)
    previous = id
  }
  return parents
}

function addEvents(draft: SessionDraft, place: PromptPlace, entries: readonly Entry[]): void {
  const answers = entries.filter(({ json }) => json['type'] === 'assistant' && isMessage(json))
  if (answers.length > 0) addAnswer(draft, place.node, answers)
  for (const entry of entries) {
    if (answers.includes(entry)) continue
    if (entry.json['type'] === 'user' && isMessage(entry.json)) addPrompt(draft, place, entry)
    else draft.keep(entry.record, keptReason(entry.json))
  }
}

function keptReason({ type, subtype, attachment }: JsonObject): string {
  const detail = type === 'attachment' ? object(attachment)['type'] : subtype
  return `written by the program: ${shown(type)}${detail === undefined ? '' : ` ${shown(detail)}`}`
}

function addAnswer(draft: SessionDraft, node: number, answers: readonly Entry[]): void {
  const last = answers.at(-1)
  const [first] = answers
  if (last === undefined || first === undefined) return
  const message = object(last.json['message'])
  if (message['model'] === '<synthetic>') {
    for (const { record } of answers) draft.keep(record, 'an error message of the program')
    return
  }
  const facts: AnswerFacts = {
    ...answerModel(message['model'], 'anthropic'),
    ...withCost(messagesUsage(message['usage']).usage, last.json['costUSD']),
    ...finishOf(message['stop_reason']),
    ...defined({ response_id: text(message['id']) === null ? undefined : (text(message['id']) ?? '') }),
  }
  const read = answers.map((entry) => messageBlocks(draft, entry, object(entry.json['message'])['content'], facts))
  const blocks = read.flatMap(({ blocks: own }) => own)
  const files = read.flatMap(({ files: own }) => own)
  const records = answers.filter((_, index) => read[index]?.isUsed === true).map(({ record }) => record)
  if (blocks.length === 0 && files.length === 0) return
  const at = timeOf(last.json['timestamp'])
  draft.event(node, { kind: 'assistant', key: answerId(first) ?? first.id, records, at, blocks, files, facts })
}

/** What slash commands leave in the conversation. The prompt that a command stands for is a record of its own. */
const COMMANDS = /^\s*<(command-name|command-message|command-args|local-command-stdout|local-command-stderr)>/
/** A command that the user ran with `!`, and what it printed. The model sees both, as texts that are no prompts. */
const SHELL = /^\s*<bash-(input|stdout|stderr)>/
/** Says of the messages below it that they are no prompts: of slash commands, and of commands with `!`. */
const CAVEAT =
  /^\s*(<local-command-caveat>|Caveat: The messages below were generated by the user while running local commands)/

/** Returns the caveats below which there is nothing but what slash commands leave: without that they would mislead. */
function idleCaveats(entries: readonly Entry[]): ReadonlySet<string> {
  const parents = parentsOf(entries)
  const below = Map.groupBy(entries, ({ id }) => parents.get(id) ?? null)
  const caveats = entries.filter((entry) => CAVEAT.test(wordsOf(entry)))
  const isIdle = ({ id }: Entry): boolean => {
    const waiting = [...(below.get(id) ?? [])]
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      if (SHELL.test(wordsOf(entry))) return false
      if (COMMANDS.test(wordsOf(entry))) waiting.push(...(below.get(entry.id) ?? []))
    }
    return true
  }
  return new Set(caveats.filter(isIdle).map(({ id }) => id))
}

function wordsOf({ json }: Entry): string {
  return json['type'] === 'user' ? readParts(object(json['message'])['content']).text : ''
}

interface PromptPlace {
  readonly node: number
  readonly idle: ReadonlySet<string>
}

function addPrompt(draft: SessionDraft, { node, idle }: PromptPlace, { record, json, id }: Entry): void {
  const content = object(json['message'])['content']
  const at = timeOf(json['timestamp'])
  const results = objects(content).filter(({ type }) => type === 'tool_result')
  for (const [index, result] of results.entries()) {
    addResult(draft, node, { record, at, result, key: `${id} result ${index}` })
  }
  const words = Array.isArray(content)
    ? content.filter((item: JsonValue) => !isJsonObject(item) || item['type'] !== 'tool_result')
    : content
  const { text: prompt, files, others } = readParts(words)
  for (const other of others) draft.keep(record, other)
  const isEmpty = prompt.trim() === '' && files.length === 0
  if (isEmpty) return results.length > 0 ? undefined : draft.keep(record, 'an empty message')
  if (COMMANDS.test(prompt)) return draft.keep(record, 'a command of the program')
  if (idle.has(id)) return draft.keep(record, 'a note about commands of the program')
  if (json['isCompactSummary'] === true) {
    return draft.event(node, { kind: 'summary', key: id, records: [record], at, text: prompt })
  }
  const isInjected = json['isMeta'] === true || SHELL.test(prompt) || CAVEAT.test(prompt)
  const injected = isInjected && { injected: true as const }
  draft.event(node, { kind: 'user', key: id, records: [record], at, text: prompt, files, ...injected })
}

interface ResultEntry {
  readonly record: number
  readonly at: string | null
  readonly result: JsonObject
  readonly key: string
}

function addResult(draft: SessionDraft, node: number, { record, at, result, key }: ResultEntry): void {
  const { text: words, files, others } = readParts(result['content'])
  for (const other of others) draft.keep(record, other)
  const callId = text(result['tool_use_id']) ?? key
  const isError = result['is_error'] === true
  draft.event(node, { kind: 'tool_result', key, records: [record], at, callId, text: words, files, isError })
}

/** The record that the conversation goes on from. */
function activeLeaf(entries: readonly Entry[], lines: readonly SourceLine[]): string | null {
  const ids = new Set(entries.map(({ id }) => id))
  const named = lines.findLast(({ json }) => json?.['type'] === 'last-prompt' && ids.has(text(json['leafUuid']) ?? ''))
  const last = entries.findLast(({ json }) => isMessage(json) && json['isSidechain'] !== true)
  return text(named?.json?.['leafUuid']) ?? last?.id ?? null
}

import { exactText } from '../../../../../shared/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { callBlock, answerModel, textBlock, thinkingBlock, usageOf } from '../answer-parts.ts'
import type { AnswerFacts, ForeignBlock, ForeignSession } from '../foreign-tree.ts'
import { readParts } from '../read-parts.ts'
import { SessionDraft, UNNAMED } from '../session-draft.ts'
import type { SourceLine } from '../../../ports/foreign-ports.ts'
import { count, list, object, objects, shown, text, timeOf } from '../values.ts'
import { GeminiMessages, type GeminiMessage } from './gemini-messages.ts'
import { defined } from '../../../../../shared/defined.ts'

export function isGeminiHeader(json: JsonObject): boolean {
  return typeof json['sessionId'] === 'string' && 'projectHash' in json
}

/** Lines of newer versions, which record changes of one list of messages. */
export function readGeminiLines(lines: readonly SourceLine[]): readonly ForeignSession[] {
  const head = lines.find(({ json }) => json !== null && isGeminiHeader(json))?.json ?? {}
  const draft = new SessionDraft('gemini-cli', text(head['sessionId']) ?? UNNAMED)
  const messages = new GeminiMessages()
  for (const line of lines) {
    const record = draft.record(line)
    const { json } = line
    if (json === null) draft.keep(record, 'no JSON object')
    else readLine(draft, messages, record, json)
  }
  return [addMessages(draft, messages)]
}

/** Older versions: one object with all messages. */
export function readGeminiObject(value: JsonObject): readonly ForeignSession[] {
  const draft = new SessionDraft('gemini-cli', text(value['sessionId']) ?? UNNAMED)
  const messages = new GeminiMessages()
  const { messages: own, ...head } = value
  draft.keep(draft.record({ place: 'facts', raw: JSON.stringify(head) }), 'facts about the session')
  draft.facts.name = text(value['summary']) ?? undefined
  for (const [index, message] of list(own).entries()) {
    const record = draft.record({ place: `message ${index + 1}`, raw: exactText(message) })
    messages.put(object(message), record)
  }
  return [addMessages(draft, messages)]
}

function readLine(draft: SessionDraft, messages: GeminiMessages, record: number, json: JsonObject): void {
  const change = object(json['$set'])
  if ('$set' in json) {
    draft.facts.name = text(change['summary']) ?? draft.facts.name
    draft.keep(record, 'facts about the session')
    if (Array.isArray(change['messages'])) messages.replace(objects(change['messages']), record)
  } else if ('$rewindTo' in json) {
    if (!messages.rewind(text(json['$rewindTo']) ?? '', record))
      draft.keep(record, 'goes back to a message that is not there')
  } else if (typeof json['type'] === 'string' && 'content' in json) messages.put(json, record)
  else
    draft.keep(
      record,
      isGeminiHeader(json) ? 'facts about the session' : `not part of the conversation: ${shown(json['type'])}`,
    )
}

function addMessages(draft: SessionDraft, messages: GeminiMessages): ForeignSession {
  let node: number | null = null
  for (const step of messages.steps()) {
    node = draft.node(node)
    if (!('before' in step)) addMessage(draft, node, step)
    else {
      const { record, before } = step
      const isKnown = draft.has(before)
      if (!isKnown) draft.keep(record, 'goes back to a message that is no event')
      else draft.event(node, { kind: 'rewind', key: `import:${record}`, records: [record], at: null, before })
    }
  }
  return draft.finish()
}

/** A command that the user ran with `!`, and what it printed: the model sees it, and it is no prompt. */
const SHELL = /^\s*I ran the following shell command:\s/
const INJECTED = /^\s*<(session_context|environment_context)/

function addMessage(draft: SessionDraft, node: number, message: GeminiMessage): void {
  const { key, records, json } = message
  const at = timeOf(json['timestamp'])
  const keepAll = (reason: string): void => records.forEach((record) => draft.keep(record, reason))
  if (json['type'] === 'gemini' || json['type'] === 'model') return addAnswer(draft, node, message)
  if (json['type'] !== 'user') return keepAll(`a notice of the program: ${shown(json['type'])}`)
  const parts = Array.isArray(json['content']) ? json['content'] : [json['content'] ?? '']
  for (const { functionResponse } of objects(parts)) {
    if (functionResponse !== undefined) addResult(draft, node, { message, response: object(functionResponse) })
  }
  const {
    text: words,
    files,
    others,
  } = readParts(parts.filter((part: JsonValue) => !('functionResponse' in object(part))))
  others.forEach(keepAll)
  if (words.trim() === '' && files.length === 0) return keepAll('an empty message')
  if (INJECTED.test(words)) return keepAll('written by the program: session context')
  const injected = SHELL.test(words) && { injected: true as const }
  draft.event(node, { kind: 'user', key, records, at, text: words, files, ...injected })
}

function addAnswer(draft: SessionDraft, node: number, { key, records, json }: GeminiMessage): void {
  const facts: AnswerFacts = { ...answerModel(json['model'], 'google'), ...geminiUsage(object(json['tokens'])) }
  const record = records.at(-1) ?? 0
  const at = timeOf(json['timestamp'])
  const { text: words, files, others } = readParts(json['content'])
  for (const other of others) draft.keep(record, other)
  const thoughts = objects(json['thoughts']).map(({ subject, description }) => thoughtText(subject, description))
  const calls = objects(json['toolCalls'])
  const blocks: ForeignBlock[] = [
    ...thoughts.map((thought, index) => ({
      part: `thought ${index}`,
      block: thinkingBlock('gemini-cli', thought, facts),
    })),
    ...(words === '' ? [] : [{ part: 'text', block: textBlock(words) }]),
    ...calls.map((call, index) => {
      const id = text(call['id']) ?? `${key} ${index}`
      return { part: `call ${id}`, block: callBlock(id, text(call['name']), call['args']) }
    }),
  ]
  if (blocks.length === 0 && files.length === 0) return records.forEach((one) => draft.keep(one, 'an empty message'))
  draft.event(node, { kind: 'assistant', key, records, at, blocks, files, facts })
  for (const call of calls) {
    const responses = objects(call['result']).map((part) => object(part['functionResponse']))
    for (const response of responses) addResult(draft, node, { message: { key, records, json }, response, call })
  }
}

interface Result {
  readonly message: GeminiMessage
  readonly response: JsonObject
  /** The call that contains the result. Missing: the result is a message of its own. */
  readonly call?: JsonObject
}

/** Results are written twice, in the call and as a message: the first counts. */
function addResult(draft: SessionDraft, node: number, { message, response, call = {} }: Result): void {
  const callId = text(response['id']) ?? text(call['id']) ?? `import:${message.key}`
  const key = `result ${callId}`
  if (draft.has(key)) return message.records.forEach((record) => draft.keep(record, 'the result is also in the call'))
  const output = object(response['response'])
  const words = text(output['output']) ?? text(output['error']) ?? exactText(response['response'] ?? '')
  const isError = 'error' in output || call['status'] === 'error'
  const name = text(response['name'])
  const { records } = message
  const at = timeOf(call['timestamp'], message.json['timestamp'])
  const result = { kind: 'tool_result', key, records, at, callId, text: words, files: [], isError } as const
  draft.event(node, { ...result, ...defined({ name: name ?? undefined }) })
}

function thoughtText(subject: JsonValue | undefined, description: JsonValue | undefined): string {
  const title = text(subject)
  return [...(title === null ? [] : [`**${title}**`]), text(description) ?? ''].join('\n\n')
}

function geminiUsage(tokens: JsonObject): AnswerFacts {
  const thinking = count(tokens['thoughts'])
  const output = count(tokens['output'])
  const all = output === null && thinking === null ? null : (output ?? 0) + (thinking ?? 0)
  return usageOf({ input: count(tokens['input']), output: all, cached: count(tokens['cached']), thinking })
}

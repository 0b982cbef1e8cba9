import type { JsonObject } from '../../../../src/shared/json.ts'
import { countTokens } from '../estimate-usage.ts'
import { objectOf, objectsOf, optionalText, textOf } from '../read-json.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'
import { openaiToolChoice } from './tool-choice-rules.ts'

const NAME_PATTERN = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_ID = 40
const TOOLS_OR_REASONING = /^gpt-(5\.[4-9]|[6-9])/

/** Rules about calls and results that all hosts of Chat Completions share. */
export const chatToolRules = {
  'chat.tool_missing': missingResult,
  'chat.tool_orphan': orphanResult,
  'chat.tool_choice': openaiToolChoice,
} satisfies RuleChecks

/** The rules of OpenAI's `/v1/chat/completions`. */
export const chatRules = {
  'chat.model': ({ request, model }) => (model === undefined ? { values: { model: request.model } } : undefined),
  'chat.role': (subject) => {
    const i = subject.model?.id === 'o1-mini' ? messagesOf(subject).findIndex(isInstruction) : -1
    const role = textOf(messagesOf(subject)[i]?.['role'])
    const message = `Unsupported value: 'messages[${i}].role' does not support '${role}' with this model.`
    return i < 0 ? undefined : { message, param: `messages[${i}].role` }
  },
  'chat.effort': ({ request, model }) => {
    const v = optionalText(request.body['reasoning_effort'])
    const list = model?.efforts ?? []
    return v === undefined || list.includes(v) ? undefined : { values: { v, list: quoted(list) } }
  },
  'chat.tools_reasoning': ({ request }) => {
    const effort = optionalText(request.body['reasoning_effort'])
    const thinks = effort !== undefined && effort !== 'none'
    const refused = thinks && TOOLS_OR_REASONING.test(request.model) && objectsOf(request.body['tools']).length > 0
    return refused ? { values: { model: request.model } } : undefined
  },
  'chat.tool_name': ({ request }) => {
    const tools = objectsOf(request.body['tools'])
    const i = tools.findIndex((tool) => !NAME_PATTERN.test(textOf(objectOf(tool['function'])['name'])))
    return i < 0 ? undefined : { values: { i } }
  },
  'chat.tool_id_len': (subject) => {
    for (const [i, message] of messagesOf(subject).entries()) {
      const j = callIds(message).findIndex((id) => id.length > MAX_ID)
      if (j >= 0) return { values: { i, j, n: callIds(message)[j]?.length ?? 0 } }
    }
    return undefined
  },
  ...chatToolRules,
  'chat.context': ({ request, model }) => {
    const n = countTokens(JSON.stringify(request.body['messages'] ?? []))
    return model === undefined || n <= model.contextWindow ? undefined : { values: { limit: model.contextWindow, n } }
  },
} satisfies RuleChecks

export function messagesOf({ request }: RuleSubject): readonly JsonObject[] {
  return objectsOf(request.body['messages'])
}

export function callIds(message: JsonObject | undefined): readonly string[] {
  return objectsOf(message?.['tool_calls']).map((call) => textOf(call['id']))
}

/** Returns the tool messages directly after a message. */
export function resultsAfter(messages: readonly JsonObject[], at: number): readonly string[] {
  const rest = messages.slice(at + 1)
  const end = rest.findIndex((message) => message['role'] !== 'tool')
  return rest.slice(0, end < 0 ? undefined : end).map((message) => textOf(message['tool_call_id']))
}

/** Finds calls without a result in the messages directly after them. */
export function missingResult(subject: RuleSubject): Violation | undefined {
  const messages = messagesOf(subject)
  for (const [at, message] of messages.entries()) {
    const answered = resultsAfter(messages, at)
    const missing = callIds(message).filter((id) => !answered.includes(id))
    if (missing.length > 0) return { values: { i: at + 1 + answered.length, ids: missing.join(', ') } }
  }
  return undefined
}

function orphanResult(subject: RuleSubject): Violation | undefined {
  const messages = messagesOf(subject)
  const i = messages.findIndex((message, at) => {
    return message['role'] === 'tool' && !callsBefore(messages, at).includes(textOf(message['tool_call_id']))
  })
  return i < 0 ? undefined : { values: { i } }
}

/** Returns the calls of the assistant message to which the tool messages up to this one belong. */
export function callsBefore(messages: readonly JsonObject[], at: number): readonly string[] {
  const asked = messages.slice(0, at).findLast((message) => message['role'] !== 'tool')
  return asked?.['role'] === 'assistant' ? callIds(asked) : []
}

export function quoted(values: readonly string[]): string {
  const names = values.map((value) => `'${value}'`)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1) ?? ''}`
}

function isInstruction(message: JsonObject): boolean {
  return message['role'] === 'developer' || message['role'] === 'system'
}

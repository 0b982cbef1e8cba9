import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { withoutForkNote } from '../../../src/main/adapters/providers/demo/demo-script.ts'
import type { SpokenText } from '../../../src/main/adapters/providers/demo/demo-voice.ts'
import { objectsOf, textOf } from './read-json.ts'
import type { SimulatorRequest } from './simulator-request.ts'

/**
 * Returns the texts of a request in order, for any wire format. System prompts, the descriptions of forks, and empty
 * messages are left out.
 */
export function spokenTexts(request: SimulatorRequest): readonly SpokenText[] {
  const messages = messagesOf(request)
  if (typeof messages === 'string') return [{ role: 'user', text: messages }]
  return objectsOf(messages).flatMap(spokenText)
}

/**
 * Accepts requests whose input after their last answer contains a text: in a prompt, in mail, or in a tool's result.
 * For scripted answers of one of several turns that run at the same time.
 */
export function asks(text: string): (request: SimulatorRequest) => boolean {
  return (request) => newestInput(request).includes(JSON.stringify(text).slice(1, -1))
}

/** What follows the last answer of a request, as JSON. */
function newestInput(request: SimulatorRequest): string {
  const messages = objectsOf(messagesOf(request))
  const last = messages.findLastIndex(isOfModel)
  return JSON.stringify(messages.slice(last + 1))
}

function messagesOf({ wire, body }: SimulatorRequest): JsonValue | undefined {
  return wire === 'gemini' ? body['contents'] : wire === 'responses' ? body['input'] : body['messages']
}

/** The Responses API has calls and thoughts beside the messages. */
function isOfModel({ role, type }: JsonObject): boolean {
  return role === 'assistant' || role === 'model' || type === 'function_call' || type === 'reasoning'
}

function spokenText(message: JsonObject): readonly SpokenText[] {
  const text = withoutForkNote(contentText(message['content'] ?? message['parts']))
  if (text === '') return []
  if (message['role'] === 'user') return [{ role: 'user', text }]
  return message['role'] === 'assistant' || message['role'] === 'model' ? [{ role: 'assistant', text }] : []
}

function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  const spoken = objectsOf(content).filter((part) => part['thought'] !== true)
  return spoken.map((part) => textOf(part['text'])).join('')
}

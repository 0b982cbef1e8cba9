import { jsonText } from '../../../../shared/json-text.ts'
import { type Conversation, type ConversationFile, type ConversationMessage, fileNote } from './conversation.ts'

/** The version of Codex whose records these are like. */
const VERSION = '0.169.0'

/**
 * Yields a conversation as the lines of a rollout of Codex, which `codex resume ID` goes on with. Thinking is left out: it
 * is encrypted for one account. What Codex shows of a session are the messages beside the items.
 */
export function* codexLines({ id, folder, messages }: Conversation): Generator<string> {
  const timestamp = messages[0]?.at ?? '1970-01-01T00:00:00.000Z'
  const about = { cwd: folder, originator: 'ikigai', cli_version: VERSION, source: 'cli', model_provider: 'openai' }
  yield jsonText({ timestamp, type: 'session_meta', payload: { id, session_id: id, timestamp, ...about } })
  for (const message of messages) {
    for (const { type, payload } of recordsOf(message)) yield jsonText({ timestamp: message.at, type, payload })
  }
}

interface RolloutLine {
  readonly type: 'response_item' | 'event_msg'
  readonly payload: object
}

function recordsOf(message: ConversationMessage): readonly RolloutLine[] {
  const item = (payload: object): RolloutLine => ({ type: 'response_item', payload })
  const shown = (payload: object): RolloutLine => ({ type: 'event_msg', payload })
  if (message.by === 'system') {
    return [item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: message.text }] })]
  }
  if (message.by === 'user') {
    const content = [{ type: 'input_text', text: message.text }, ...message.files.map(filePart)]
    return [item({ type: 'message', role: 'user', content }), shown({ type: 'user_message', message: message.text })]
  }
  if (message.by === 'tool') {
    const parts = [{ type: 'input_text', text: message.text }, ...message.files.map(filePart)]
    const output = message.files.length === 0 ? message.text : parts
    return [item({ type: 'function_call_output', call_id: message.callId, output })]
  }
  const { text, calls } = message
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
  return [
    ...(text === '' ? [] : [item(said), shown({ type: 'agent_message', message: text })]),
    ...calls.map(({ id, name, input }) => item({ type: 'function_call', name, arguments: input, call_id: id })),
  ]
}

function filePart(file: ConversationFile) {
  if (file.base64 === null) return { type: 'input_text', text: fileNote(file) }
  return { type: 'input_image', image_url: `data:${file.mediaType};base64,${file.base64}` }
}

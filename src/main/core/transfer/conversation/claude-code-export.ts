import { parseExactObject } from '../../../../shared/exact-json.ts'
import { jsonText } from '../../../../shared/json-text.ts'
import { type Conversation, type ConversationFile, type ConversationMessage, fileNote } from './conversation.ts'

/** The version of Claude Code whose records these are like. */
const VERSION = '2.1.316'

/**
 * Yields a conversation as the lines of a session of Claude Code, which `claude --resume ID` goes on with from the folder
 * of its project. Thinking and the system prompt are left out: the first needs a signature for this session, the second
 * is Claude Code's own.
 */
export function* claudeCodeLines({ id: sessionId, folder, name, messages }: Conversation): Generator<string> {
  yield jsonText({ type: 'custom-title', customTitle: name, sessionId })
  let parentUuid: string | null = null
  for (const message of messages) {
    const content = contentOf(message)
    if (content === null) continue
    const { id: uuid, at: timestamp } = message
    const about = { isSidechain: false, userType: 'external', cwd: folder, sessionId, version: VERSION, gitBranch: '' }
    yield jsonText({ parentUuid, ...about, ...content, uuid, timestamp })
    parentUuid = uuid
  }
}

/** Null: it is no part of a session. */
function contentOf(message: ConversationMessage) {
  if (message.by === 'system') return null
  if (message.by === 'user') {
    const content = [{ type: 'text', text: message.text }, ...message.files.map(fileBlock)]
    return { type: 'user', message: { role: 'user', content } }
  }
  if (message.by === 'tool') {
    const parts = [{ type: 'text', text: message.text }, ...message.files.map(fileBlock)]
    const result = { tool_use_id: message.callId, type: 'tool_result', content: parts, is_error: message.isError }
    return { type: 'user', message: { role: 'user', content: [result] } }
  }
  const { id, model, text, calls } = message
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: parseExactObject(call.input) ?? {},
    })),
  ]
  const stop = calls.length > 0 ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 0, output_tokens: 0 }
  const said = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content, stop_reason: stop, usage }
  return { type: 'assistant', message: said }
}

function fileBlock(file: ConversationFile) {
  if (file.base64 === null) return { type: 'text', text: fileNote(file) }
  return { type: 'image', source: { type: 'base64', media_type: file.mediaType, data: file.base64 } }
}

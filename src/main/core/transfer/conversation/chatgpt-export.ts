import { jsonText } from '../../../../shared/json-text.ts'
import { type Conversation, type ConversationMessage, fileNote } from './conversation.ts'

const MS = 1_000
const ROOT = 'client-created-root'

/**
 * Yields a conversation as `conversations.json` of ChatGPT, which LibreChat, Open WebUI and others import. Its pictures
 * are only named: the format has them as files beside it.
 */
export function* chatGptText({ id, name, messages }: Conversation): Generator<string> {
  const nodes = messages.flatMap(partsOf)
  const mapping = [
    { id: ROOT, message: null, parent: null, children: nodes.slice(0, 1).map((node) => node.id) },
    ...nodes.map((message, index) => ({
      id: message.id,
      message,
      parent: nodes[index - 1]?.id ?? ROOT,
      children: nodes.slice(index + 1, index + 2).map((next) => next.id),
    })),
  ]
  const times = { create_time: nodes[0]?.create_time ?? 0, update_time: nodes.at(-1)?.create_time ?? 0 }
  const about = { title: name, ...times, conversation_id: id, id, current_node: nodes.at(-1)?.id ?? ROOT }
  yield jsonText([{ ...about, mapping: Object.fromEntries(mapping.map((node) => [node.id, node])) }])
}

/** The messages that one becomes: thinking, words and calls are apart. */
function partsOf(message: ConversationMessage) {
  const create_time = secondsOf(message.at)
  const part = (suffix: string, author: object, content: object, more: object = {}) => {
    const facts = { status: 'finished_successfully', weight: 1, recipient: 'all', metadata: {}, ...more }
    return { id: `${message.id}${suffix}`, author, create_time, content, ...facts }
  }
  const words = (text: string) => ({ content_type: 'text', parts: [text] })
  if (message.by === 'system') return [part('', { role: 'system' }, words(message.text))]
  if (message.by === 'tool') {
    const text = [message.text, ...message.files.map(fileNote)].join('\n\n')
    const type = message.isError ? { content_type: 'system_error', name: 'Error', text } : words(text)
    return [part('', { role: 'tool', name: message.name }, type)]
  }
  if (message.by === 'user') {
    return [part('', { role: 'user' }, words([message.text, ...message.files.map(fileNote)].join('\n\n')))]
  }
  const { text, thinking, calls } = message
  const author = { role: 'assistant' }
  const more = { metadata: { model_slug: message.model } }
  const thoughts = { content_type: 'thoughts', thoughts: [{ summary: '', content: thinking }] }
  return [
    ...(thinking === '' ? [] : [part('-thinking', author, thoughts, more)]),
    ...(text === '' ? [] : [part('', author, words(text), more)]),
    ...calls.map(({ name, input }, index) =>
      part(
        `-call-${index}`,
        author,
        { content_type: 'code', language: 'json', text: input },
        { ...more, recipient: name },
      ),
    ),
  ]
}

function secondsOf(at: string): number {
  // oxlint-disable-next-line no-restricted-globals -- converts a given time
  return Date.parse(at) / MS
}

import type { TranscriptMessage, UserPart } from '../../../core/ports/provider-ports.ts'

/** Longest text of one result, and of all together, UTF-16 units. */
const MAX_RESULT = 4_000
const MAX_TEXT = 400_000

/**
 * Returns a conversation as text for a session that does not know it; empty if there is nothing to tell. Results are cut:
 * the agent can look at the files itself.
 */
export function renderConversation(messages: readonly TranscriptMessage[], system: readonly string[]): string {
  const told = messages.map(renderMessage).filter((text) => text !== '')
  const instructions =
    system.length === 0 ? '' : `The user's instructions for this conversation:\n\n${system.join('\n\n')}`
  if (told.length === 0) return instructions
  const whole = told.join('\n\n')
  const shown = whole.length <= MAX_TEXT ? whole : `[… the beginning is left out …]\n${whole.slice(-MAX_TEXT)}`
  const heading =
    'This conversation began without you. What follows is what was said and done so far; the lines in square brackets say by whom. Go on from there.'
  return [instructions, `${heading}\n\n<conversation>\n${shown}\n</conversation>`]
    .filter((part) => part !== '')
    .join('\n\n')
}

function renderMessage(message: TranscriptMessage): string {
  if (message.role === 'user') return `[user]\n${message.content.map(partText).join('\n')}`
  if (message.role === 'tool') {
    return message.results
      .map(({ name, content, isError }) => `[result of ${name}${isError ? ', an error' : ''}]\n${cut(content)}`)
      .join('\n\n')
  }
  const lines = message.content.flatMap((block) => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [`[assistant]\n${block.text}`]
    return block.type === 'tool_call' ? [`[call of ${block.name}]\n${cut(JSON.stringify(block.arguments))}`] : []
  })
  return lines.join('\n\n')
}

function partText(part: UserPart): string {
  return part.type === 'text' ? part.text : `[file: ${part.name}]`
}

function cut(text: string): string {
  return text.length <= MAX_RESULT
    ? text
    : `${text.slice(0, MAX_RESULT)}\n[… ${text.length - MAX_RESULT} characters left out …]`
}

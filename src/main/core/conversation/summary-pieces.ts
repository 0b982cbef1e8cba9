import type { AgentEvent } from '../../../shared/agent-event.ts'
import { attachmentWords } from '../../../shared/attachment.ts'
import { argumentsText } from '../../../shared/call-arguments.ts'
import type { ContentBlock } from '../../../shared/content.ts'
import { shortenedText } from '../../../shared/shorten-text.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import { collectEntries, type Entry } from '../transcript/collect-entries.ts'
import { newReport } from '../transcript/transcript-report.ts'
import { SUMMARY_PROMPT } from './prompts.ts'

/** Most tokens of one result, estimated: a summary needs its gist. */
const RESULT_TOKENS = 1_000
/** The part of a piece that one text takes at most. */
const TEXT_PART = 1 / 2

/**
 * Returns a conversation as texts of about `maxTokens` at most, in order, for a summary of what no single request can
 * contain. Long results and texts are shortened, thinking and files are left out. Never empty.
 */
export function summaryPieces(items: readonly AgentEvent[], maxTokens: number): readonly [string, ...string[]] {
  const longest = maxTokens * TEXT_PART
  const bounds = { maxTokens: Math.min(RESULT_TOKENS, longest), folder: undefined }
  const texts = collectEntries(items, newReport(), bounds).map(entryText)
  const pieces: [string, ...string[]] = ['']
  let size = 0
  for (const text of texts) {
    const part = shortenedText({ text, maxTokens: longest, where: '' }) ?? text
    const tokens = tokensOfText(part)
    if (part === '') continue
    if (size > 0 && size + tokens > maxTokens) {
      pieces.push(part)
      size = tokens
    } else {
      pieces[pieces.length - 1] = [pieces.at(-1), part].filter((each) => each !== '').join('\n\n')
      size += tokens
    }
  }
  return pieces
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'user': {
      const files = entry.attachments.map((file) => `[${attachmentWords(file)}]`)
      return `[User]\n${[...files, entry.text].join('\n')}`
    }
    case 'answer': {
      const said = entry.blocks.map(blockText).filter((text) => text !== '')
      return said.length === 0 ? '' : `[Assistant]\n${said.join('\n')}`
    }
    case 'result':
      return `[Result of ${entry.name ?? 'a tool'}${entry.isError ? ', failed' : ''}]\n${entry.content}`
    case 'call':
      // The answer before it contains the call.
      return ''
  }
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  return block.type === 'tool_call' ? `[Call of ${block.name}] ${argumentsText(block)}` : ''
}

/** The prompt for one piece. `before`: the summary of the pieces before it; null: it is the first one. */
export function piecePrompt(piece: string, before: string | null): string {
  const earlier =
    before === null ? '' : `The summary of the conversation before this part:\n\n${before}\n\n[End of the summary]\n\n`
  const whole = before === null ? '' : ' Include what the summary before this part says and is still needed.'
  return `${earlier}A part of the conversation. Long texts in it are shortened:\n\n${piece}\n\n[End of the part]\n\n${SUMMARY_PROMPT}${whole}`
}

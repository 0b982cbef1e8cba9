import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentChange } from '../ports.ts'

/** Characters: what a row of the tree has room for. */
const MAX_LENGTH = 48
/** A cut goes back to the end of a word, unless that word is longer than this. */
const LONGEST_CUT = 16

/** Line ends and what nobody sees, as marks of direction; the joiner that makes one emoji of several is kept. */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** The beginning of a prompt as a name: one line, whole words and whole characters. Empty if there is nothing to see. */
export function nameFromPrompt(prompt: string): string {
  // A prompt may be ten megabytes long.
  const line = prompt
    .slice(0, 40 * MAX_LENGTH)
    .replace(UNSEEN, ' ')
    .trim()
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
  if (characters.length <= MAX_LENGTH) return line
  const cut = characters.slice(0, MAX_LENGTH).join('')
  const wordEnd = cut.lastIndexOf(' ')
  return `${wordEnd >= MAX_LENGTH - LONGEST_CUT ? cut.slice(0, wordEnd) : cut.trimEnd()}…`
}

/** An agent that nobody has named goes by the beginning of its first prompt. */
export function namedByPrompt({ id, name }: AgentRecord, prompt: string | null): readonly AgentChange[] {
  const found = name === '' && prompt !== null ? nameFromPrompt(prompt) : ''
  return found === '' ? [] : [{ id, name: found }]
}

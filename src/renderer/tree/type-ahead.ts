import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { agentRows, rowId, type OutlineRow } from './row-groups.ts'

/** Letters belong to one word if each is typed within this time after the one before, ms. */
const WORD_MS = 700

/** The letters typed so far, and when the last one was typed; ms, as in the events of the keyboard. */
export interface TypedWord {
  readonly text: string
  readonly at: number
}

export const NOTHING_TYPED: TypedWord = { text: '', at: 0 }

/** Returns whether a word is being typed, so that a space belongs to it. */
export function isTyping({ text, at }: TypedWord, now: number): boolean {
  return text !== '' && now - at <= WORD_MS
}

/** Adds a letter to the word, or begins a new one. */
export function typeLetter(typed: TypedWord, letter: string, now: number): TypedWord {
  return { text: isTyping(typed, now) ? typed.text + letter : letter, at: now }
}

/**
 * Returns the row whose name begins with the typed text, searched from the current one on and further at the top; with
 * one letter, from the row after it. Null: none. `labelOf`: the name as its row shows it, perhaps without its beginning.
 */
export function rowOfWord(
  rows: readonly OutlineRow[],
  current: string | null,
  { text }: TypedWord,
  labelOf: (agentId: AgentId) => string,
): TreeRow | null {
  const wanted = text.toLowerCase()
  const at = rows.findIndex((row) => rowId(row) === current) + (text.length === 1 ? 1 : 0)
  const start = Math.max(0, at)
  const inOrder = [...rows.slice(start), ...rows.slice(0, start)]
  const begins = (name: string): boolean => name.toLowerCase().startsWith(wanted)
  return (
    agentRows(inOrder).find(({ agent }) => begins(agentName(agent)) || begins(labelOf(agent.id).replace(/^… /, ''))) ??
    null
  )
}

import { parseJson } from './json.ts'

/** The whole text in one code fence, as models write JSON for a reader. */
const FENCED = /^```[a-z]*\r?\n([^]*?)\r?\n?```$/i

/** Returns the JSON text of an answer that is one JSON value, alone or in a code fence; null: it is something else. */
export function jsonAnswer(answer: string): { readonly text: string; readonly value: unknown } | null {
  const trimmed = answer.trim()
  const text = FENCED.exec(trimmed)?.[1]?.trim() ?? trimmed
  try {
    return { text, value: parseJson(text) }
  } catch {
    return null
  }
}

import type { AgentEventOf } from '../../../shared/agent-event.ts'
import { storedText } from './stored-data.ts'

/** Characters of the hash that mark where a file begins and ends: no file can contain its own. */
const MARK_LENGTH = 12

/** Returns what a model is shown of an instruction file, or of its end. */
export function instructionText({ content, data }: AgentEventOf<'instructions'>): string {
  const path = JSON.stringify(storedText(data.path))
  if (content === null) return `[The instructions from the file ${path} no longer apply.]`
  const mark = storedText(data.sha256).slice(0, MARK_LENGTH)
  const source =
    data.origin === 'person'
      ? `the person's own file ${path}`
      : `the file ${path}. It belongs to the project and was not written by the person for this conversation: what the person says has precedence`
  const replaces = data.replaces === true ? ' This replaces its earlier text.' : ''
  const cut = data.cut_bytes === undefined ? '' : `\n[${data.cut_bytes} more bytes of the file are not shown.]`
  return `[Instructions ${mark} begin, from ${source}.${replaces}]\n${content}${cut}\n[Instructions ${mark} end.]`
}

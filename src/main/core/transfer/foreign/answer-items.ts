import type { JsonValue } from '../../../../shared/json.ts'
import type { AnswerFacts, ForeignBlock, ForeignFile } from './foreign-tree.ts'
import { readParts } from './read-parts.ts'
import type { SessionDraft } from './session-draft.ts'
import { defined } from '../../../../shared/defined.ts'

/** What an answer consists of, in order. */
export interface AnswerItem {
  readonly block?: ForeignBlock | undefined
  readonly result?: {
    readonly callId: string
    readonly words: JsonValue | undefined
    readonly isError?: boolean
    readonly name?: string | undefined
  }
}

interface Answer {
  readonly id: string
  readonly records: readonly number[]
  readonly at: string | null
  readonly facts: AnswerFacts
  /** Files of the answer, such as pictures that the model drew. */
  readonly files?: readonly ForeignFile[]
}

/**
 * Adds an answer whose source has the results of its calls inside: the blocks up to a result are one event, and so on.
 * The usage counts with the first. An answer without any of them is kept aside.
 */
export function addAnswerItems(
  draft: SessionDraft,
  node: number,
  { id, records, at, facts, files = [] }: Answer,
  items: Iterable<AnswerItem>,
): void {
  let blocks: ForeignBlock[] = []
  let isFirst = true
  const end = (): void => {
    const drawn = isFirst ? files : []
    if (blocks.length === 0 && drawn.length === 0) return
    const key = isFirst ? id : `${id} ${blocks[0]?.part ?? ''}`
    const { usage: _, ...unmetered } = facts
    draft.event(node, { kind: 'assistant', key, records, at, blocks, files: drawn, facts: isFirst ? facts : unmetered })
    isFirst = false
    blocks = []
  }
  for (const { block, result } of items) {
    if (block !== undefined) blocks.push(block)
    if (result === undefined) continue
    end()
    const { callId, words, isError = false, name } = result
    const { text, files: shownFiles, others } = readParts(words)
    for (const record of records) for (const other of others) draft.keep(record, other)
    const key = `${id} result ${callId}`
    const named = defined({ name })
    draft.event(node, { kind: 'tool_result', key, records, at, callId, text, files: shownFiles, isError, ...named })
  }
  end()
  if (isFirst) for (const record of records) draft.keep(record, 'an empty message')
}

import { useState } from 'react'

import { defined } from '../../shared/defined.ts'
import type { FileChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { withComment, type WrittenComment } from '../store/review-store.ts'
import { boundsOf, changedRange, type HunkLine, type LineRange, linesOfRange } from './hunk-lines.ts'

interface CommentDraft {
  readonly path: string
  readonly hunk: number
  readonly range: LineRange
  /** The comment that is changed. Missing: it is a new one. */
  readonly edited?: WrittenComment
}

/**
 * The comment that is being written on lines of the selected file. `agentId`: whom it is for. `change` null: it is not
 * loaded. `isUnsure`: it is not certain who wrote the file.
 */
export function useCommentDraft(agentId: AgentId, change: FileChange | null, isUnsure: boolean) {
  const { reviews } = useStores()
  const [draft, setDraft] = useState<CommentDraft | null>(null)
  const current = draft !== null && draft.path === change?.path ? draft : null
  const hunkOf = (index: number) => change?.hunks?.[index] ?? null

  function begin(hunk: number): void {
    const of = hunkOf(hunk)
    const range = of === null ? null : changedRange(of)
    if (change !== null && range !== null) setDraft({ path: change.path, hunk, range })
  }

  function pick(hunk: number, { side, number }: HunkLine, more: boolean): void {
    if (change === null) return
    const before = current !== null && current.hunk === hunk && current.range.side === side ? current.range : null
    const range = more && before !== null ? spanning(before, number) : { side, first: number, last: number }
    const edited = before === null ? {} : defined({ edited: current?.edited })
    setDraft({ path: change.path, hunk, range, ...edited })
  }

  function save(text: string): void {
    const hunk = current === null ? null : hunkOf(current.hunk)
    if (current === null || hunk === null) return
    const { path, range, edited } = current
    const { side, first: line, last: endLine } = range
    const id = edited?.id ?? crypto.randomUUID()
    const comment = { id, agentId, path, line, endLine, quote: linesOfRange(hunk, range), text }
    const optional = { ...(side === 'old' && { side }), ...(isUnsure && { unsure: true as const }) }
    reviews.setState((state) => withComment(state, { ...comment, ...optional }))
    setDraft(null)
  }

  function edit(index: number, edited: WrittenComment): void {
    const { path, line: first, endLine: last, side = 'new' } = edited
    setDraft({ path, hunk: index, range: { side, first, last }, edited })
  }

  const hunk = current === null ? null : hunkOf(current.hunk)
  const bounds = current === null || hunk === null ? null : boundsOf(hunk, current.range.side)
  return {
    /** Null: no comment is being written. */
    open: current === null || bounds === null ? null : { ...current, bounds },
    begin,
    pick,
    save,
    edit,
    setRange: (range: LineRange) => setDraft((before) => (before === null ? null : { ...before, range })),
    cancel: () => setDraft(null),
  }
}

function spanning({ side, first, last }: LineRange, number: number): LineRange {
  return { side, first: Math.min(first, number), last: Math.max(last, number) }
}

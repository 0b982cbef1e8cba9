import type { KeyboardEvent } from 'react'

import { changeKey, neighbourOf } from './change-keys.ts'

interface ReviewKeys {
  readonly paths: readonly string[]
  readonly selected: string | null
  onSelect(path: string): void
  /** `hunk` null: the file as a whole. */
  onKeep(hunk: number | null): void
  onUndo(hunk: number | null): void
  onOpen(): void
  /** Sends the agent the failed checks of its pull request. */
  onSendFailures(): void
  /** Begins a comment on a part. */
  onComment(hunk: number): void
}

/** Returns the handler of the keys J, K, N, P, Y, U, F, C and Enter in the list of changes. */
export function reviewKeys({
  paths,
  selected,
  onSelect,
  onKeep,
  onUndo,
  onOpen,
  onSendFailures,
  onComment,
}: ReviewKeys) {
  return (pressed: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = pressed
    const isTyping = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    const does = changeKey(pressed, isTyping)
    // Enter presses a focused button.
    if (does === null || (does === 'open' && target instanceof HTMLButtonElement)) return
    pressed.preventDefault()
    const focused = target instanceof Element ? target.closest<HTMLElement>('[data-hunk]') : null
    const hunk = focused === null ? null : Number(focused.dataset['hunk'])
    if (does === 'keep') return onKeep(hunk)
    if (does === 'undo') return onUndo(hunk)
    if (does === 'open') return onOpen()
    if (does === 'send_failures') return onSendFailures()
    if (does === 'comment') return onComment(hunk ?? 0)
    const by = does === 'next_file' || does === 'next_part' ? 1 : -1
    if (does === 'next_part' || does === 'previous_part') {
      const hunks = [...currentTarget.querySelectorAll<HTMLElement>('[data-hunk]')]
      return neighbourOf(hunks, focused, by)?.focus()
    }
    const path = neighbourOf(paths, selected, by)
    if (path === null) return
    onSelect(path)
    currentTarget.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }
}

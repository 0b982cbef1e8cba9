import type { KeyboardEvent } from 'react'

import { type ChangeKey, changeKey, neighbourOf } from './change-keys.ts'

interface ReviewKeys {
  /** The keys of the files, in the order in which they are shown. */
  readonly files: readonly string[]
  readonly selected: string | null
  onSelect(key: string): void
  /** `hunk` null: the file as a whole. */
  onKeep(hunk: number | null): void
  onUndo(hunk: number | null): void
  onOpen(): void
  /** Sends the agent the failed checks of its pull request. */
  onSendFailures(): void
  /** Begins a comment on a part. */
  onComment(hunk: number): void
  /** Marks the file as reviewed, or takes the mark away. */
  onReviewed(): void
  /** One column or two. */
  onLayout(): void
  onWrap(): void
  onLeave(): void
}

/** Letters are typed into these. */
const TYPED = 'textarea, select, input:not([type="checkbox"], [type="radio"])'
/** Enter presses these. */
const PRESSED = 'button, a, input, select, summary'

/** Returns the handler of the keys of the review of changes (docs/behaviour/changes.md#review). */
export function reviewKeys({ files, selected, onSelect, ...does }: ReviewKeys) {
  const acts: Partial<Record<ChangeKey, (hunk: number | null) => void>> = {
    keep: does.onKeep,
    undo: does.onUndo,
    open: does.onOpen,
    send_failures: does.onSendFailures,
    comment: (hunk) => does.onComment(hunk ?? 0),
    reviewed: does.onReviewed,
    layout: does.onLayout,
    wrap: does.onWrap,
  }
  return (pressed: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = pressed
    // React also delivers the keys of menus, which are elsewhere in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target) || pressed.defaultPrevented) return
    const run = (act: () => void): void => {
      pressed.preventDefault()
      act()
    }
    if (pressed.key === 'Escape') return run(does.onLeave)
    if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey)) {
      return run(() => currentTarget.querySelector<HTMLElement>('[data-send-comments]')?.click())
    }
    const key = changeKey(pressed, target.matches(TYPED))
    if (key === null || (key === 'open' && target.closest(PRESSED) !== null)) return
    pressed.preventDefault()
    const focused = target.closest<HTMLElement>('[data-hunk]')
    const act = acts[key]
    if (act !== undefined) return act(focused === null ? null : Number(focused.dataset['hunk']))
    const by = key === 'next_file' || key === 'next_part' ? 1 : -1
    if (key === 'next_part' || key === 'previous_part') {
      const hunks = [...currentTarget.querySelectorAll<HTMLElement>('[data-hunk]')]
      return neighbourOf(hunks, focused, by)?.focus()
    }
    const next = neighbourOf(files, selected, by)
    if (next === null) return
    onSelect(next)
    currentTarget.querySelector<HTMLElement>(`[data-file="${CSS.escape(next)}"]`)?.focus()
  }
}

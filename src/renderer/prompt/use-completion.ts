import { useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { completionSource } from './completion-source.ts'
import { completePrompt, type Completion } from './prompt-completion.ts'

export interface OpenCompletion extends Completion {
  /** Index of the active option; -1: none. */
  readonly active: number
}

export interface PromptCompletion {
  /** The open list; null: closed. */
  readonly open: OpenCompletion | null
  /** Updates the completions after text was typed. */
  typed(box: HTMLTextAreaElement): void
  /** Updates or closes an open list after the cursor moved; a closed list stays closed. */
  moved(box: HTMLTextAreaElement): void
  close(): void
  accept(index: number): void
  /** Handles Tab, arrows, Enter and Esc while the list is open; returns whether it handled the key. */
  takeKey(key: KeyboardEvent<HTMLTextAreaElement>): boolean
}

/** Completes commands and their arguments from the command table and the window's stores. */
export function useCompletion(agentId: AgentId, box: RefObject<HTMLTextAreaElement | null>): PromptCompletion {
  const stores = useStores()
  const [open, setOpen] = useState<OpenCompletion | null>(null)
  const close = () => setOpen(null)

  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    if (selectionStart !== selectionEnd) return close()
    // Marks may be older than the loaded events. They are loaded by the time the cursor reaches the argument.
    if (value.startsWith('/')) void stores.marks.load(agentId)
    const completion = completePrompt(value, selectionStart, completionSource(stores, agentId))
    setOpen(completion === null ? null : { ...completion, active: completion.preselected })
  }

  function accept(index: number): void {
    const element = box.current
    const option = open?.options[index]
    if (element === null || open === null || option === undefined) return
    const { value } = element
    const cursor = open.from + option.text.length
    // The text must be in the box before the cursor can be placed after it.
    flushSync(() => stores.drafts.type(agentId, value.slice(0, open.from) + option.text + value.slice(open.to)))
    element.focus()
    element.setSelectionRange(cursor, cursor)
    look(element)
  }

  function take(key: string, { options, active }: OpenCompletion): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        return move(key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1, options.length)
      case 'Tab':
        accept(Math.max(active, 0))
        return true
      case 'Enter':
        if (active !== -1) accept(active)
        return active !== -1
      case 'Escape':
        close()
        return true
      default:
        return false
    }
  }

  function move(to: number, length: number): boolean {
    setOpen((now) => (now === null ? null : { ...now, active: (to + length) % length }))
    return true
  }

  return {
    open,
    close,
    accept,
    typed: look,
    moved: (element) => (open === null || element.selectionStart === open.to ? undefined : look(element)),
    takeKey(key) {
      const isPlain = !key.shiftKey && !key.altKey && !key.ctrlKey && !key.metaKey && !key.nativeEvent.isComposing
      if (open === null || !isPlain || !take(key.key, open)) return false
      key.preventDefault()
      return true
    },
  }
}

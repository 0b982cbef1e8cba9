import { useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { completionSource } from './completion-source.ts'
import { completePrompt, type Completion } from './prompt-completion.ts'

export interface OpenCompletion extends Completion {
  /** The chosen option; -1: none. */
  readonly active: number
}

export interface PromptCompletion {
  /** Null: closed. */
  readonly open: OpenCompletion | null
  /** Something was typed: looks what may follow. */
  typed(box: HTMLTextAreaElement): void
  /** The cursor moved: an open list follows it or closes, a closed one stays closed. */
  moved(box: HTMLTextAreaElement): void
  close(): void
  accept(index: number): void
  /** Tab, arrows, Enter and Esc while it is open; answers whether the key was taken. */
  takeKey(key: KeyboardEvent<HTMLTextAreaElement>): boolean
}

/** Completes commands and what they name, from the one catalogue of commands and what the window knows. */
export function useCompletion(agentId: AgentId, box: RefObject<HTMLTextAreaElement | null>): PromptCompletion {
  const stores = useStores()
  const [open, setOpen] = useState<OpenCompletion | null>(null)
  const close = () => setOpen(null)

  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    if (selectionStart !== selectionEnd) return close()
    // Its marks may be older than the events that are loaded; they are there when their place in the line is reached.
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
    // The text has to be in the box before the cursor can be put behind it.
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

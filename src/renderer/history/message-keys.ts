import type { KeyboardEvent } from 'react'

interface StreamEnds {
  toStart(): void | Promise<void>
  toEnd(): void | Promise<void>
}

/** Keys of a focused message: J and K go to the next and the previous one, Home and End to the ends of the log. */
export function runStreamKey(key: KeyboardEvent<HTMLElement>, { toStart, toEnd }: StreamEnds): void {
  if (key.defaultPrevented || key.ctrlKey || key.metaKey || key.altKey || key.shiftKey || isTyped(key.target)) return
  const stream = key.currentTarget
  // A jump replaces the focused message: until another one is focused, the next key must still arrive here.
  if (key.key === 'Home' || key.key === 'End') stream.focus({ preventScroll: true })
  if (key.key === 'j') goToMessage(stream, 1)
  else if (key.key === 'k') goToMessage(stream, -1)
  else if (key.key === 'Home') void Promise.resolve(toStart()).then(() => focusSoon(stream, 'first'))
  else if (key.key === 'End') void Promise.resolve(toEnd()).then(() => focusSoon(stream, 'last'))
  else return
  key.preventDefault()
}

/** Focuses the message after (1) or before (-1) the focused one; without one, the newest. A comparison keeps its column. */
export function goToMessage(stream: HTMLElement, step: 1 | -1): void {
  const messages = messagesIn(stream)
  const current = messages.findIndex((message) => message.contains(document.activeElement))
  const next = current === -1 ? messages.at(-1) : messages[current + step]
  if (next === undefined) return
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

/** The messages of a stream; in a comparison the prompts and those of the focused column. */
function messagesIn(stream: HTMLElement): readonly HTMLElement[] {
  const all = [...stream.querySelectorAll<HTMLElement>('article[data-kind]')]
  return all.filter((message) => message.closest('[data-column][data-shown="false"]') === null)
}

/** The focused message is gone after a jump; the new ones are rendered in the next frame. */
function focusSoon(stream: HTMLElement, which: 'first' | 'last'): void {
  const focus = (): void => {
    const messages = messagesIn(stream)
    messages[which === 'first' ? 0 : messages.length - 1]?.focus({ preventScroll: true })
  }
  requestAnimationFrame(() => requestAnimationFrame(focus))
}

/** Whether a key belongs to a field. */
function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

import type { KeyboardEvent } from 'react'

/** What single keys do, by the key with its modifier. */
export type SingleKeys = Readonly<Partial<Record<string, () => void>>>

/**
 * Runs what a single key does in the comparison. Nothing happens in a field, while an input method composes, with other
 * modifiers than Shift, or where something inside has taken the key.
 */
export function runSingleKey(key: KeyboardEvent<HTMLElement>, acts: SingleKeys): void {
  if (key.defaultPrevented || key.ctrlKey || key.metaKey || key.altKey) return
  // React also delivers key events of popups, which are rendered elsewhere.
  if (!(key.target instanceof HTMLElement) || !key.currentTarget.contains(key.target) || isField(key.target)) return
  const name = key.key.length === 1 ? key.key.toUpperCase() : key.key
  const act = acts[key.shiftKey ? `Shift+${name}` : name]
  if (act === undefined) return
  key.preventDefault()
  act()
}

function isField(target: HTMLElement): boolean {
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tablist"]') !== null
}

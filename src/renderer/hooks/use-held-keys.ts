import { useEffect } from 'react'

import { useStores } from './app-context.ts'

/**
 * Ignores keys that type or press something while the focus is between two places: while a question that was asked for
 * is not shown yet, and for a moment after the focus was moved. They were meant for what was on the screen when they
 * were pressed. Commands and Esc work, and a press of the mouse ends it.
 */
export function useHeldKeys(): void {
  const { approvals, dialogs } = useStores()
  useEffect(() => {
    /** Whether the key that is down is ignored; its repetitions are too. */
    let isHeld = false
    /** The last move of the focus before the key went down. */
    let movedBefore = 0
    const isWaiting = (): boolean => {
      const { summoned } = dialogs.getState()
      if (summoned === null) return false
      const isOpen = approvals.getState().pending.has(summoned.questionId)
      if (isOpen && performance.now() < summoned.until) return true
      dialogs.setState({ summoned: null })
      return false
    }
    function onKeyDown(key: KeyboardEvent): void {
      if (!typesOrPresses(key)) return
      const { keysHeldUntil } = dialogs.getState()
      if (!key.repeat) movedBefore = keysHeldUntil
      const isOlder = key.repeat && (isHeld || keysHeldUntil !== movedBefore)
      isHeld = isOlder || performance.now() < keysHeldUntil || isWaiting()
      if (!isHeld) return
      key.preventDefault()
      key.stopImmediatePropagation()
    }
    const release = (): void => dialogs.setState({ summoned: null, keysHeldUntil: 0 })
    // Before every other listener.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('pointerdown', release, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('pointerdown', release, { capture: true })
    }
  }, [approvals, dialogs])
}

/** Keys that have names and change a text or press a button. Those of input methods have such names too. */
const NAMED = new Set(['Enter', 'Backspace', 'Delete', 'Dead', 'Process'])

/** With AltGr a key types, although Windows reports Ctrl and Alt too. */
function typesOrPresses(key: KeyboardEvent): boolean {
  const isCommand = (key.ctrlKey || key.metaKey || key.altKey) && !key.getModifierState('AltGraph')
  return !isCommand && (key.key.length === 1 || NAMED.has(key.key))
}

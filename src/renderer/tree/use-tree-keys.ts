import { useRef, type KeyboardEvent } from 'react'

import type { OutlineRow } from './row-groups.ts'
import { treeKeyAction, type TreeAction } from './tree-keys.ts'
import { isTyping, NOTHING_TYPED, rowOfWord, typeLetter } from './type-ahead.ts'

/** Returns the handler of the tree's keys. A letter goes to the next row whose name begins with what was typed. */
export function useTreeKeys(rows: readonly OutlineRow[], act: (action: TreeAction) => void) {
  const typed = useRef(NOTHING_TYPED)
  const typeAhead = (key: KeyboardEvent, current: string | null): TreeAction | null => {
    if (key.key.length !== 1 || key.ctrlKey || key.metaKey || key.altKey) return null
    typed.current = typeLetter(typed.current, key.key, key.timeStamp)
    const row = rowOfWord(rows, current, typed.current)
    return row === null ? null : { type: 'choose', rowId: row.agent.id }
  }
  return (key: KeyboardEvent, current: string | null): void => {
    if (key.target instanceof HTMLInputElement) return
    const isWord = key.key === ' ' && isTyping(typed.current, key.timeStamp)
    const action = (isWord ? null : treeKeyAction(rows, current, key)) ?? typeAhead(key, current)
    if (action === null) return
    key.preventDefault()
    act(action)
  }
}

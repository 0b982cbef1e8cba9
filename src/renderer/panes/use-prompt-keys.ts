import { useRef, type KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useWindow } from '../frame/window-context.ts'
import { promptHistory } from './prompt-history.ts'
import { isOnFirstLine, isOnLastLine, NO_RECALL, recallStep } from './prompt-recall.ts'

/** Enter sends, Up and Down recall; everything else is the text's. */
export function usePromptKeys(agentId: AgentId, submit: () => void): (key: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { drafts, views } = useWindow()
  const recall = useRef(NO_RECALL)

  function tryRecall(step: 1 | -1): boolean {
    const history = promptHistory(agentId, views.store.getState().views.get(agentId)?.events ?? [])
    const text = drafts.store.getState().texts.get(agentId) ?? ''
    const next = recallStep(history, recall.current, text, step)
    if (next === null) return false
    recall.current = next.recall
    drafts.type(agentId, next.text)
    return true
  }

  return (key) => {
    if (key.nativeEvent.isComposing || key.altKey || key.metaKey || key.ctrlKey) return
    const { value, selectionStart, selectionEnd } = key.currentTarget
    if (key.key === 'Enter' && !key.shiftKey) {
      key.preventDefault()
      recall.current = NO_RECALL
      submit()
      return
    }
    if (key.shiftKey || selectionStart !== selectionEnd) return
    const isUp = key.key === 'ArrowUp' && isOnFirstLine(value, selectionStart)
    const isDown = key.key === 'ArrowDown' && isOnLastLine(value, selectionStart)
    if ((isUp && tryRecall(1)) || (isDown && tryRecall(-1))) key.preventDefault()
  }
}

import { useRef, type KeyboardEvent } from 'react'

import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { focusLastChip } from './attachment-chip.tsx'
import { focusLastModelChip } from './model-chips.tsx'
import { hasGap, selectGap } from './prompt-gaps.ts'
import { isOnFirstLine, isOnLastLine, NO_RECALL, promptHistory, type Recall, recallStep } from './prompt-recall.ts'

/** Maximum time between two presses of Esc, ms. */
const DOUBLE_PRESS_MS = 700

/** Handles Enter (send), Tab (next gap of a prepared prompt), Up and Down (recall), Esc Esc (rewind). Other keys edit the text. */
export function usePromptKeys(agentId: AgentId, submit: () => void): (key: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { drafts, views, dialogs, configuration, find } = useStores()
  const { log } = useActions()
  const recall = useRef<Recall<Draft>>(NO_RECALL)
  const lastEscape = useRef(-Infinity)

  const textNow = (): string => drafts.draftOf(agentId).text

  function tryRecall(step: 1 | -1): boolean {
    const view = views.getState().views.get(agentId)
    // Unlimited only until config.json was read from the engine.
    const size = configuration.getState().config?.historySize ?? Infinity
    const history = promptHistory(agentId, view?.events ?? [], size)
    const { text } = drafts.draftOf(agentId)
    const next = recallStep(history, recall.current, drafts.draftOf(agentId), step)
    if (next !== null) {
      recall.current = next.recall
      drafts.replace(agentId, next.text)
      return true
    }
    if (step === -1 || view?.hasOlder !== true || history.length >= size) return false
    void recallOlder(text)
    return true
  }

  /** Loads older prompts and recalls the next one, unless the text was changed in the meantime. */
  async function recallOlder(text: string): Promise<void> {
    const before = views.getState().views.get(agentId)?.events[0]?.id
    await log.loadOlderPrompts(agentId)
    const isLoaded = views.getState().views.get(agentId)?.events[0]?.id !== before
    if (isLoaded && textNow() === text) tryRecall(1)
  }

  /** Returns whether this is the second Esc in an empty prompt box without a running turn. */
  function isSecondEscape(text: string, at: number): boolean {
    // This key closes the search.
    if (find.getState().agentId === agentId) return false
    const running = (views.getState().views.get(agentId)?.turn ?? null) !== null
    const isSecond = at - lastEscape.current < DOUBLE_PRESS_MS
    lastEscape.current = running || text !== '' || isSecond ? -Infinity : at
    return isSecond && !running && text === ''
  }

  return (key) => {
    if (key.altKey || key.metaKey || key.ctrlKey) return
    const { value, selectionStart, selectionEnd } = key.currentTarget
    if (key.key === 'Escape' && isSecondEscape(value, key.timeStamp)) {
      key.preventDefault()
      // The dialog opens immediately and would otherwise handle the same key as its own Esc.
      key.stopPropagation()
      dialogs.setState({ dialog: { type: 'rewind', agentId } })
      return
    }
    if (key.key === 'Tab' && hasGap(drafts.draftOf(agentId))) {
      const [position, step] = key.shiftKey ? ([selectionStart, -1] as const) : ([selectionEnd, 1] as const)
      if (selectGap(key.currentTarget, position, step)) key.preventDefault()
      return
    }
    if (key.key === 'Enter' && !key.shiftKey) {
      key.preventDefault()
      recall.current = NO_RECALL
      if (hasGap(drafts.draftOf(agentId))) selectGap(key.currentTarget, 0, 1)
      else submit()
      return
    }
    if (key.shiftKey || selectionStart !== selectionEnd) return
    if (key.key === 'Backspace' && value === '' && focusLastModelChip(key.currentTarget)) return key.preventDefault()
    if (key.key === 'ArrowLeft' && selectionStart === 0 && focusLastChip(key.currentTarget)) return key.preventDefault()
    const isUp = key.key === 'ArrowUp' && isOnFirstLine(value, selectionStart)
    const isDown = key.key === 'ArrowDown' && isOnLastLine(value, selectionStart)
    if ((isUp && tryRecall(1)) || (isDown && tryRecall(-1))) key.preventDefault()
  }
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useDialogs } from '../hooks/use-stores.ts'

/**
 * Time after showing a question during which keys are ignored, so that a repeated key press does not answer a question
 * that has not been read. ms.
 */
export const UNREAD_MS = 400

/** Attributes by which the element of a question is found. */
export function questionData({ id, agentId }: PendingApproval) {
  return { 'data-question': id, 'data-agent': agentId }
}

/** Returns the questions of an agent that are shown beside its conversation, in their order there. */
function shownQuestions(agentId: AgentId): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')].filter(
    (each) => each.dataset['agent'] === agentId && each.closest('[role="dialog"]') === null,
  )
}

function focusIn(question: HTMLElement | null): void {
  const first = question?.querySelector<HTMLElement>('[data-first-answer]')
  const target = first ?? question?.querySelector<HTMLElement>('button, input, select, textarea')
  target?.focus()
}

/**
 * Focuses the question only on request: by the command for the next question, or in the inbox. The returned function
 * returns whether the focus has been there long enough to read the question.
 */
export function useSummonedFocus(
  group: RefObject<HTMLElement | null>,
  { id }: PendingApproval,
  takesFocus: boolean,
): () => boolean {
  const { dialogs } = useStores()
  const answerableFrom = useRef(0)
  const isSummoned = useDialogs(({ summoned }) => summoned?.questionId === id)
  useEffect(() => {
    if (!isSummoned && !takesFocus) return
    if (isSummoned) dialogs.setState({ summoned: null })
    if (takesFocus) answerableFrom.current = performance.now() + UNREAD_MS
    focusIn(group.current)
  }, [isSummoned, takesFocus, dialogs, group])
  return () => performance.now() >= answerableFrom.current
}

/**
 * Moves the focus when a question disappears that had it: to the next question of the agent, and without one to its
 * prompt box, so that the next keys reach the agent and are not lost. Keys that were pressed for the question that is
 * gone reach neither; if the mouse answered it and no other question follows, no key can have been. In the inbox the
 * next question takes the focus.
 */
export function useFocusAfter(group: RefObject<HTMLElement | null>, { agentId }: PendingApproval): void {
  const { dialogs } = useStores()
  const hadFocus = useRef(false)
  /** Whether a press of the mouse in the question is the last that the user did. */
  const wasClicked = useRef(false)
  useLayoutEffect(() => {
    const element = group.current
    const click = ({ detail }: MouseEvent): void => {
      // A button that a key presses is clicked too, with no number of clicks.
      wasClicked.current = detail > 0
    }
    const press = (): void => {
      wasClicked.current = false
    }
    const follow = ({ target }: FocusEvent): void => {
      hadFocus.current = target instanceof Node && element?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('keydown', press, { capture: true })
    document.addEventListener('pointerdown', press, { capture: true })
    element?.addEventListener('click', click, { capture: true })
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('keydown', press, { capture: true })
      document.removeEventListener('pointerdown', press, { capture: true })
      element?.removeEventListener('click', click, { capture: true })
      if (!hadFocus.current || element === null || element.closest('[role="dialog"]') !== null) return
      const shown = shownQuestions(agentId)
      const at = shown.indexOf(element)
      const others = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))]
      dialogs.setState({ keysHeldUntil: performance.now() + UNREAD_MS })
      // Several questions may disappear together.
      queueMicrotask(() => {
        const next = others.find(({ isConnected }) => isConnected)
        if (next !== undefined) return focusIn(next)
        promptElement(agentId)?.focus()
        if (wasClicked.current) dialogs.setState({ keysHeldUntil: 0 })
      })
    }
  }, [group, agentId, dialogs])
}

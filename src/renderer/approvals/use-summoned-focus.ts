import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

import type { PendingApproval } from '../../shared/approval.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useDialogs } from '../hooks/use-stores.ts'

/**
 * Time after showing a question during which keys are ignored, so that a repeated key press does not answer a question
 * that has not been read. ms.
 */
const UNREAD_MS = 400

/**
 * Focuses the question only on request: by the command for the next waiting agent, or in the inbox. The returned
 * function returns whether the focus has been there long enough to read the question.
 */
export function useSummonedFocus(
  group: RefObject<HTMLElement | null>,
  { agentId }: PendingApproval,
  takesFocus: boolean,
): () => boolean {
  const { dialogs } = useStores()
  const answerableFrom = useRef(0)
  const summoned = useDialogs(({ answering }) => answering === agentId)
  useEffect(() => {
    if (!summoned && !takesFocus) return
    if (summoned) dialogs.setState({ answering: null })
    if (takesFocus) answerableFrom.current = performance.now() + UNREAD_MS
    group.current?.querySelector<HTMLElement>('button, input, select, textarea')?.focus()
  }, [summoned, takesFocus, dialogs, group])
  return () => performance.now() >= answerableFrom.current
}

/**
 * Moves the focus to the agent's prompt box when a question disappears that had it, so that the next key reaches the
 * agent and is not lost. In the inbox the next question takes the focus.
 */
export function useFocusAfter(group: RefObject<HTMLElement | null>, { agentId }: PendingApproval): void {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const element = group.current
    const follow = ({ target }: FocusEvent): void => {
      hadFocus.current = target instanceof Node && element?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      const isIn = element?.closest('[role="dialog"]') === null
      if (hadFocus.current && isIn) promptElement(agentId)?.focus()
    }
  }, [group, agentId])
}

import { type RefObject, useEffect, useRef } from 'react'

import type { PendingApproval } from '../../shared/approval.ts'
import { useStores } from '../hooks/app-context.ts'
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
  const hearsFrom = useRef(0)
  const summoned = useDialogs(({ answering }) => answering === agentId)
  useEffect(() => {
    if (!summoned && !takesFocus) return
    if (summoned) dialogs.setState({ answering: null })
    if (takesFocus) hearsFrom.current = performance.now() + UNREAD_MS
    group.current?.querySelector<HTMLElement>('button, input, textarea')?.focus()
  }, [summoned, takesFocus, dialogs, group])
  return () => performance.now() >= hearsFrom.current
}

import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import styles from './approval-question.module.css'
import { ALLOW_LETTER, approvalQuestion, DENY_LETTER, LASTING_ANSWERS } from './approval-words.ts'
import { LastingAnswers } from './lasting-answers.tsx'

interface ApprovalQuestionProps {
  readonly approval: PendingApproval
  /** The first of a list takes the focus. */
  readonly takesFocus?: boolean
}

/**
 * What would run, and the answers. Letters answer while the focus is in here; Esc never does, and without an answer the
 * call just waits.
 */
export function ApprovalQuestion({ approval, takesFocus = false }: ApprovalQuestionProps) {
  const { approvalActions } = useWindow()
  const group = useRef<HTMLFieldSetElement>(null)
  const [pattern, setPattern] = useState<string | null>(approval.patterns[0] ?? null)
  const [answered, setAnswered] = useState(false)
  useSummonedFocus(group, approval, takesFocus)

  async function answer(given: ApprovalAnswer): Promise<void> {
    setAnswered(true)
    await approvalActions.answer(approval.id, given)
    // Still here after a refusal: it can be answered again.
    setAnswered(false)
  }

  function onKeyDown(key: KeyboardEvent): void {
    const given = answered ? null : answerOfKey(key, pattern)
    if (given === null) return
    key.preventDefault()
    void answer(given)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the letters are those of all buttons in it
    <fieldset ref={group} className={styles.question} disabled={answered} onKeyDown={onKeyDown}>
      <legend className={styles.words}>{approvalQuestion(approval)}</legend>
      <pre className={styles.subject}>{approval.subject}</pre>
      {approval.preview === undefined ? null : <DiffView diff={approval.preview} label="What would change" />}
      <AnswerButtons onAnswer={(given) => void answer(given)} />
      <LastingAnswers
        approval={approval}
        pattern={pattern}
        onPattern={setPattern}
        onAnswer={(given) => void answer(given)}
      />
    </fieldset>
  )
}

/** The focus comes here only when somebody asked for it: by the keys for the next agent that waits, or in the inbox. */
function useSummonedFocus(
  group: RefObject<HTMLElement | null>,
  { agentId }: PendingApproval,
  takesFocus: boolean,
): void {
  const { dialogs } = useWindow()
  const summoned = useWindowStore(
    (window) => window.dialogs,
    ({ answering }) => answering === agentId,
  )
  useEffect(() => {
    if (!summoned && !takesFocus) return
    if (summoned) dialogs.setState({ answering: null })
    group.current?.querySelector('button')?.focus()
  }, [summoned, takesFocus, dialogs, group])
}

/** A letter alone, and not where somebody writes. */
function answerOfKey(key: KeyboardEvent, pattern: string | null): ApprovalAnswer | null {
  const writes = key.target instanceof HTMLInputElement && key.target.type === 'text'
  if (writes || key.ctrlKey || key.metaKey || key.altKey || key.repeat) return null
  const letter = key.key.toUpperCase()
  if (letter === ALLOW_LETTER) return { type: 'allow_once' }
  if (letter === DENY_LETTER) return { type: 'deny' }
  const lasting = LASTING_ANSWERS.find((each) => each.letter === letter)
  return lasting === undefined ? null : { type: 'allow', for: lasting.for, pattern }
}

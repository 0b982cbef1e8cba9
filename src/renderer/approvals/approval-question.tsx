import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import { linkWords } from '../../shared/tool-link.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDialogs } from '../hooks/use-stores.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import styles from './approval-question.module.css'
import { ALLOW_LETTER, approvalQuestion, DENY_LETTER, LASTING_ANSWERS } from './approval-words.ts'
import { LastingAnswers } from './lasting-answers.tsx'
import { MailOrigins } from './mail-origins.tsx'
import { ReadToEnd } from './read-to-end.tsx'
import { shownText } from './shown-text.ts'

interface ApprovalQuestionProps {
  readonly approval: PendingApproval
  /** The first of a list takes the focus. */
  readonly takesFocus?: boolean
}

/**
 * What would run, and the answers. Letters answer while the focus is in here; Esc never does, and without an answer the
 * call just waits. It can be allowed once its end was in view.
 */
export function ApprovalQuestion({ approval, takesFocus = false }: ApprovalQuestionProps) {
  const { approvals } = useActions()
  const group = useRef<HTMLFieldSetElement>(null)
  const [pattern, setPattern] = useState<string | null>(approval.patterns[0] ?? null)
  const [answered, setAnswered] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const onSeen = useCallback(() => setSeen(true), [])
  const isBudget = approval.access === 'budget' || approval.access === 'limit'
  const hears = useSummonedFocus(group, approval, takesFocus)

  async function answer(given: ApprovalAnswer): Promise<void> {
    if (!hears() || (given.type !== 'deny' && !isSeen)) return
    setAnswered(true)
    await approvals.answer(approval.id, given)
    // Still here after a refusal: it can be answered again.
    setAnswered(false)
  }

  function onKeyDown(key: KeyboardEvent): void {
    const given = answered ? null : answerOfKey(key, pattern, isBudget)
    if (given === null || (given.type !== 'deny' && !isSeen)) return
    key.preventDefault()
    void answer(given)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the letters are those of all buttons in it
    <fieldset ref={group} className={styles.question} disabled={answered} onKeyDown={onKeyDown}>
      <legend className={styles.words}>{approvalQuestion(approval)}</legend>
      <ReadToEnd label="Requested action" onSeen={onSeen}>
        <pre className={styles.subject}>{shownText(approval.subject)}</pre>
        {approval.link === undefined ? null : (
          <p className={styles.words}>
            The path goes through a link: <code>{shownText(linkWords(approval.link, null))}</code>
          </p>
        )}
        {approval.mailFrom === undefined ? null : <MailOrigins agentIds={approval.mailFrom} />}
        {approval.definitionChange === undefined ? null : (
          <>
            <p className={styles.words}>
              You allowed this tool before. Its server has changed the tool’s definition since then:
            </p>
            <DiffView diff={shownText(approval.definitionChange, 1)} label="Changes to the tool’s definition" isWhole />
          </>
        )}
        {approval.preview === undefined ? null : (
          <DiffView diff={shownText(approval.preview, 1)} label="Changes" isWhole />
        )}
      </ReadToEnd>
      {isSeen ? null : <p className={styles.unread}>To allow this, scroll to the end or show all lines.</p>}
      <AnswerButtons isBudget={isBudget} canAllow={isSeen} onAnswer={(given) => void answer(given)} />
      {isBudget ? null : (
        <LastingAnswers
          approval={approval}
          pattern={pattern}
          canAllow={isSeen}
          onPattern={setPattern}
          onAnswer={(given) => void answer(given)}
        />
      )}
    </fieldset>
  )
}

/** A question that moved under the fingers was not read yet: a second press of the same key does not answer it. */
const UNREAD_MS = 400

/**
 * The focus comes here only when somebody asked for it: by the keys for the next agent that waits, or in the inbox.
 * Answers whether it has been there long enough for the question to be read.
 */
function useSummonedFocus(
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
    group.current?.querySelector('button')?.focus()
  }, [summoned, takesFocus, dialogs, group])
  return () => performance.now() >= hearsFrom.current
}

/** A letter alone, and not where somebody writes. */
function answerOfKey(key: KeyboardEvent, pattern: string | null, isBudget: boolean): ApprovalAnswer | null {
  const writes = key.target instanceof HTMLInputElement && key.target.type === 'text'
  if (writes || key.ctrlKey || key.metaKey || key.altKey || key.repeat) return null
  const letter = key.key.toUpperCase()
  if (letter === ALLOW_LETTER) return { type: 'allow_once' }
  if (letter === DENY_LETTER) return { type: 'deny' }
  if (isBudget) return null
  const lasting = LASTING_ANSWERS.find((each) => each.letter === letter)
  return lasting === undefined ? null : { type: 'allow', for: lasting.for, pattern }
}

import { ChevronDown } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'

import type { ApprovalAnswer } from '../../shared/approval.ts'
import { Button } from '../parts/button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import { ALLOW_KEY, DENY_KEY } from './approval-labels.ts'
import { KeyHint } from './key-hint.tsx'

const words = texts.approvals

interface AnswerButtonsProps {
  /** Whether the further answers are shown. */
  readonly isOpen: boolean
  /** Shows or hides them; null: there are none. */
  readonly onOpen: (() => void) | null
  /** Whether the question is about a limit instead of a call. */
  readonly isBudget: boolean
  /** What approving once adds to a limit; undefined: the question is not about a limit. */
  readonly extension: string | undefined
  /** Whether the limit cannot hold, because the price of the model is not known. */
  readonly isUnpriced: boolean
  /** Whether the question is about a folder. */
  readonly isTrust: boolean
  /** Whether the question is about what a command changed in a copy of the folder. */
  readonly isAboutEffects: boolean
  /** Whether the whole question has been in view. */
  readonly canAllow: boolean
  onAnswer(answer: ApprovalAnswer): void
}

/** The answers for this call: deny and allow, and behind a button those that say or cover more. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { isBudget, isTrust, canAllow, isOpen, onOpen, onAnswer } = props
  const [explaining, setExplaining] = useState(false)
  const labels = labelsFor(props)
  return (
    <>
      <div className={styles.answers}>
        {isBudget && !isTrust ? (
          <Button aria-disabled={!canAllow} onClick={() => onAnswer({ type: 'allow', for: 'agent', pattern: null })}>
            {words.noLimit}
          </Button>
        ) : null}
        <Button aria-keyshortcuts={DENY_KEY} onClick={() => onAnswer({ type: 'deny' })}>
          {labels.deny} <KeyHint letter={DENY_KEY} />
        </Button>
        <span className={styles.allow}>
          <Button
            tone="primary"
            data-first-answer
            aria-disabled={!canAllow}
            aria-keyshortcuts={ALLOW_KEY}
            onClick={() => onAnswer({ type: 'allow_once' })}
          >
            {labels.allow} <KeyHint letter={ALLOW_KEY} />
          </Button>
          {onOpen === null ? null : (
            <Button
              tone="primary"
              aria-label={words.moreAnswers}
              title={words.moreAnswers}
              aria-expanded={isOpen}
              onClick={onOpen}
            >
              <ChevronDown aria-hidden />
            </Button>
          )}
        </span>
      </div>
      {!isOpen || isTrust ? null : (
        <div className={styles.further}>
          <Button tone="quiet" aria-expanded={explaining} onClick={() => setExplaining(!explaining)}>
            {labels.denyWithReason}
          </Button>
          {explaining ? (
            <DenyReason label={labels.denyWithThisReason} onDeny={(reason) => onAnswer({ type: 'deny', reason })} />
          ) : null}
        </div>
      )}
    </>
  )
}

function labelsFor({ isTrust, isUnpriced, isAboutEffects, extension }: AnswerButtonsProps) {
  const { denyWithThisReason } = words
  if (isAboutEffects) {
    const { apply, drop, dropWithReason, dropWithThisReason } = words.effects
    return { allow: apply, deny: drop, denyWithReason: dropWithReason, denyWithThisReason: dropWithThisReason }
  }
  if (extension === undefined) {
    const allow = isTrust ? words.trust : isUnpriced ? words.withoutPrice : words.allow
    const deny = isTrust ? words.distrust : words.deny
    return { allow, deny, denyWithReason: words.denyWithReason, denyWithThisReason }
  }
  return {
    allow: isUnpriced ? words.withoutPrice : words.allowMore({ extension }),
    deny: words.stop,
    denyWithReason: words.stopWithReason,
    denyWithThisReason,
  }
}

function DenyReason({ label, onDeny }: { label: string; onDeny: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter') return
    key.preventDefault()
    onDeny(reason)
  }
  return (
    <div className={styles.reason}>
      <input
        type="text"
        className={styles.field}
        aria-label={words.reason}
        placeholder={words.reasonPlaceholder}
        ref={focusOnMount}
        value={reason}
        onChange={(change) => setReason(change.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button tone="danger" onClick={() => onDeny(reason)}>
        {label}
      </Button>
    </div>
  )
}

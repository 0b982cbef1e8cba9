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
  /** Whether the question is about a limit instead of a call. */
  readonly isBudget: boolean
  /** What approving once adds to a limit; undefined: the question is not about a limit. */
  readonly extension: string | undefined
  /** Whether the limit cannot hold, because the price of the model is not known. */
  readonly isUnpriced: boolean
  /** Whether the question is about a folder. */
  readonly isTrust: boolean
  /** Whether the whole question has been in view. */
  readonly canAllow: boolean
  onAnswer(answer: ApprovalAnswer): void
}

/** The answers for this call only: allow, deny, deny with a reason. */
export function AnswerButtons({ isBudget, isUnpriced, extension, isTrust, canAllow, onAnswer }: AnswerButtonsProps) {
  const [explaining, setExplaining] = useState(false)
  return (
    <>
      <div className={styles.answers}>
        <Button
          tone="primary"
          aria-disabled={!canAllow}
          aria-keyshortcuts={ALLOW_KEY}
          onClick={() => onAnswer({ type: 'allow_once' })}
        >
          {isTrust ? words.trust : isUnpriced ? words.withoutPrice : allowText(extension)}{' '}
          <KeyHint letter={ALLOW_KEY} />
        </Button>
        <Button tone="danger" aria-keyshortcuts={DENY_KEY} onClick={() => onAnswer({ type: 'deny' })}>
          {isTrust ? words.distrust : extension === undefined ? words.deny : words.stop} <KeyHint letter={DENY_KEY} />
        </Button>
        {isBudget && !isTrust ? (
          <Button aria-disabled={!canAllow} onClick={() => onAnswer({ type: 'allow', for: 'agent', pattern: null })}>
            {words.noLimit}
          </Button>
        ) : null}
        {isTrust ? null : (
          <Button tone="quiet" aria-expanded={explaining} onClick={() => setExplaining(!explaining)}>
            {extension === undefined ? words.denyWithReason : words.stopWithReason}
          </Button>
        )}
      </div>
      {explaining ? <DenyReason onDeny={(reason) => onAnswer({ type: 'deny', reason })} /> : null}
    </>
  )
}

function allowText(extension: string | undefined): string {
  return extension === undefined ? words.allow : words.allowMore({ extension })
}

function DenyReason({ onDeny }: { onDeny: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter' || key.nativeEvent.isComposing) return
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
        {words.denyWithThisReason}
      </Button>
    </div>
  )
}

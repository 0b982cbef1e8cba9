import { useId } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import { leavesSandbox } from '../../shared/sandbox.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import { coversThis, everyCall, LASTING_ANSWERS } from './approval-labels.ts'
import { KeyHint } from './key-hint.tsx'
import { shownPattern, typedPattern } from './shown-text.ts'

const words = texts.approvals.lasting

interface LastingAnswersProps {
  readonly approval: PendingApproval
  /** The later calls to which the answers apply; null: every call of the tool. */
  readonly pattern: string | null
  /** Whether the whole question has been in view. */
  readonly canAllow: boolean
  onPattern(pattern: string | null): void
  onAnswer(answer: ApprovalAnswer): void
}

/** Answers that also apply to later calls, with their scope and pattern. */
export function LastingAnswers({ approval, pattern, canAllow, onPattern, onAnswer }: LastingAnswersProps) {
  const id = useId()
  return (
    <div className={styles.lasting} role="group" aria-label={words.label}>
      <label htmlFor={id} className={styles.lastingText}>
        {approval.effects ? words.effects : leavesSandbox(approval.sandbox) ? words.outside : words.pattern}
      </label>
      <input
        id={id}
        type="text"
        className={styles.field}
        spellCheck={false}
        placeholder={everyCall(approval)}
        value={shownPattern(pattern ?? '')}
        onChange={({ target }) => onPattern(target.value === '' ? null : typedPattern(target.value))}
      />
      <Offers approval={approval} pattern={pattern} onPattern={onPattern} />
      <div className={styles.scopes}>
        {LASTING_ANSWERS.map(({ for: scope, letter, label }) => (
          <Button
            key={scope}
            aria-disabled={!canAllow}
            aria-keyshortcuts={letter}
            onClick={() => onAnswer({ type: 'allow', for: scope, pattern })}
          >
            {label} <KeyHint letter={letter} />
          </Button>
        ))}
      </div>
    </div>
  )
}

function Offers({ approval, pattern, onPattern }: Omit<LastingAnswersProps, 'onAnswer' | 'canAllow'>) {
  const { access, patterns, effects } = approval
  const startsExactly = access !== 'mail' && effects === undefined
  const offers = [
    ...patterns.map((offer, index) => ({
      pattern: offer,
      label: index === 0 && startsExactly ? words.exactly : visibleText(offer, 'shown'),
    })),
    ...(coversThis(approval) ? [{ pattern: null, label: everyCall(approval) }] : []),
  ]
  return (
    <span className={styles.offers}>
      {offers.map((offer) => (
        <button
          key={offer.label}
          type="button"
          className={styles.offer}
          aria-pressed={offer.pattern === pattern}
          onClick={() => onPattern(offer.pattern)}
        >
          {offer.label}
        </button>
      ))}
    </span>
  )
}

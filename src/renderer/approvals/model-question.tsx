import { useRef, useState, type KeyboardEvent } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import { RERUN } from '../../shared/rerun.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { MarkdownView } from '../parts/markdown-view.tsx'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import { approvalQuestion } from './approval-labels.ts'
import { questionData, useFocusAfter, useSummonedFocus } from './use-summoned-focus.ts'

const words = texts.approvals.reply

interface ModelQuestionProps {
  readonly approval: PendingApproval
  readonly takesFocus: boolean
}

/**
 * A question of a model: its choices, a field for another answer, and the buttons that send or decline. A rerun takes one
 * of its choices only, one of which ends it.
 */
export function ModelQuestion({ approval, takesFocus }: ModelQuestionProps) {
  const { approvals } = useActions()
  const group = useRef<HTMLFieldSetElement>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const [answered, setAnswered] = useState(false)
  useSummonedFocus(group, approval, takesFocus)
  useFocusAfter(group, approval)
  const takesText = approval.tool !== RERUN
  const isEmpty = chosen.length === 0 && text.trim() === ''

  async function answer(given: ApprovalAnswer): Promise<void> {
    setAnswered(true)
    await approvals.answer(approval.id, given)
    // The question remains after a refusal, so that it can be answered again.
    setAnswered(false)
  }

  function send(): void {
    if (!isEmpty) void answer({ type: 'reply', choices: [...chosen], text })
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter' || key.shiftKey) return
    key.preventDefault()
    send()
  }

  return (
    <fieldset ref={group} className={styles.question} {...questionData(approval)} disabled={answered}>
      <legend className={styles.caption}>{approvalQuestion(approval)}</legend>
      <MarkdownView text={approval.subject} />
      <Choices approval={approval} chosen={chosen} onChoose={setChosen} />
      {takesText ? (
        <textarea
          className={styles.written}
          rows={2}
          aria-label={words.label}
          placeholder={approval.choices === undefined ? words.label : words.comment}
          value={text}
          onChange={(change) => setText(change.target.value)}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div className={styles.answers}>
        <Button tone="primary" aria-disabled={isEmpty} onClick={send}>
          {words.send}
        </Button>
        {takesText ? <Button onClick={() => void answer({ type: 'deny' })}>{words.decline}</Button> : null}
      </div>
    </fieldset>
  )
}

interface ChoicesProps {
  readonly approval: PendingApproval
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

function Choices({ approval: { id, choices = [], allowsSeveral = false }, chosen, onChoose }: ChoicesProps) {
  return choices.map((choice) => {
    const isChosen = chosen.includes(choice)
    const others = allowsSeveral ? chosen.filter((each) => each !== choice) : []
    return (
      <label key={choice} className={styles.choice}>
        <input
          type={allowsSeveral ? 'checkbox' : 'radio'}
          name={id}
          checked={isChosen}
          onChange={() => onChoose(isChosen && allowsSeveral ? others : [...others, choice])}
        />
        {visibleText(choice, 'shown')}
      </label>
    )
  })
}

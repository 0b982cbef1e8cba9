import { useId, useRef, useState } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import {
  defaultValues,
  type FormField,
  formProblems,
  type FormValues,
  type ServerQuestion,
} from '../../shared/server-question.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import { FormFieldInput } from './form-field-input.tsx'
import { shownText } from './shown-text.ts'
import { questionData, useFocusAfter, useSummonedFocus } from './use-summoned-focus.ts'

const words = texts.approvals.server

interface ServerQuestionViewProps {
  readonly approval: PendingApproval
  readonly question: ServerQuestion
  readonly takesFocus: boolean
}

/**
 * What a server of tools asks while one of its tools runs: a form, or a page to open. Nothing is opened or sent before
 * the user presses the button. All texts are the server's, so they are shown as plain text.
 */
export function ServerQuestionView({ approval, question, takesFocus }: ServerQuestionViewProps) {
  const { approvals } = useActions()
  const group = useRef<HTMLFieldSetElement>(null)
  const [answered, setAnswered] = useState(false)
  useSummonedFocus(group, approval, takesFocus)
  useFocusAfter(group, approval)
  const { server, tool, message, asks } = question

  async function answer(given: ApprovalAnswer): Promise<void> {
    setAnswered(true)
    await approvals.answer(approval.id, given)
    // The question remains after a refusal, so that it can be answered again.
    setAnswered(false)
  }

  return (
    <fieldset ref={group} className={styles.question} {...questionData(approval)} disabled={answered}>
      <legend className={styles.caption}>
        {words.asks({ server: visibleText(server, 'shown'), tool: visibleText(tool, 'shown') })}
      </legend>
      <p className={styles.message}>{shownText(message)}</p>
      {asks.type === 'form' ? (
        <ServerForm fields={asks.fields} onAnswer={(given) => void answer(given)} />
      ) : (
        <ServerPage url={asks.url} host={asks.host} onAnswer={(given) => void answer(given)} />
      )}
    </fieldset>
  )
}

interface AnswerProps {
  onAnswer(answer: ApprovalAnswer): void
}

function ServerForm({ fields, onAnswer }: AnswerProps & { readonly fields: readonly FormField[] }) {
  const id = useId()
  const [values, setValues] = useState<FormValues>(() => defaultValues(fields))
  const [wasSent, setSent] = useState(false)
  const problems = formProblems(fields, values)

  function send(): void {
    setSent(true)
    if (problems.size === 0) onAnswer({ type: 'fill', values })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        send()
      }}
    >
      <p className={styles.unread}>{words.noSecrets}</p>
      {fields.map((field, index) => (
        <FormFieldInput
          key={field.name}
          id={`${id}-${index}`}
          field={field}
          value={values[field.name]}
          problem={wasSent ? (problems.get(field.name) ?? null) : null}
          onChange={(value) => setValues(withValue(values, field.name, value))}
        />
      ))}
      <AnswerButtons label={texts.approvals.reply.send} onAnswer={onAnswer} />
    </form>
  )
}

function withValue(values: FormValues, name: string, value: FormValues[string] | undefined): FormValues {
  const others = Object.entries(values).filter(([key]) => key !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

function ServerPage({ url, host, onAnswer }: AnswerProps & { readonly url: string; readonly host: string }) {
  const isInternational = host.split('.').some((part) => part.startsWith('xn--'))
  return (
    <form
      className={styles.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        window.open(url, '_blank', 'noopener,noreferrer')
        onAnswer({ type: 'fill', values: {} })
      }}
    >
      <p className={styles.message}>
        {words.wantsPage.before} <strong>{visibleText(host, 'shown')}</strong> {words.wantsPage.after}
      </p>
      <code className={styles.subject}>{shownText(url)}</code>
      {isInternational ? <p className={styles.unread}>{words.international}</p> : null}
      <AnswerButtons label={words.openPage} onAnswer={onAnswer} />
    </form>
  )
}

function AnswerButtons({ label, onAnswer }: AnswerProps & { readonly label: string }) {
  return (
    <div className={styles.answers}>
      <Button tone="primary" type="submit">
        {label}
      </Button>
      <Button onClick={() => onAnswer({ type: 'deny' })}>{texts.approvals.reply.decline}</Button>
      <Button tone="quiet" onClick={() => onAnswer({ type: 'cancel' })}>
        {texts.common.cancel}
      </Button>
    </div>
  )
}

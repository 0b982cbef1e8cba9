import { useCallback, useId, useRef, useState, type KeyboardEvent } from 'react'

import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import { sandboxText } from '../../shared/sandbox.ts'
import { linkText } from '../../shared/tool-link.ts'
import { useActions } from '../hooks/app-context.ts'
import { DiffView } from '../parts/diff-view.tsx'
import { AllowAlike } from './allow-alike.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { ApprovalPlace, ApprovalSubject } from './approval-place.tsx'
import styles from './approval-question.module.css'
import callStyles from './call-question.module.css'
import effectStyles from './effect-list.module.css'
import { ALLOW_KEY, approvalQuestion, DENY_KEY, LASTING_ANSWERS } from './approval-labels.ts'
import { LastingAnswers } from './lasting-answers.tsx'
import { ModelQuestion } from './model-question.tsx'
import { ReadToEnd } from './read-to-end.tsx'
import { ServerQuestionView } from './server-question.tsx'
import { shownText } from './shown-text.ts'
import { questionData, useFocusAfter, useSummonedFocus } from './use-summoned-focus.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import type { ShownEffects } from '../../shared/command-effects.ts'

const words = texts.approvals

interface ApprovalQuestionProps {
  readonly approval: PendingApproval
  /** Set for the first question of a list, which takes the focus. */
  readonly takesFocus?: boolean
}

/**
 * The call to approve, and the answers. Single-letter keys answer while the focus is inside; Esc never does, and
 * without an answer the call keeps waiting. Allowing requires that the end of the question has been in view.
 */
export function ApprovalQuestion({ approval, takesFocus = false }: ApprovalQuestionProps) {
  const { serverQuestion } = approval
  if (serverQuestion !== undefined) {
    return <ServerQuestionView approval={approval} question={serverQuestion} takesFocus={takesFocus} />
  }
  return approval.access === 'question' ? (
    <ModelQuestion approval={approval} takesFocus={takesFocus} />
  ) : (
    <CallQuestion approval={approval} takesFocus={takesFocus} />
  )
}

function CallQuestion({ approval, takesFocus = false }: ApprovalQuestionProps) {
  const { approvals } = useActions()
  const group = useRef<HTMLFieldSetElement>(null)
  const [pattern, setPattern] = useState<string | null>(approval.patterns[0] ?? null)
  const [answered, setAnswered] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const captionId = useId()
  const onSeen = useCallback(() => setSeen(true), [])
  const { effects } = approval
  const isTrust = approval.access === 'trust'
  const isBudget = isAboutLimit(approval)
  const isAskedEachTime = takesNoRule(approval)
  const canAnswer = useSummonedFocus(group, approval, takesFocus)
  useFocusAfter(group, approval)

  async function answer(given: ApprovalAnswer): Promise<void> {
    if (!canAnswer() || (given.type !== 'deny' && !isSeen)) return
    setAnswered(true)
    await approvals.answer(approval.id, given)
    // The question remains after a refusal, so that it can be answered again.
    setAnswered(false)
  }

  function onKeyDown(key: KeyboardEvent): void {
    // A lasting answer is given only while what it would cover is shown.
    const given = answered ? null : answerOfKey(key, pattern, isAskedEachTime || !isOpen)
    if (given === null || (given.type !== 'deny' && !isSeen)) return
    key.preventDefault()
    void answer(given)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the keys of its buttons
    <fieldset
      ref={group}
      className={`${styles.question} ${callStyles.call}`}
      aria-labelledby={captionId}
      {...questionData(approval)}
      disabled={answered}
      onKeyDown={onKeyDown}
    >
      <div className={callStyles.what} data-wide={isLong(approval)}>
        <div className={callStyles.sentence}>
          <span id={captionId} className={styles.caption}>
            {approvalQuestion(approval)}
          </span>{' '}
          <ApprovalPlace approval={approval} />
        </div>
        <ReadToEnd label={words.action} onSeen={onSeen}>
          <RequestedAction approval={approval} />
        </ReadToEnd>
        {isSeen ? null : <p className={styles.unread}>{words.unread}</p>}
      </div>
      <AnswerButtons
        isOpen={isOpen}
        onOpen={isTrust ? null : () => setOpen(!isOpen)}
        isBudget={isBudget}
        isUnpriced={approval.access === 'budget' && approval.extension === undefined}
        extension={approval.extension}
        isTrust={isTrust}
        isAboutEffects={effects !== undefined}
        canAllow={isSeen}
        onAnswer={(given) => void answer(given)}
      />
      {isBudget || effects !== undefined ? null : (
        <AllowAlike approval={approval} pattern={pattern} canAllow={isSeen && !answered} />
      )}
      {!isOpen || isAskedEachTime ? null : (
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

/** What would happen: the call, where it reaches, who caused it, and what it changes. */
function RequestedAction({ approval }: { approval: PendingApproval }) {
  const { effects } = approval
  return (
    <>
      <ApprovalSubject approval={approval} />
      {approval.link === undefined ? null : (
        <p className={styles.caption}>
          {words.link} <code>{shownText(linkText(approval.link, null))}</code>
        </p>
      )}
      {approval.sandbox === undefined ? null : (
        <p className={styles.caption}>{shownText(sandboxText(approval.sandbox))}</p>
      )}
      {approval.askedByHook === undefined ? null : <p className={styles.caption}>{shownText(approval.askedByHook)}</p>}
      {approval.mailFrom === undefined ? null : <MailOrigins agentIds={approval.mailFrom} />}
      {approval.definitionChange === undefined ? null : (
        <>
          <p className={styles.caption}>{words.changedTool}</p>
          <DiffView diff={shownText(approval.definitionChange, 1)} label={words.toolChanges} isWhole />
        </>
      )}
      {effects === undefined ? null : <EffectList effects={effects} />}
      {approval.preview === undefined || approval.preview === '' ? null : (
        <DiffView diff={shownText(approval.preview, 1)} label={words.changes} isWhole />
      )}
    </>
  )
}

/** Characters from which on a subject does not fit beside the buttons. */
const LONG_SUBJECT = 120

/** Whether the call takes the whole width of the card: it has more to read than one line. */
function isLong(approval: PendingApproval): boolean {
  const { subject, preview = '', effects, definitionChange, mailFrom, sandbox, link, askedByHook } = approval
  const hasMore = [effects, definitionChange, mailFrom, sandbox, link, askedByHook].some((each) => each !== undefined)
  return hasMore || preview !== '' || subject.length > LONG_SUBJECT || subject.includes('\n')
}

function isAboutLimit({ access }: PendingApproval): boolean {
  return access === 'trust' || access === 'budget' || access === 'limit'
}

/** Whether a rule would not answer the next question: one of a hook, or about a protected path or a link to one. */
function takesNoRule(approval: PendingApproval): boolean {
  const { effects, protectedAs, isBehindLink, askedByHook } = approval
  const isProtected = (effects !== undefined && protectedAs !== undefined) || isBehindLink === true
  return isAboutLimit(approval) || isProtected || askedByHook !== undefined
}

/** Returns the answer of a single-letter key; null if there is none, or the key is typed into a text field. */
function answerOfKey(key: KeyboardEvent, pattern: string | null, isAskedEachTime: boolean): ApprovalAnswer | null {
  const writes = key.target instanceof HTMLInputElement && key.target.type === 'text'
  const isModified = key.ctrlKey || key.metaKey || key.altKey || key.getModifierState('AltGraph')
  if (writes || isModified || key.repeat) return null
  const letter = key.key.toUpperCase()
  if (letter === ALLOW_KEY) return { type: 'allow_once' }
  if (letter === DENY_KEY) return { type: 'deny' }
  if (isAskedEachTime) return null
  const lasting = LASTING_ANSWERS.find((each) => each.letter === letter)
  return lasting === undefined ? null : { type: 'allow', for: lasting.for, pattern }
}

/** The agents whose mail led to a call. A call is allowed without a question only if it is allowed for them too. */
function MailOrigins({ agentIds }: { agentIds: readonly AgentId[] }) {
  const names = useTree(({ agents }) =>
    agentIds
      .map((id) => {
        const agent = agents.get(id)
        return agent === undefined ? id : agentName(agent)
      })
      .join(', '),
  )
  return <p className={styles.caption}>{words.byMail({ agents: names })}</p>
}

/** What a command changed in a copy of the folder: one line a file or folder, with what happened to it. */
function EffectList({ effects: { listed, count } }: { effects: ShownEffects }) {
  const more = count - listed.length
  return (
    <ul className={effectStyles.list} aria-label={words.effects.list}>
      {listed.map(({ path, kind, isFolder, protectedAs }) => (
        <li key={path} className={effectStyles.effect} data-kind={kind}>
          <span className={effectStyles.kind}>{words.effects.kinds[kind]}</span>
          <code className={effectStyles.path}>{shownText(isFolder ? `${path}/` : path)}</code>
          {protectedAs === undefined ? null : <span className={effectStyles.reason}>{protectedAs}</span>}
        </li>
      ))}
      {more > 0 ? <li className={effectStyles.kind}>{words.effects.more({ count: more })}</li> : null}
    </ul>
  )
}

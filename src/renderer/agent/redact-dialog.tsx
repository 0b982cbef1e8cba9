import { useEffect, useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { MAX_REASON, type RedactionPreview, type RedactionReport } from '../../shared/redaction.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from '../parts/question-dialog.module.css'
import { FIGURE_LOCALE } from '../text/locale.ts'
import { texts } from '../text/texts.ts'

const common = texts.common
const words = texts.agentDialogs.redact
const LIST = new Intl.ListFormat(FIGURE_LOCALE)

interface Target {
  readonly agentId: AgentId
  /** Null: all messages of the agent. */
  readonly eventId: EventId | null
}

/** Removes a message, or all of an agent, for good. Says what is lost, and wants a word to be typed. */
export function RedactDialog({ agentId, eventId }: Target) {
  const { dialogs } = useStores()
  const { redaction } = useActions()
  const name = useAgentName(agentId)
  const [preview, setPreview] = useState<RedactionPreview | null>(null)
  const [report, setReport] = useState<RedactionReport | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void redaction.preview(agentId, eventId).then((answer) => {
      if (answer.ok) setPreview(answer.value)
      else setFailure(answer.error.message)
    })
  }, [redaction, agentId, eventId])
  const close = () => dialogs.close()
  const title = eventId === null ? words.titleOfAgent({ agent: name }) : words.titleOfMessage
  return (
    <Dialog title={title} size="narrow" initialFocus="marked" onClose={close}>
      {report !== null ? (
        <Outcome report={report} onClose={close} />
      ) : preview === null ? (
        <div className={styles.form}>
          {failure === null ? <p className={styles.caption}>{common.loading}</p> : <FailureNote failure={failure} />}
        </div>
      ) : (
        <Question agentId={agentId} eventId={eventId} preview={preview} onDone={setReport} onClose={close} />
      )}
    </Dialog>
  )
}

interface QuestionProps extends Target {
  readonly preview: RedactionPreview
  onDone(report: RedactionReport): void
  onClose(): void
}

function Question({ agentId, eventId, preview, onDone, onClose }: QuestionProps) {
  const { redaction } = useActions()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirmed = typed.trim().toLowerCase() === words.word

  async function redact(): Promise<void> {
    setBusy(true)
    const done = await redaction.run(agentId, eventId, reason)
    setBusy(false)
    if (done.ok) onDone(done.value)
    else setFailure(done.error.message)
  }

  return (
    <DialogForm
      submit={busy ? words.running : words.submit}
      tone="danger"
      disabled={!confirmed || busy}
      failure={failure}
      onSubmit={() => {
        if (confirmed && !busy) void redact()
      }}
      onCancel={onClose}
    >
      <p className={styles.caption}>{words.lost({ what: lostText(preview) })}</p>
      {preview.heirs === 0 ? null : <p className={styles.caption}>{words.heirs({ agents: preview.heirs })}</p>}
      <p className={styles.caption}>{words.forGood}</p>
      <label className={styles.field}>
        <span className={styles.label}>{words.reason}</span>
        <input
          className={styles.input}
          value={reason}
          maxLength={MAX_REASON}
          onChange={(change) => setReason(change.target.value)}
        />
      </label>
      <label className={styles.field}>
        <span className={styles.label}>{words.confirm({ word: words.word })}</span>
        <input
          className={styles.input}
          data-first-focus
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(change) => setTyped(change.target.value)}
        />
      </label>
    </DialogForm>
  )
}

function lostText({ events, files, mail, queuedPrompts, hasDraft }: RedactionPreview): string {
  return LIST.format([
    words.messages({ messages: events }),
    ...(files > 0 ? [words.files({ files })] : []),
    ...(mail > 0 ? [words.mail({ mail })] : []),
    ...(queuedPrompts > 0 ? [words.queued({ prompts: queuedPrompts })] : []),
    ...(hasDraft ? [words.draft] : []),
  ])
}

/** Says where the content can still be. */
function Outcome({ report, onClose }: { report: RedactionReport; onClose(): void }) {
  const { events, keptOutputs, onDisk, backupFolder } = report
  return (
    <div className={styles.form}>
      <p className={styles.caption}>{words.done({ messages: events })}</p>
      {keptOutputs.map((path) => (
        <p key={path} className={styles.caption}>
          {words.keptOutput({ path })}
        </p>
      ))}
      {onDisk === null ? null : <p className={styles.caption}>{onDisk}</p>}
      {backupFolder === null ? null : <p className={styles.caption}>{words.backup({ folder: backupFolder })}</p>}
      <p className={styles.caption}>{words.otherCopies}</p>
      <footer className={styles.footer}>
        <Button tone="primary" data-first-focus onClick={onClose}>
          {common.close}
        </Button>
      </footer>
    </div>
  )
}

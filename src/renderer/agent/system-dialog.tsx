import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from '../parts/question-dialog.module.css'

const words = texts.agentDialogs.system

/** Edits an agent's system prompt. Changes take effect with the next request. */
export function SystemDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const name = useAgentName(agentId)
  // Ask the engine, because the pane may not have loaded the event that set the system prompt.
  const [current, setCurrent] = useState<Result<string> | null>(null)
  useEffect(() => {
    let wanted = true
    void agents.systemPrompt(agentId).then((outcome) => (wanted ? setCurrent(outcome) : undefined))
    return () => void (wanted = false)
  }, [agents, agentId])
  const close = () => dialogs.close()
  return (
    <Dialog title={words.title({ agent: name })} size="wide" initialFocus="marked" onClose={close}>
      {current === null ? null : current.ok ? (
        <SystemForm agentId={agentId} current={current.value} onClose={close} />
      ) : (
        <FailureNote failure={current.error} />
      )}
    </Dialog>
  )
}

interface SystemFormProps {
  readonly agentId: AgentId
  readonly current: string
  onClose(): void
}

function SystemForm({ agentId, current, onClose }: SystemFormProps) {
  const { agents } = useActions()
  const [text, setText] = useState(current)
  const [failure, setFailure] = useState<string | null>(null)

  async function keep(): Promise<void> {
    const refusal = await agents.setSystemPrompt(agentId, text)
    if (refusal === null) onClose()
    else setFailure(refusal)
  }

  return (
    <DialogForm
      submit={words.submit}
      disabled={text === current}
      failure={failure}
      onSubmit={() => void keep()}
      onCancel={onClose}
    >
      <label className={styles.field}>
        <span className={styles.label}>{words.label}</span>
        <textarea
          dir="auto"
          className={styles.input}
          data-first-focus
          value={text}
          onChange={(change) => setText(change.target.value)}
        />
      </label>
    </DialogForm>
  )
}

import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { agentName } from '../store/agent-name.ts'
import type { AnswerTurn } from './answer-turns.ts'
import type { Comparison } from '../store/comparison.ts'
import styles from './compare-dialog.module.css'
import { resultMail, type ResultAnswer } from '../actions/result-mail.ts'
import { texts } from '../text/texts.ts'
import { useComparedTurns } from './use-compared-turns.ts'

const words = texts.comparedAnswers.result

interface ResultDialogProps {
  readonly comparison: Comparison
  /** The agent whose answer is the result and which sends the mail. */
  readonly chosen: AgentId
}

/** Mails the result of a comparison to the parent. The user can edit the mail before it is sent. */
export function ResultDialog({ comparison, chosen }: ResultDialogProps) {
  const { dialogs, notices } = useStores()
  const { compare } = useActions()
  const parent = useAgentName(useAgent(chosen)?.parentId ?? '')
  const written = useResultMail(comparison, chosen)
  const [edited, setEdited] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const text = edited ?? written
  const close = () => dialogs.close()

  async function send(): Promise<void> {
    setBusy(true)
    const done = await compare.sendToParent(chosen, text)
    setBusy(false)
    if (done) close()
    else setFailure(notices.take(chosen))
  }

  return (
    <Dialog title={words.title({ parent })} size="wide" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={words.submit}
        disabled={busy || text.trim() === ''}
        failure={failure}
        note={words.note}
        onSubmit={() => void send()}
        onCancel={close}
      >
        <label className={styles.field}>
          <span className={styles.label}>{words.mail}</span>
          <textarea
            dir="auto"
            className={styles.text}
            data-first-focus
            value={text}
            onChange={(change) => setEdited(change.target.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}

function useResultMail({ agents }: Comparison, chosen: AgentId): string {
  const tree = useTree((state) => state.agents)
  const { columns, rows } = useComparedTurns(agents)
  const own = columns[agents.indexOf(chosen)]?.findLast(({ answerIds }) => answerIds.length > 0)
  const row = rows.find(({ turns }) => own !== undefined && turns.includes(own))
  const described = (id: AgentId, turn: AnswerTurn | null | undefined): ResultAnswer => ({
    name: agentName(tree.get(id) ?? { id, name: '' }),
    model: tree.get(id)?.choice?.model ?? 'no model',
    eventIds: turn?.answerIds ?? [],
  })
  return resultMail({
    prompt: own?.prompt ?? '',
    chosen: { ...described(chosen, own), text: own?.text ?? '' },
    others: agents.flatMap((id, index) => (id === chosen ? [] : [described(id, row?.turns[index])])),
  })
}

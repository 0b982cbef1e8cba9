import { useState } from 'react'

import type { AnswerSource } from '../../shared/answer-source.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { agentName } from '../store/agent-name.ts'
import { answeredByAll } from './align-turns.ts'
import type { Comparison } from '../store/comparison.ts'
import { sourceOf } from './chosen-answers.ts'
import styles from './compare-dialog.module.css'
import { judgePrompt } from './answers-prompt.ts'
import { columnLetter } from '../store/column-letters.ts'
import { texts } from '../text/texts.ts'
import { useComparedTurns } from './use-compared-turns.ts'
import type { ComparedTurns } from './align-turns.ts'

const words = texts.comparedAnswers.fellow

interface JudgeDialogProps {
  readonly comparison: Comparison
  /** The initially selected judge. */
  readonly judge: AgentId
}

/**
 * Asks one of the compared agents, in a fork of its own, to judge the others' answers. The answers are labelled with
 * letters; only this dialog shows their authors. The whole prompt can be edited before it is sent.
 */
export function JudgeDialog({ comparison, judge: firstJudge }: JudgeDialogProps) {
  const { dialogs, notices } = useStores()
  const { compare } = useActions()
  const agents = useTree((state) => state.agents)
  const turns = useComparedTurns(comparison.agents)
  const [judge, setJudge] = useState(firstJudge)
  const [edited, setEdited] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const order = judgeRequest(comparison.agents, turns, judge)
  const prompt = edited ?? order?.prompt ?? ''
  const close = () => dialogs.close()
  const nameOf = (id: AgentId) => modelAndName(agents.get(id), id)

  async function send(): Promise<void> {
    setBusy(true)
    const done = await compare.askJudge(comparison, judge, prompt, order?.answers ?? [])
    setBusy(false)
    if (done) close()
    else setFailure(notices.take(judge))
  }

  return (
    <Dialog title={words.title} size="wide" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={texts.comparedAnswers.judge.submit}
        disabled={busy || prompt.trim() === ''}
        failure={failure}
        note={words.note}
        onSubmit={() => void send()}
        onCancel={close}
      >
        <label className={styles.field}>
          <span className={styles.label}>{words.judge}</span>
          <select
            value={judge}
            onChange={(change) => {
              setJudge(change.target.value)
              setEdited(null)
            }}
          >
            {comparison.agents.map((id) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </select>
        </label>
        {order === null ? (
          <p className={styles.nothing}>{words.notAnswered}</p>
        ) : (
          <JudgeQuestion
            authors={order.authors.map(({ id, label }) => ({ label, name: nameOf(id) }))}
            prompt={prompt}
            onChange={setEdited}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

interface JudgeQuestionProps {
  readonly authors: readonly { readonly label: string; readonly name: string }[]
  readonly prompt: string
  onChange(prompt: string): void
}

function JudgeQuestion({ authors, prompt, onChange }: JudgeQuestionProps) {
  return (
    <>
      <div className={styles.field}>
        <span className={styles.label}>{words.authors}</span>
        <dl className={styles.key}>
          {authors.map(({ label, name }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </div>
      <label className={styles.field}>
        <span className={styles.label}>{words.prompt}</span>
        <textarea
          dir="auto"
          className={styles.text}
          data-first-focus
          value={prompt}
          onChange={(change) => onChange(change.target.value)}
        />
      </label>
    </>
  )
}

interface JudgeRequest {
  /** The authors of the answers, with the letters of their columns. */
  readonly authors: readonly { readonly id: AgentId; readonly label: string }[]
  readonly answers: readonly AnswerSource[]
  readonly prompt: string
}

/** Returns the prompt for the judge about the newest prompt that all agents have answered; null if there is none. */
function judgeRequest(agents: readonly AgentId[], { rows }: ComparedTurns, judge: AgentId): JudgeRequest | null {
  const row = answeredByAll(rows, [...agents.keys()]).at(-1)
  if (row === undefined) return null
  const shown = agents.flatMap((id, index) => {
    const turn = row.turns[index]
    return id === judge || turn == null ? [] : [{ id, label: columnLetter(index), turn }]
  })
  return {
    authors: shown.map(({ id, label }) => ({ id, label })),
    answers: shown.map(({ id, label, turn }) => ({ ...sourceOf(id, turn), letter: label })),
    prompt: judgePrompt(
      row.prompt,
      shown.map(({ label, turn }) => ({ label, text: turn.text })),
    ),
  }
}

function modelAndName(agent: AgentSummary | undefined, id: AgentId): string {
  const name = agentName(agent ?? { id, name: '' })
  return agent?.choice == null ? name : words.agent({ model: agent.modelName ?? agent.choice.model, agent: name })
}

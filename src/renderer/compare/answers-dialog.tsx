import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { type Estimates, useEstimates } from '../hooks/use-estimate.ts'
import { useModels, useTree } from '../hooks/use-stores.ts'
import { modelKey } from '../models/model-groups.ts'
import { ModelField } from '../models/model-field.tsx'
import { neutralModel } from '../models/neutral-model.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import formStyles from '../parts/dialog-form.module.css'
import { FailureNote } from '../parts/failure-note.tsx'
import { estimateText } from '../parts/money-text.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { answersPrompt, shuffled, type AnswersTask } from './answers-prompt.ts'
import { AnswersTaskFields, INITIAL_TASKS } from './answers-task-fields.tsx'
import { chosenAnswers } from './chosen-answers.ts'
import { columnLabel, useColumns } from './column-identity.ts'
import styles from './compare-dialog.module.css'
import { useComparedTurns } from './use-compared-turns.ts'

const words = texts.comparedAnswers

const ISO_DATE_LENGTH = 10

/**
 * Lets a model that gave none of the answers merge or judge them, in a new agent. It sees the answers under the letters
 * of their columns, in random order, and no names. The whole prompt can be edited before it is sent.
 */
export function AnswersDialog({ comparison, type }: { comparison: Comparison; type: AnswersTask['type'] }) {
  const { dialogs, notices } = useStores()
  const { compare } = useActions()
  const { agents } = comparison
  const [task, setTask] = useState<AnswersTask>(INITIAL_TASKS[type])
  const [left, setLeft] = useState<readonly AgentId[]>([])
  const [model, setModel] = useNeutralModel(agents)
  const [twice, setTwice] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const asked = useAskedAnswers(agents, left, task)
  const prompt = edited ?? asked?.runs[0].prompt ?? ''
  const isAsked = asked !== null && model !== null && prompt.trim() !== ''
  const question = isAsked ? { ...asked.place, models: [model], text: prompt } : null
  const estimates = useEstimates(question === null ? [] : twice ? [question, question] : [question])
  const close = () => dialogs.close()

  async function send(): Promise<void> {
    if (!isAsked) return
    const { place, runs } = asked
    const first = { ...runs[0], prompt }
    setBusy(true)
    const done = await compare.askAbout(comparison, {
      reason: type,
      place,
      model,
      runs: twice ? [first, runs[1]] : [first],
    })
    setBusy(false)
    if (done) close()
    else setFailure(notices.take(place.agentId))
  }

  return (
    <Dialog title={words[type].title} size="wide" initialFocus="marked" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          void send()
        }}
      >
        <AnswerTicks
          comparison={comparison}
          left={left}
          onChange={(next) => {
            setLeft(next)
            setEdited(null)
          }}
        />
        <ModelField label={words[type].model} spec={model} onChoose={setModel} />
        <AnswersTaskFields
          task={task}
          onChange={(next) => {
            setTask(next)
            setEdited(null)
          }}
        />
        {type === 'judge' ? (
          <label className={styles.agent}>
            <input type="checkbox" checked={twice} onChange={(change) => setTwice(change.target.checked)} />
            {words.judge.twice}
          </label>
        ) : null}
        {asked === null ? (
          <p className={styles.nothing}>{words.tooFew}</p>
        ) : (
          <SentPrompt prompt={prompt} onChange={setEdited} />
        )}
        <AnswersFooter
          type={type}
          failure={failure}
          estimates={estimates}
          disabled={busy || !isAsked}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}

/** The prompt, folded, to be read and edited before it is sent. */
function SentPrompt({ prompt, onChange }: { prompt: string; onChange: (prompt: string) => void }) {
  return (
    <details>
      <summary>{words.sent}</summary>
      <textarea
        dir="auto"
        className={styles.text}
        aria-label={words.prompt}
        value={prompt}
        onChange={(change) => onChange(change.target.value)}
      />
    </details>
  )
}

/** Returns the prompts for the answers in a random order, and in the reverse of it; null: fewer than two answers. */
function useAskedAnswers(agents: readonly AgentId[], left: readonly AgentId[], task: AnswersTask) {
  const turns = useComparedTurns(agents)
  const [order] = useState(() => shuffled(agents, Math.random))
  const columns = agents.flatMap((id, index) => (left.includes(id) ? [] : [index]))
  const chosen = chosenAnswers(agents, turns, columns)
  if (chosen === null) return null
  const { answers, place, prompt } = chosen
  const rank = (source: { readonly agent: AgentId }) => order.indexOf(source.agent)
  const sorted = answers.toSorted((a, b) => rank(a.source) - rank(b.source))
  const run = (shown: typeof answers) => ({
    prompt: answersPrompt(prompt, shown, task),
    answers: shown.map(({ source, letter }) => ({ ...source, letter })),
  })
  return { place, runs: [run(sorted), run(sorted.toReversed())] } as const
}

/** The chosen model; at first one that is none of the compared agents'. */
function useNeutralModel(agents: readonly AgentId[]) {
  const list = useModels((state) => state.list)
  const tree = useTree((state) => state.agents)
  const [today] = useState(() => new Date().toISOString().slice(0, ISO_DATE_LENGTH))
  const [model, setModel] = useState<string | null>(null)
  const choices = agents.flatMap((id) => tree.get(id)?.choice ?? [])
  const contestants = new Set(choices.map(({ provider, model: id }) => modelKey({ provider, id })))
  return [model ?? neutralModel(list, { contestants, today }), setModel] as const
}

interface AnswerTicksProps {
  readonly comparison: Comparison
  /** The agents whose answers are left out. */
  readonly left: readonly AgentId[]
  onChange(left: readonly AgentId[]): void
}

function AnswerTicks({ comparison, left, onChange }: AnswerTicksProps) {
  const columns = useColumns(comparison)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>{words.answers}</legend>
      <div className={styles.ticks}>
        {columns.map((column, place) => (
          <label key={column.agentId} className={styles.agent}>
            <input
              type="checkbox"
              data-first-focus={place === 0 || undefined}
              checked={!left.includes(column.agentId)}
              onChange={(change) => {
                const others = left.filter((each) => each !== column.agentId)
                onChange(change.target.checked ? others : [...others, column.agentId])
              }}
            />
            {columnLabel(column)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface AnswersFooterProps {
  readonly type: AnswersTask['type']
  readonly failure: string | null
  readonly estimates: Estimates | null
  readonly disabled: boolean
  onClose(): void
}

function AnswersFooter({ type, failure, estimates, disabled, onClose }: AnswersFooterProps) {
  const { note, submit } = words[type]
  return (
    <>
      <FailureNote failure={failure} />
      <footer className={formStyles.buttons}>
        <span className={formStyles.note}>
          {note} {estimates === null ? '' : words.estimated({ cost: estimateText(estimates) })}
        </span>
        <Button tone="quiet" onClick={onClose}>
          {texts.common.cancel}
        </Button>
        <Button tone="primary" type="submit" disabled={disabled}>
          {submit}
        </Button>
      </footer>
    </>
  )
}

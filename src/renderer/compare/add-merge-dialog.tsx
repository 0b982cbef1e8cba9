import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { MergeEntry } from '../parts/merge-entry.tsx'
import { agentName } from '../store/agent-name.ts'
import { columnLetter } from '../store/column-letters.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { sourceOf, chosenAnswers, newestAnswer } from './chosen-answers.ts'
import { useComparedTurns } from './use-compared-turns.ts'

const words = texts.comparedAnswers.add

/** Adds what an agent merged to the context of another agent, as one event. The text can be edited before. */
export function AddMergeDialog({ comparison, merge }: { comparison: Comparison; merge: AgentId }) {
  const { dialogs, layout, notices } = useStores()
  const { compare } = useActions()
  const tree = useTree((state) => state.agents)
  const targets = useTargets(comparison, merge)
  const turns = useComparedTurns([...comparison.agents, merge])
  const answer = newestAnswer(turns.columns.at(-1) ?? [])
  const chosen = chosenAnswers(comparison.agents, turns, [...comparison.agents.keys()])
  const [target, setTarget] = useState<AgentId | null>(targets[0]?.id ?? null)
  const [edited, setEdited] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const text = edited ?? answer?.text ?? ''
  const close = () => dialogs.close()

  async function add(): Promise<void> {
    if (answer === null || chosen === null || target === null) return
    const sources = chosen.answers.map(({ source }) => source)
    setBusy(true)
    const done = await compare.addMerge({ agentId: target, text, sources, merged: sourceOf(merge, answer) })
    setBusy(false)
    if (!done) return setFailure(notices.take(target))
    close()
    layout.dispatch({ type: 'open', agents: [target], focus: true })
    notices.announce(words.done({ agent: agentName(tree.get(target) ?? { id: target, name: '' }) }))
  }

  return (
    <Dialog title={words.title} size="wide" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={words.submit}
        disabled={busy || answer === null || target === null || text.trim() === ''}
        failure={failure}
        note={texts.parts.mergeEntry.note}
        onSubmit={() => void add()}
        onCancel={close}
      >
        <MergeEntry targets={targets} target={target} onTarget={setTarget} text={text} onText={setEdited} />
      </DialogForm>
    </Dialog>
  )
}

/** The agents that the text can be added to: the parent first, then the columns, then all others. */
function useTargets({ agents }: Comparison, merge: AgentId) {
  const tree = useTree((state) => state.agents)
  const parents = agents.flatMap((id) => tree.get(id)?.parentId ?? [])
  const ids = new Set([...parents, ...agents, ...tree.keys()])
  return [...ids].flatMap((id) => {
    const agent = tree.get(id)
    if (agent === undefined || id === merge || agent.status === 'killed') return []
    const column = agents.indexOf(id)
    const name = agentName(agent)
    if (parents.includes(id)) return [{ id, label: texts.parts.mergeEntry.parent({ agent: name }) }]
    return [{ id, label: column === -1 ? name : words.column({ letter: columnLetter(column), agent: name }) }]
  })
}

import { useEffect, useState } from 'react'

import { assertNever } from '../../shared/assert-never.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { useStores, useActions } from '../hooks/app-context.ts'
import { AddMergeDialog } from './add-merge-dialog.tsx'
import { AnswersDialog } from './answers-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { JudgeDialog } from './judge-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { ModelPicker } from '../models/model-picker.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { answeredByAll } from './align-turns.ts'
import { useComparedTurns, useComparison } from './use-compared-turns.ts'
import { defined } from '../../shared/defined.ts'

export type ComparisonDialog = Extract<
  OpenDialog,
  { type: 'compare' | 'judge' | 'answers' | 'add_merge' | 'add_column' | 'result' }
>

/** The dialogs about comparisons. */
export function CompareDialogs({ dialog }: { dialog: ComparisonDialog }) {
  if (dialog.type === 'compare') return <CompareDialog with={dialog.with ?? null} />
  return <DialogOfComparison dialog={dialog} />
}

function DialogOfComparison({ dialog }: { dialog: Exclude<ComparisonDialog, { type: 'compare' }> }) {
  const { dialogs } = useStores()
  const comparison = useComparison(dialog.comparison)
  useEffect(() => {
    // The comparison was dropped because its agents no longer exist.
    if (comparison === null) dialogs.close()
  }, [comparison, dialogs])
  if (comparison === null) return null
  switch (dialog.type) {
    case 'judge':
      return <JudgeDialog comparison={comparison} judge={dialog.judge} />
    case 'answers':
      return <AnswersDialog comparison={comparison} type={dialog.task} />
    case 'add_merge':
      return <AddMergeDialog comparison={comparison} merge={dialog.merge} />
    case 'add_column':
      return <AddColumnDialog comparison={comparison} />
    case 'result':
      return <ResultDialog comparison={comparison} chosen={dialog.chosen} />
    default:
      return assertNever(dialog)
  }
}

/** Choice of a model that answers the newest prompt of the comparison too, in a further column. */
function AddColumnDialog({ comparison }: { comparison: Comparison }) {
  const { dialogs, notices } = useStores()
  const { compare } = useActions()
  const { agents } = comparison
  const { columns, rows } = useComparedTurns(agents)
  const [failure, setFailure] = useState<string | null>(null)
  const [agentId = ''] = agents
  const row = answeredByAll(rows, [...agents.keys()]).at(-1)
  const prompt = (row?.turns[0] ?? columns[0]?.at(-1))?.promptId
  const close = () => dialogs.close()

  async function choose(model: string): Promise<void> {
    const place = { agentId, ...defined({ atEventId: prompt }) }
    const done = await compare.addColumn(comparison, place, model)
    if (done) close()
    else setFailure(notices.take(agentId))
  }

  return (
    <Dialog title={texts.compare.addColumn} size="narrow" initialFocus="layer" onClose={close}>
      <ModelPicker current={null} agentId={agentId} onChoose={(model) => void choose(model)} />
      <FailureNote failure={failure} />
    </Dialog>
  )
}

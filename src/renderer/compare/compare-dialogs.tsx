import { useEffect } from 'react'

import { assertNever } from '../../shared/assert-never.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { useStores } from '../hooks/app-context.ts'
import { AddColumnDialog } from './add-column-dialog.tsx'
import { AddMergeDialog } from './add-merge-dialog.tsx'
import { AnswersDialog } from './answers-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { JudgeDialog } from './judge-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { useComparison } from './use-comparison.ts'

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
    if (comparison === null) dialogs.setState({ dialog: { type: 'none' } })
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

import { useEffect } from 'react'

import type { OpenDialog } from '../store/dialog-store.ts'
import { useStores } from '../hooks/app-context.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { JudgeDialog } from './judge-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { useComparison } from './use-comparison.ts'

export type ComparisonDialog = Extract<OpenDialog, { type: 'compare' | 'judge' | 'result' }>

/** The dialogs about comparisons. */
export function CompareDialogs({ dialog }: { dialog: ComparisonDialog }) {
  if (dialog.type === 'compare') return <CompareDialog />
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
  if (dialog.type === 'judge') return <JudgeDialog comparison={comparison} judge={dialog.judge} />
  return <ResultDialog comparison={comparison} chosen={dialog.chosen} />
}

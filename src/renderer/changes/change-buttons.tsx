import { Check } from 'lucide-react'

import { type ReviewScope, isCertain, type ListedChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { SavePatch } from './save-patch.tsx'

const words = texts.changes

interface AllFilesButtonsProps {
  readonly agentId: AgentId
  readonly scope: ReviewScope
  readonly files: readonly ListedChange[]
  /** Null: it is no change that can be undone. */
  readonly onUndo: (() => void) | null
}

/** What can be done with all changes of a scope. */
export function AllFilesButtons({ agentId, scope, files, onUndo }: AllFilesButtonsProps) {
  if (files.length === 0) return null
  const certain = files.filter(isCertain)
  return (
    <>
      {certain.length === 0 ? null : (
        <SavePatch agentId={agentId} scope={scope} paths={certain.map(({ path }) => path)} />
      )}
      {onUndo === null ? null : (
        <Button tone="quiet" onClick={onUndo}>
          {words.undoAll}
        </Button>
      )}
    </>
  )
}

interface FileButtonsProps {
  readonly isKept: boolean
  onKeep(): void
  /** Null: it is no change that can be undone. */
  readonly onUndo: (() => void) | null
  onOpen(): void
}

/** What can be done with the change of the selected file. */
export function FileButtons({ isKept, onKeep, onUndo, onOpen }: FileButtonsProps) {
  return (
    <>
      <Button tone="quiet" aria-pressed={isKept} onClick={onKeep}>
        {isKept ? <Check /> : null}
        {words.keepFile}
      </Button>
      {onUndo === null ? null : (
        <Button tone="quiet" onClick={onUndo}>
          {words.undoFile}
        </Button>
      )}
      <Button tone="quiet" onClick={onOpen}>
        {words.openFile}
      </Button>
    </>
  )
}

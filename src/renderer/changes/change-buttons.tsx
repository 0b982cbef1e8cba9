import { Check } from 'lucide-react'

import { type ChangeScope, isCertain, type ListedChange } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { SavePatch } from './save-patch.tsx'

const words = texts.changes

interface AllFilesButtonsProps {
  readonly agentId: AgentId
  readonly scope: ChangeScope
  readonly files: readonly ListedChange[]
  onUndo(): void
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
      <Button tone="quiet" onClick={onUndo}>
        {words.undoAll}
      </Button>
    </>
  )
}

interface FileButtonsProps {
  readonly isKept: boolean
  onKeep(): void
  onUndo(): void
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
      <Button tone="quiet" onClick={onUndo}>
        {words.undoFile}
      </Button>
      <Button tone="quiet" onClick={onOpen}>
        {words.openFile}
      </Button>
    </>
  )
}

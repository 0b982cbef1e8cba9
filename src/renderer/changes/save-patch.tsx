import { useState } from 'react'

import type { ReviewScope } from '../../shared/file-changes.ts'
import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { saveFile } from '../parts/save-file.ts'
import { texts } from '../text/texts.ts'

interface SavePatchProps {
  readonly agentId: AgentId
  readonly scope: ReviewScope
  readonly paths: readonly string[]
}

/** Saves the changes of all files of a scope as a patch for `git apply`. */
export function SavePatch({ agentId, scope, paths }: SavePatchProps) {
  const { changes } = useActions()
  const [failure, setFailure] = useState<string | null>(null)
  async function save(): Promise<void> {
    const patch = await changes.patch(agentId, scope, paths)
    setFailure(patch.ok ? null : patch.error.message)
    if (patch.ok) saveFile(new Blob([patch.value], { type: 'text/x-patch' }), `changes-${shortAgentId(agentId)}.patch`)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => void save()}>
        {texts.changes.savePatch}
      </Button>
      <FailureNote failure={failure} />
    </>
  )
}

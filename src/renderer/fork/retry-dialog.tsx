import { useState } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { texts } from '../text/texts.ts'
import { ModelsDialog } from './models-dialog.tsx'
import { NO_MODELS, type SelectedModels } from '../models/selected-models.ts'

const words = texts.fork.retry

/** Lets one model answer a prompt again, or several, which are compared with the answer that was there. */
export function RetryDialog({ agentId, answerId }: { agentId: AgentId; answerId: EventId }) {
  const { notices } = useStores()
  const { versions } = useActions()
  const [selected, setSelected] = useState<SelectedModels>(NO_MODELS)

  return (
    <ModelsDialog
      agentId={agentId}
      title={words.title}
      selected={selected}
      onSelect={setSelected}
      note={noteFor(selected.size)}
      submitLabel={selected.size > 1 ? words.submitMany({ models: selected.size }) : words.submit}
      start={async (models) =>
        (await versions.retryWith(agentId, answerId, models)) ? null : (notices.take(agentId) ?? '')
      }
    />
  )
}

function noteFor(count: number): string {
  if (count > 1) return words.compared
  return count === 0 ? words.sameModel : ''
}

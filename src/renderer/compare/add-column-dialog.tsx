import { useState } from 'react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { answeredByAll } from './align-turns.ts'
import { useComparedTurns } from './use-compared-turns.ts'
import { defined } from '../../shared/defined.ts'

/** Choice of a model that answers the newest prompt of the comparison too, in a further column. */
export function AddColumnDialog({ comparison }: { comparison: Comparison }) {
  const { dialogs, notices } = useStores()
  const { compare } = useActions()
  const { agents } = comparison
  const { columns, rows } = useComparedTurns(agents)
  const [failure, setFailure] = useState<string | null>(null)
  const [agentId = ''] = agents
  const row = answeredByAll(rows, [...agents.keys()]).at(-1)
  const prompt = (row?.turns[0] ?? columns[0]?.at(-1))?.promptId
  const close = () => dialogs.setState({ dialog: { type: 'none' } })

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

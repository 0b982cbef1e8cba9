import { useState } from 'react'

import type { InstructionState } from '../../shared/contract/instructions.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions } from '../hooks/app-context.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './context-ledger-view.module.css'
import { useLoaded } from './use-loaded.ts'

const words = texts.inspector.instructions

/** Switches the instruction files and skills of an agent, and says what its project contributes. */
export function InstructionsSwitch({ agentId }: { agentId: AgentId }) {
  const { inspector } = useActions()
  const [changes, setChanges] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const loaded = useLoaded(() => inspector.instructions(agentId), agentId, String(changes))
  if (loaded?.ok !== true) return null

  async function change(isOn: boolean): Promise<void> {
    setFailure(await inspector.switchInstructions(agentId, isOn))
    setChanges(changes + 1)
  }

  const { isOn } = loaded.value
  return (
    <div className={styles.summary}>
      <Checkbox label={words.label} checked={isOn} onChange={(next) => void change(next)} />
      <p className={styles.facts}>{hintOf(loaded.value)}</p>
      <FailureNote failure={failure} />
    </div>
  )
}

function hintOf({ isOn, trust: { state, found } }: InstructionState): string {
  if (!isOn) return words.off
  if (state === 'refused') return words.refused
  if (state === 'undecided' && found.length > 0) return words.undecided
  return words.on
}

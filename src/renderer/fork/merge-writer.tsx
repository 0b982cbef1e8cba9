import { useState } from 'react'

import { type BranchMerge, branchSummaryPrompt } from '../../shared/branch-merge.ts'
import type { AgentId } from '../../shared/ids.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { ModelField } from '../models/model-field.tsx'
import { Button } from '../parts/button.tsx'
import { estimateText } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'
import styles from './merge-writer.module.css'
import { defined } from '../../shared/defined.ts'

const words = texts.fork.mergeBack

interface MergeWriterProps {
  /** The agent whose branch is merged. */
  readonly agentId: AgentId
  /** Whether only one turn is merged. */
  readonly isTurn: boolean
  /** What is merged so far; null: it is not known. */
  readonly merge: BranchMerge | null
  /** Most tokens of the text. */
  readonly limit: number
  readonly isWriting: boolean
  /** A fork of the branch writes the text. */
  onStarted(writer: AgentId): void
  onFailed(message: string): void
}

/** Lets a model write the text of a merge, in a fork of the branch. */
export function MergeWriter({ agentId, isTurn, merge, limit, isWriting, onStarted, onFailed }: MergeWriterProps) {
  const { compare } = useActions()
  const own = useAgent(agentId)?.choice
  const [chosen, setChosen] = useState<string | null>(null)
  const spec = chosen ?? (own == null ? null : modelSpecText(own.provider, own.model, own.thinkingLevel))
  const last = isTurn ? merge?.source.events.at(-1) : undefined
  const place = { agentId, ...defined({ atEventId: last }) }
  const prompt = branchSummaryPrompt({ isTurn, maxTokens: limit })
  const isReady = spec !== null && merge !== null && limit > 0 && !isWriting
  const estimates = useEstimate(spec === null || merge === null ? null : { ...place, models: [spec], text: prompt })

  async function write(): Promise<void> {
    if (spec === null) return
    const asked = await compare.writeMerge({ ...place, models: [spec], prompt })
    if (asked.ok) onStarted(asked.value)
    else onFailed(asked.error.message)
  }

  return (
    <div className={styles.writer}>
      <ModelField label={words.model} spec={spec} onChoose={setChosen} agentId={agentId} />
      <Button disabled={!isReady} onClick={() => void write()}>
        {words.write}
      </Button>
      <span className={styles.state} role="status">
        {isWriting ? words.writing : estimates === null ? '' : words.cost({ cost: estimateText(estimates) })}
      </span>
    </div>
  )
}

import { type ComponentProps, useState } from 'react'

import { type BranchMerge, branchSummaryPrompt } from '../../shared/branch-merge.ts'
import type { AgentId } from '../../shared/ids.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { useTree } from '../hooks/use-stores.ts'
import { ModelField } from '../models/model-field.tsx'
import type { ListedAgent } from '../parts/agent-field.tsx'
import { Button } from '../parts/button.tsx'
import { MergeEntry } from '../parts/merge-entry.tsx'
import { estimateText } from '../parts/money-text.ts'
import { agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import inputStyles from './dialog-inputs.module.css'
import forkDialogStyles from './fork-dialog.module.css'
import styles from './merge-parts.module.css'
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

interface MergeFieldsProps extends ComponentProps<typeof MergeEntry> {
  /** Tokens; 0: the field is empty. */
  readonly limit: number
  onLimit(limit: number): void
}

/** Where the text of a merge goes, the text, and the most tokens that it may have. */
export function MergeFields({ limit, onLimit, ...entry }: MergeFieldsProps) {
  return (
    <>
      <MergeEntry {...entry} />
      <label className={forkDialogStyles.field}>
        <span className={forkDialogStyles.label}>{words.limit}</span>
        <input
          className={inputStyles.input}
          type="number"
          min={1}
          required
          value={limit === 0 ? '' : limit}
          onChange={(change) => onLimit(Math.max(0, Math.trunc(change.target.valueAsNumber) || 0))}
        />
      </label>
    </>
  )
}

interface NamedTarget extends ListedAgent {
  readonly name: string
}

interface MergeTargets {
  /** The parent first, then the newest agents. */
  readonly targets: readonly NamedTarget[]
  /** The parent, if the text can be added to it; null: the user has to choose. */
  readonly preset: AgentId | null
}

/** The agents that the text can be added to. */
export function useMergeTargets(source: AgentId): MergeTargets {
  const parentId = useAgent(source)?.parentId ?? null
  const agents = useTree((state) => state.agents)
  const newest = [...agents.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const ids = new Set([...(parentId === null ? [] : [parentId]), ...newest.map(({ id }) => id)])
  const targets = [...ids].flatMap((id) => {
    const agent = agents.get(id)
    if (agent === undefined || id === source || agent.status === 'killed' || agent.archived === true) return []
    const name = agentName(agent)
    return [{ id, name, label: id === parentId ? texts.parts.mergeEntry.parent({ agent: name }) : name }]
  })
  return { targets, preset: targets.find(({ id }) => id === parentId)?.id ?? null }
}

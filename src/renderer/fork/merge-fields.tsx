import type { ComponentProps } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { MergeEntry, type MergeTarget } from '../parts/merge-entry.tsx'
import { agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import inputStyles from './dialog-inputs.module.css'

const words = texts.fork.mergeBack

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
      <label className={styles.field}>
        <span className={styles.label}>{words.limit}</span>
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

interface NamedTarget extends MergeTarget {
  readonly name: string
}

/** The agents that the text can be added to: the parent first. */
export function useMergeTargets(source: AgentId): readonly NamedTarget[] {
  const parentId = useAgent(source)?.parentId ?? null
  const agents = useTree((state) => state.agents)
  const ids = new Set([...(parentId === null ? [] : [parentId]), ...agents.keys()])
  return [...ids].flatMap((id) => {
    const agent = agents.get(id)
    if (agent === undefined || id === source || agent.status === 'killed' || agent.archived === true) return []
    const name = agentName(agent)
    return [{ id, name, label: id === parentId ? texts.parts.mergeEntry.parent({ agent: name }) : name }]
  })
}

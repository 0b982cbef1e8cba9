import type { ComponentProps } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import type { ListedAgent } from '../parts/agent-field.tsx'
import { MergeEntry } from '../parts/merge-entry.tsx'
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

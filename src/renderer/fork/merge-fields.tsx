import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import styles from './fork-dialog.module.css'
import inputStyles from './dialog-inputs.module.css'

const words = texts.fork.mergeBack

interface MergeFieldsProps {
  readonly targets: readonly MergeTarget[]
  readonly target: AgentId
  onTarget(target: AgentId): void
  readonly text: string
  onText(text: string): void
  /** Tokens; 0: the field is empty. */
  readonly limit: number
  onLimit(limit: number): void
}

/** Where the text of a merge goes, the text, and the most tokens that it may have. */
export function MergeFields({ targets, target, onTarget, text, onText, limit, onLimit }: MergeFieldsProps) {
  return (
    <>
      <label className={styles.field}>
        <span className={styles.label}>{words.target}</span>
        <select
          data-first-focus
          className={inputStyles.input}
          value={target}
          onChange={(change) => onTarget(change.target.value)}
        >
          {targets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        <span className={styles.label}>{words.text}</span>
        <textarea
          dir="auto"
          className={styles.prompt}
          rows={6}
          value={text}
          onChange={(change) => onText(change.target.value)}
        />
      </label>
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

interface MergeTarget {
  readonly id: AgentId
  readonly name: string
  readonly label: string
}

/** The agents that the text can be added to: the parent first. */
export function useMergeTargets(source: AgentId): readonly MergeTarget[] {
  const parentId = useAgent(source)?.parentId ?? null
  const agents = useTree((state) => state.agents)
  const ids = new Set([...(parentId === null ? [] : [parentId]), ...agents.keys()])
  return [...ids].flatMap((id) => {
    const agent = agents.get(id)
    if (agent === undefined || id === source || agent.status === 'killed' || agent.archived === true) return []
    const name = agentName(agent)
    return [{ id, name, label: id === parentId ? words.parent({ agent: name }) : name }]
  })
}

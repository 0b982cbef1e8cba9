import { useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { agentName } from '../store/agent-name.ts'
import { siblingGroups, type SiblingGroup } from '../store/comparable-agents.ts'
import styles from './compare-dialog.module.css'

/** Choice of the agents to compare: groups of siblings, those near the focused pane first. */
export function CompareDialog() {
  const { dialogs, layout } = useStores()
  const { compare } = useActions()
  const agents = useTree((state) => state.agents)
  const [groups] = useState(() => siblingGroups(agents, layout.getState().focused))
  const [ticked, setTicked] = useState<readonly AgentId[]>(() => initiallyTicked(groups[0]))
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  const chosen = groups.flatMap((group) => group.agents.map(({ id }) => id)).filter((id) => ticked.includes(id))
  return (
    <Dialog title="Compare agents" size="narrow" initialFocus="layer" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          close()
          compare.show(chosen)
        }}
      >
        {groups.length === 0 ? (
          <p className={styles.nothing}>
            There are no agents with the same parent to compare yet. Fork one into several models.
          </p>
        ) : (
          <div className={styles.groups}>
            {groups.map((group) => (
              <AgentGroup key={group.parent?.id ?? 'roots'} group={group} ticked={ticked} onChange={setTicked} />
            ))}
          </div>
        )}
        <footer className={styles.footer}>
          <span className={styles.note}>{chosen.length === 1 ? 'Select one more agent.' : ''}</span>
          <Button tone="quiet" onClick={close}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" disabled={chosen.length < 2}>
            {chosen.length < 2 ? 'Compare' : `Compare ${chosen.length} agents`}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Returns the initial selection: the nearest group, as many agents as fit side by side. */
function initiallyTicked(group: SiblingGroup | undefined): readonly AgentId[] {
  const most = 4
  return group?.parent == null ? [] : group.agents.slice(-most).map(({ id }) => id)
}

interface AgentGroupProps {
  readonly group: SiblingGroup
  readonly ticked: readonly AgentId[]
  onChange(ticked: readonly AgentId[]): void
}

function AgentGroup({ group: { parent, agents }, ticked, onChange }: AgentGroupProps) {
  const toggle = ({ id }: AgentSummary) =>
    onChange(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLabel}>{parent === null ? 'Roots' : `Children of ${agentName(parent)}`}</legend>
      {agents.map((agent) => (
        <label key={agent.id} className={styles.agent}>
          <input type="checkbox" checked={ticked.includes(agent.id)} onChange={() => toggle(agent)} />
          {agentName(agent)}
          <span className={styles.model}>
            {agent.choice === null ? 'no model' : `${agent.choice.model} · ${agent.choice.thinkingLevel}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

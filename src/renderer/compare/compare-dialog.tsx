import { useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { agentModel, agentName } from '../store/agent-name.ts'
import { comparableGroups, siblingGroups, type SiblingGroup } from '../store/comparable-agents.ts'
import { texts } from '../text/texts.ts'
import styles from './compare-dialog.module.css'

const words = texts.compare.choose

/**
 * Choice of the agents to compare: groups of siblings, those near the focused pane first. With an agent, it is compared
 * with the chosen ones.
 */
export function CompareDialog({ with: first }: { with: AgentId | null }) {
  const { dialogs, layout } = useStores()
  const { compare } = useActions()
  const agents = useTree((state) => state.agents)
  const [query, setQuery] = useState('')
  const [from] = useState(() => first ?? layout.getState().focused)
  const groups = comparableGroups(agents, from, query)
  const [ticked, setTicked] = useState<readonly AgentId[]>(() =>
    first === null ? initiallyTicked(siblingGroups(agents, from)[0], from) : [first],
  )
  const close = () => dialogs.close()
  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={close}>
      <DialogForm
        submit={ticked.length < 2 ? words.submit : words.submitMany({ agents: ticked.length })}
        disabled={ticked.length < 2}
        note={noteFor(ticked.length)}
        onSubmit={() => {
          if (ticked.length < 2) return
          close()
          compare.show(ticked)
        }}
        onCancel={close}
      >
        <input
          className={styles.own}
          data-first-focus
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={query}
          onChange={(change) => setQuery(change.target.value)}
        />
        {groups.length === 0 ? (
          <p className={styles.nothing}>{texts.common.noResults}</p>
        ) : (
          <div className={styles.groups}>
            {groups.map((group) => (
              <AgentGroup key={group.parent?.id ?? 'roots'} group={group} ticked={ticked} onChange={setTicked} />
            ))}
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}

function noteFor(count: number): string {
  if (count === 1) return words.oneMore
  return count >= MAX_COMPARED ? words.full({ agents: MAX_COMPARED }) : ''
}

/**
 * Returns the initial selection: the children or siblings of the agent of the focused pane, as many as fit side by side;
 * without such, that agent.
 */
function initiallyTicked(group: SiblingGroup | undefined, focused: AgentId | null): readonly AgentId[] {
  const most = 4
  if (group?.parent == null) return focused === null ? [] : [focused]
  return group.agents.slice(-most).map(({ id }) => id)
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
      <legend className={styles.groupLabel}>
        {parent === null ? words.roots : words.childrenOf({ agent: agentName(parent) })}
      </legend>
      {agents.map((agent) => (
        <label key={agent.id} className={styles.agent}>
          <input
            type="checkbox"
            checked={ticked.includes(agent.id)}
            disabled={ticked.length >= MAX_COMPARED && !ticked.includes(agent.id)}
            onChange={() => toggle(agent)}
          />
          {agentName(agent)}
          <span className={styles.model}>{factsOf(agent).join(' · ')}</span>
        </label>
      ))}
    </fieldset>
  )
}

function factsOf(agent: AgentSummary): readonly string[] {
  const model = [agentModel(agent) ?? texts.pane.noModel]
  return agent.status === 'killed' ? [...model, words.killed] : model
}

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { agentName } from '../store/agent-name.ts'
import { agentPath } from '../store/tree-rows.ts'
import styles from '../parts/question-dialog.module.css'
import { texts } from '../text/texts.ts'

const words = texts.tree.kill

/** Asks for confirmation, because a killed agent can no longer run or fork. */
export function KillDialog({ agentIds }: { agentIds: readonly AgentId[] }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const all = useTree((state) => state.agents)
  const roots = topmost(all, agentIds)
  const names = agentIds.map((id) => agentName(all.get(id) ?? { id, name: '' }))
  const below = roots.reduce((sum, id) => sum + livingDescendants(all, id), 0) - (agentIds.length - roots.length)
  const close = () => dialogs.close()
  const named = { names: names.join(', '), agents: names.length }
  return (
    <Dialog
      title={names.length === 1 ? words.title({ agent: names.join('') }) : words.titleMany({ agents: names.length })}
      size="narrow"
      initialFocus="marked"
      onClose={close}
    >
      <DialogForm
        submit={words.submit}
        tone="danger"
        focusesCancel
        onSubmit={() => {
          close()
          for (const id of roots) void agents.submit(id, '/kill')
        }}
        onCancel={close}
      >
        <p className={styles.caption}>
          {below <= 0 ? words.about(named) : words.aboutBelow({ ...named, descendants: below })}
        </p>
      </DialogForm>
    </Dialog>
  )
}

/** Returns the agents that are below none of the others: killing an agent also ends those below it. */
function topmost(agents: ReadonlyMap<AgentId, AgentSummary>, agentIds: readonly AgentId[]): readonly AgentId[] {
  const chosen = new Set(agentIds)
  return agentIds.filter(
    (id) =>
      !agentPath(agents, id)
        .slice(0, -1)
        .some((above) => chosen.has(above.id)),
  )
}

/** Returns the number of descendants that can still run. */
export function livingDescendants(agents: ReadonlyMap<AgentId, AgentSummary>, agentId: AgentId): number {
  const below = new Set([agentId])
  // The map is in the order of the feed, not by age, so repeat until nothing is added.
  for (let size = 0; size < below.size;) {
    size = below.size
    for (const agent of agents.values()) {
      if (agent.parentId !== null && below.has(agent.parentId)) below.add(agent.id)
    }
  }
  return [...below].filter((id) => id !== agentId && agents.get(id)?.status === 'running').length
}

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from '../parts/question-dialog.module.css'

/** Asks for confirmation, because a killed agent can no longer run or fork. */
export function KillDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const name = useAgentName(agentId)
  const below = useTree((state) => livingDescendants(state.agents, agentId))
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  const others = below === 0 ? '' : ` and ${below === 1 ? 'the agent' : `the ${below} agents`} below it`
  return (
    <Dialog title={`Kill “${name}”?`} size="narrow" initialFocus="marked" onClose={close}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          close()
          void agents.submit(agentId, '/kill')
        }}
      >
        <p className={styles.caption}>
          This ends {name}
          {others} permanently. The conversation stays in the log and can still be read, searched and exported.
        </p>
        <footer className={styles.footer}>
          <Button tone="quiet" data-first-focus onClick={close}>
            Cancel
          </Button>
          <Button tone="danger" type="submit">
            Kill
          </Button>
        </footer>
      </form>
    </Dialog>
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

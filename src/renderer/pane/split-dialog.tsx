import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { agentModel, agentName } from '../store/agent-name.ts'
import { openAgents } from '../store/layout.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'

const words = texts.pane.split
/**
 * Selects the agent for a new pane beside or below the focused one: a fork of its agent, another agent, or a new one.
 */
export function SplitDialog({ direction }: { direction: 'right' | 'down' }) {
  const { dialogs, layout } = useStores()
  const { agents: actions } = useActions()
  const agents = useTree((state) => state.agents)
  const { focused, ...rest } = layout.getState()
  const isOpen = new Set(openAgents({ focused, ...rest }))
  const close = () => dialogs.close()
  const place = (agentId: AgentId) => () => {
    close()
    layout.dispatch({
      type: 'open',
      agents: [agentId],
      focus: true,
      ...(focused === null ? {} : direction === 'right' ? { beside: focused } : { below: focused }),
    })
  }
  return (
    <PickDialog label={words[direction]} placeholder={words.search} none={texts.common.noResults} onClose={close}>
      <PickGroup heading={words.newAgents}>
        {focused === null ? null : (
          <PickItem
            id="fork"
            label={words.fork}
            onChoose={() => dialogs.setState({ dialog: { type: 'fork', agentId: focused, atEventId: null } })}
          />
        )}
        <PickItem
          id="new"
          label={commandTitle('agent.new')}
          onChoose={() => {
            close()
            void actions.createRoot()
          }}
        />
      </PickGroup>
      <PickGroup heading={words.agents}>
        {[...agents.values()]
          .filter(({ id }) => !isOpen.has(id))
          .map((agent) => (
            <PickItem
              key={agent.id}
              id={agent.id}
              label={agentName(agent)}
              detail={agentModel(agent) ?? undefined}
              onChoose={place(agent.id)}
            />
          ))}
      </PickGroup>
    </PickDialog>
  )
}

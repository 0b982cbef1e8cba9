import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { dateAndTime } from '../store/calendar-day.ts'
import { useAgentMarks } from './use-agent-marks.ts'

/**
 * Choice of a position to which an agent's context is rewound. Every rewind can be undone, because the log keeps the
 * events.
 */
export function RewindDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const name = useAgentName(agentId)
  const { marks, lastEdit } = useAgentMarks(agentId)
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  const submit = (line: string) => () => {
    close()
    void agents.submit(agentId, line)
  }
  return (
    <PickDialog
      label={`Rewind “${name}”`}
      placeholder="Rewind to…"
      none="No results"
      // Enter must not clear everything.
      preselects={marks.length > 0}
      onClose={close}
    >
      {marks.length === 0 ? null : (
        <PickGroup heading="Rewind to a mark">
          {marks.toReversed().map((mark) => (
            <PickItem
              key={mark.name}
              id={`mark:${mark.name}`}
              label={mark.name}
              detail={dateAndTime(mark.setAt)}
              onChoose={submit(`/clear ${mark.name}`)}
            />
          ))}
        </PickGroup>
      )}
      <PickGroup heading={marks.length === 0 ? 'No marks yet. Type /mark NAME to set one.' : 'Everything'}>
        <PickItem id="clear" label="Clear the whole context" detail="/clear" onChoose={submit('/clear')} />
        {lastEdit === null ? null : (
          <PickItem
            id="undo"
            label="Undo the last clear, rewind or compress"
            detail="/clear --undo"
            onChoose={submit('/clear --undo')}
          />
        )}
      </PickGroup>
    </PickDialog>
  )
}

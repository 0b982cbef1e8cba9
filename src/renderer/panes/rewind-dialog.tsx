import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../frame/use-agent.ts'
import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { PickDialog, PickGroup, PickItem } from '../palette/pick-dialog.tsx'
import { agentMarks } from '../store/agent-marks.ts'
import { promptElement } from './prompt-id.ts'

/** Where an agent's context can go back to. Everything here can be undone: the log keeps it. */
export function RewindDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs, agents, log } = useWindow()
  const name = useAgentName(agentId)
  const view = useWindowStore(
    (window) => window.views.store,
    ({ views }) => views.get(agentId),
  )
  const { marks, lastAct } = agentMarks(agentId, view?.events ?? [])
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  const submit = (line: string) => () => {
    close()
    void agents.submit(agentId, line)
  }
  return (
    <PickDialog
      label={`Rewind “${name}”`}
      placeholder="Rewind to…"
      none="No mark is called like that."
      onClose={close}
      returnFocus={() => promptElement(agentId)}
    >
      {marks.length === 0 ? null : (
        <PickGroup heading="Rewind to a mark">
          {marks.toReversed().map((mark) => (
            <PickItem
              key={mark.name}
              id={`mark:${mark.name}`}
              label={mark.name}
              detail={timeOf(mark.event.createdAt)}
              onChoose={submit(`/clear ${mark.name}`)}
            />
          ))}
        </PickGroup>
      )}
      <PickGroup heading={marks.length === 0 ? 'No marks yet: /mark NAME makes one' : 'Everything'}>
        {view?.hasOlder === true ? (
          <PickItem
            id="older"
            label="Look for older marks"
            detail="loads more of the log"
            onChoose={() => void log.loadOlder(agentId)}
          />
        ) : null}
        <PickItem id="clear" label="Clear the whole context" detail="/clear" onChoose={submit('/clear')} />
        {lastAct === null ? null : (
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

function timeOf(createdAt: string): string {
  return new Date(createdAt).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })
}

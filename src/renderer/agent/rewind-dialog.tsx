import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { dateAndTime } from '../store/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { useAgentMarks } from './use-agent-marks.ts'

const words = texts.agentDialogs.rewind

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
      label={words.title({ agent: name })}
      placeholder={words.placeholder}
      none={texts.common.noResults}
      // Enter must not clear everything.
      preselects={marks.length > 0}
      onClose={close}
    >
      {marks.length === 0 ? null : (
        <PickGroup heading={words.marks}>
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
      <PickGroup heading={marks.length === 0 ? words.noMarks : words.everything}>
        <PickItem id="clear" label={words.clear} detail="/clear" onChoose={submit('/clear')} />
        {lastEdit === null ? null : (
          <PickItem id="undo" label={words.undo} detail="/clear --undo" onChoose={submit('/clear --undo')} />
        )}
      </PickGroup>
    </PickDialog>
  )
}

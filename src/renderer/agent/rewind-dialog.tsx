import { useEffect, useMemo } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { momentText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { type RewindRow, rewindRows } from './rewind-rows.ts'
import { useAgentMarks } from './use-agent-marks.ts'

const words = texts.agentDialogs.rewind
const NO_EVENTS: readonly AgentEvent[] = []

/**
 * Choice of a position to which an agent's context is rewound: before one of its prompts, which is then in the prompt
 * box again, or to a mark. Every rewind can be undone, because the log keeps the events.
 */
export function RewindDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { agents, log, versions } = useActions()
  const name = useAgentName(agentId)
  const { marks, lastEdit } = useAgentMarks(agentId)
  const events = useViews(({ views }) => views.get(agentId)?.events ?? NO_EVENTS)
  const hasOlder = useViews(({ views }) => views.get(agentId)?.hasOlder === true)
  const rows = useMemo(() => rewindRows(agentId, events, marks), [agentId, events, marks])
  const hasPrompts = rows.some(({ type }) => type === 'prompt')
  useEffect(() => {
    if (!hasPrompts && hasOlder) void log.loadOlderPrompts(agentId)
  }, [log, agentId, hasPrompts, hasOlder])
  const close = () => dialogs.close()
  const submit = (line: string) => () => {
    close()
    void agents.submit(agentId, line)
  }

  function rewindTo(row: RewindRow): void {
    if (row.type === 'mark') return submit(`/clear ${row.mark.name}`)()
    close()
    void versions.takeBack(agentId, row.event)
  }

  return (
    <PickDialog
      // The first row is selected when it is there.
      key={rows.length === 0 ? 'none' : 'some'}
      label={words.title({ agent: name })}
      placeholder={words.placeholder}
      none={texts.common.noResults}
      // Enter must not clear what was said before the loaded events.
      preselects={rows.length > 0 || !hasOlder}
      onClose={close}
    >
      {rows.length === 0 ? null : (
        <PickGroup heading={words.places}>
          {rows.map((row) => (
            <RewindItem key={rowKey(row)} row={row} onChoose={() => rewindTo(row)} />
          ))}
        </PickGroup>
      )}
      {hasOlder ? (
        <PickItem id="older" label={words.older} onChoose={() => void log.loadOlderPrompts(agentId)} />
      ) : null}
      <PickGroup heading={words.everything}>
        <PickItem id="clear" label={words.clear} detail="/clear" onChoose={submit('/clear')} />
        {lastEdit === null ? null : (
          <PickItem id="undo" label={words.undo} detail="/clear --undo" onChoose={submit('/clear --undo')} />
        )}
      </PickGroup>
    </PickDialog>
  )
}

function RewindItem({ row, onChoose }: { readonly row: RewindRow; onChoose(): void }) {
  if (row.type === 'mark') {
    const { name, setAt } = row.mark
    return <PickItem id={rowKey(row)} label={words.mark({ name })} detail={momentText(setAt)} onChoose={onChoose} />
  }
  const { event, files } = row
  const facts = [momentText(event.createdAt), ...(files === 0 ? [] : [words.files({ files })])]
  return <PickItem id={rowKey(row)} label={event.content ?? ''} detail={facts.join(' · ')} onChoose={onChoose} />
}

function rowKey(row: RewindRow): string {
  return row.type === 'mark' ? `mark:${row.mark.name}` : `prompt:${row.event.id}`
}

import { useMemo } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { useShowEvent } from '../hooks/use-show-event.ts'
import { useViews } from '../hooks/use-stores.ts'
import { PickDialog, PickGroup, PickItem } from '../parts/pick-dialog.tsx'
import { momentText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'

const words = texts.agentDialogs.prompts
const NO_EVENTS: readonly AgentEvent[] = []

/** The prompts of an agent's stream, newest first; the chosen one is scrolled to and gets the focus. */
export function PromptsDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { log } = useActions()
  const runCommand = useRunCommand()
  const showEvent = useShowEvent()
  const name = useAgentName(agentId)
  const events = useViews(({ views }) => views.get(agentId)?.events ?? NO_EVENTS)
  const hasOlder = useViews(({ views }) => views.get(agentId)?.hasOlder === true)
  const prompts = useMemo(
    () => events.filter(({ kind, content }) => kind === 'user' && (content ?? '').trim() !== '').toReversed(),
    [events],
  )
  const goTo = (eventId: EventId) =>
    runCommand(() => void showEvent(agentId, eventId).then(() => focusMessage(agentId, eventId)))
  return (
    <PickDialog
      label={words.title({ agent: name })}
      placeholder={words.placeholder}
      none={texts.common.noResults}
      onClose={dialogs.close}
    >
      {prompts.length === 0 ? null : (
        <PickGroup heading={words.group}>
          {prompts.map(({ id, content, createdAt }) => (
            <PickItem
              key={id}
              id={String(id)}
              label={content ?? ''}
              detail={momentText(createdAt)}
              onChoose={() => goTo(id)}
            />
          ))}
        </PickGroup>
      )}
      {hasOlder ? (
        <PickItem
          id="older"
          label={texts.agentDialogs.rewind.older}
          onChoose={() => void log.loadOlderPrompts(agentId)}
        />
      ) : null}
    </PickDialog>
  )
}

/** Gives a message the focus, from which its keys and those of its neighbours go on. */
function focusMessage(agentId: AgentId, eventId: EventId): void {
  const stream = document.querySelector(`[data-agent-stream="${CSS.escape(agentId)}"]`)
  stream?.querySelector<HTMLElement>(`[data-event="${eventId}"] article[data-kind]`)?.focus({ preventScroll: true })
}

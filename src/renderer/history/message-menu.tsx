import { Menu } from '@base-ui/react/menu'
import { Braces, Copy, Eraser, Flag, History, Pencil, RotateCw, Undo2 } from 'lucide-react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import menuStyles from '../parts/menu.module.css'
import type { AgentEvent } from '../../shared/agent-event.ts'
import { agentMarks } from '../../shared/agent-marks.ts'
import { texts } from '../text/texts.ts'
import { useIsOfKilled, useMessageActs } from './message-acts.ts'
import { isNewestMessage, markAfter } from './message-place.ts'
import { usePaneStream, type OpenMessageMenu } from './pane-stream-context.ts'

const words = texts.message.menu

interface MessageMenuProps {
  readonly menu: OpenMessageMenu
  onClose(): void
}

/** The actions for a message. Each pane has one menu, anchored to the button that was pressed. */
export function MessageMenu({ menu: { event, text, anchor }, onClose }: MessageMenuProps) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const { agentId, running } = usePaneStream()
  const acts = useMessageActs(event, text)
  const killed = useIsOfKilled(event)
  const events = useViews(({ views }) => views.get(agentId)?.events)
  const mark = markAfter(event, events ?? [], agentMarks(agentId, events ?? []).marks)
  const isNewest = isNewestMessage(event, events ?? [])
  const canMark = !running && isNewest
  const rewind = () => (mark === null ? agents.rewind(agentId, event.id) : agents.submit(agentId, `/clear ${mark}`))
  return (
    <Menu.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup} aria-label={words.label} finalFocus={() => anchor}>
            {acts.edit === null ? null : (
              <Menu.Item className={menuStyles.item} disabled={killed} onClick={acts.edit}>
                <Pencil aria-hidden /> {texts.message.edit}
              </Menu.Item>
            )}
            {acts.retry === null || acts.retryWith === null ? null : (
              <>
                <Menu.Item className={menuStyles.item} disabled={killed} onClick={acts.retry}>
                  <RotateCw aria-hidden /> {texts.message.retry}
                </Menu.Item>
                <Menu.Item className={menuStyles.item} disabled={killed} onClick={acts.retryWith}>
                  <RotateCw aria-hidden /> {words.retryWith}
                </Menu.Item>
              </>
            )}
            {acts.runAgain === null ? null : (
              <Menu.Item className={menuStyles.item} disabled={killed} onClick={acts.runAgain}>
                <History aria-hidden /> {words.rerun}
              </Menu.Item>
            )}
            {acts.mergeTurn === null ? null : (
              <Menu.Item className={menuStyles.item} onClick={acts.mergeTurn}>
                <BranchSign of="merge" /> {words.mergeTurn}
              </Menu.Item>
            )}
            <Menu.Item className={menuStyles.item} onClick={acts.fork}>
              <BranchSign of="fork" /> {words.fork}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} disabled={killed} onClick={acts.forkBefore}>
              <BranchSign of="fork" /> {words.forkBefore}
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              disabled={!canMark}
              onClick={() => dialogs.setState({ dialog: { type: 'mark', agentId } })}
            >
              <Flag aria-hidden /> {words.mark}
              {canMark ? null : <span className={menuStyles.note}>{words.onlyAtEnd}</span>}
            </Menu.Item>
            <Menu.Item className={menuStyles.item} disabled={isNewest || running} onClick={() => void rewind()}>
              <Undo2 aria-hidden /> {words.rewind}
              {mark === null ? null : <span className={menuStyles.note}>{mark}</span>}
            </Menu.Item>
            <Menu.Separator className={menuStyles.separator} />
            <Menu.Item className={menuStyles.item} disabled={text === ''} onClick={acts.copy}>
              <Copy aria-hidden /> {words.copy}
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              onClick={() => dialogs.setState({ dialog: { type: 'event', event } })}
            >
              <Braces aria-hidden /> {words.event}
            </Menu.Item>
            <RedactItem event={event} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function RedactItem({ event: { agentId, id: eventId, tombstone } }: { event: AgentEvent }) {
  const { dialogs } = useStores()
  const ask = () => dialogs.setState({ dialog: { type: 'redact', agentId, eventId } })
  return (
    <Menu.Item className={menuStyles.item} disabled={tombstone !== undefined} onClick={ask}>
      <Eraser aria-hidden /> {texts.agentDialogs.redact.menu}
    </Menu.Item>
  )
}

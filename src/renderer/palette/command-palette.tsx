import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useRef } from 'react'

import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { agentName } from '../store/agent-name.ts'
import styles from '../parts/pick-dialog.module.css'
import { formatBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'

const GROUPS = ['Agents', 'Panes', 'View'] as const

/** All available commands and all agents, by name. */
export function CommandPalette() {
  const { dialogs, layout } = useStores()
  const possible = useCommands().flatMap((command) => {
    const run = command.id === 'view.palette' ? null : command.getAction()
    return run === null ? [] : [{ command, run }]
  })
  const close = () => dialogs.setState({ dialog: { type: 'none' } })
  const focusIsTaken = useRef(false)
  const choose = (run: () => void, takesFocus = false) => {
    focusIsTaken.current = takesFocus
    close()
    run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          aria-label="Command palette"
          finalFocus={() => (focusIsTaken.current ? false : (promptElement(layout.getState().focused) ?? true))}
        >
          <Command label="Command palette">
            <Command.Input autoFocus className={styles.search} placeholder="Type a command or an agent name" />
            <Command.List className={styles.list}>
              <Command.Empty className={styles.empty}>No matches</Command.Empty>
              {GROUPS.map((group) => (
                <Command.Group key={group} heading={group} className={styles.group}>
                  {possible
                    .filter(({ command }) => command.group === group)
                    .map(({ command, run }) => (
                      <Command.Item
                        key={command.id}
                        value={command.id}
                        keywords={[titleOf(command)]}
                        className={styles.item}
                        onSelect={() => choose(run, command.takesFocus)}
                      >
                        {titleOf(command)}
                        <kbd className={styles.keys}>
                          {command.currentKeys.map((keys) => formatBinding(keys, IS_MAC)).join('  ')}
                        </kbd>
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
              <AgentItems onChoose={choose} />
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Returns the title, with the detail if there is one: `Go to pane 2: Research`. */
function titleOf({ title, getDetail }: WindowCommand): string {
  const detail = getDetail?.() ?? null
  return detail === null ? title : `${title}: ${detail}`
}

function AgentItems({ onChoose }: { onChoose: (run: () => void) => void }) {
  const { layout } = useStores()
  const agents = useTree((state) => state.agents)
  return (
    <Command.Group heading="Go to agent" className={styles.group}>
      {[...agents.values()].map((agent) => (
        <Command.Item
          key={agent.id}
          value={agent.id}
          keywords={[agentName(agent), agent.choice?.model ?? '']}
          className={styles.item}
          onSelect={() => onChoose(() => layout.dispatch({ type: 'show', agentId: agent.id }))}
        >
          {agentName(agent)}
          <span className={styles.keys}>{agent.choice?.model}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

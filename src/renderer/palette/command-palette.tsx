import { Command } from 'cmdk'
import { useState } from 'react'

import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useStores } from '../hooks/app-context.ts'
import { useRecentCommands, useTree } from '../hooks/use-stores.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { agentName } from '../store/agent-name.ts'
import { PickLayer, PickSearch } from '../parts/pick-dialog.tsx'
import styles from '../parts/pick-dialog.module.css'
import { formatBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'
import { withRecent } from '../store/recent-command-store.ts'
import { paletteMatch } from './palette-match.ts'
import { texts } from '../text/texts.ts'

const words = texts.palette

const GROUPS = ['Agents', 'Panes', 'View'] as const

/**
 * All available commands and all agents, by name. While nothing is typed, the commands that were used last are first.
 */
export function CommandPalette() {
  const { dialogs } = useStores()
  const runCommand = useRunCommand()
  const [query, setQuery] = useState('')
  const recent = useRecentCommands(({ ids }) => ids)
  const commands = useCommands().filter(({ id }) => id !== 'view.palette')
  const shown = query.trim() === '' ? recent : []
  return (
    <PickLayer label={words.title} onClose={() => dialogs.setState({ dialog: { type: 'none' } })}>
      <Command label={words.title} filter={paletteMatch}>
        <PickSearch placeholder={words.placeholder} value={query} onValueChange={setQuery} />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>{texts.common.noResults}</Command.Empty>
          <CommandItems
            heading={words.recent}
            commands={shown.flatMap((id) => commands.find((command) => command.id === id) ?? [])}
          />
          {GROUPS.map((group) => (
            <CommandItems
              key={group}
              heading={words.groups[group]}
              commands={commands.filter((command) => command.group === group && !shown.includes(command.id))}
            />
          ))}
          <AgentItems onChoose={runCommand} />
        </Command.List>
      </Command>
    </PickLayer>
  )
}

/** The commands of a group that are available now. */
function CommandItems({ heading, commands }: { heading: string; commands: readonly WindowCommand[] }) {
  const { recentCommands } = useStores()
  const runCommand = useRunCommand()
  const possible = commands.flatMap((command) => {
    const run = command.getAction()
    return run === null ? [] : [{ command, run }]
  })
  if (possible.length === 0) return null
  return (
    <Command.Group heading={heading} className={styles.group}>
      {possible.map(({ command, run }) => (
        <Command.Item
          key={command.id}
          value={command.id}
          keywords={[titleOf(command)]}
          className={styles.item}
          onSelect={() => {
            recentCommands.setState((state) => withRecent(state, command.id))
            runCommand(run)
          }}
        >
          {titleOf(command)}
          <kbd className={styles.keys}>{command.currentKeys.map((keys) => formatBinding(keys, IS_MAC)).join('  ')}</kbd>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Returns the title, with the detail if there is one: `Go to pane 2: Research`. */
function titleOf({ title, getDetail }: WindowCommand): string {
  const detail = getDetail?.() ?? null
  return detail === null ? title : words.command({ title, detail })
}

function AgentItems({ onChoose }: { onChoose: (run: () => void) => void }) {
  const { layout } = useStores()
  const agents = useTree((state) => state.agents)
  return (
    <Command.Group heading={words.agents} className={styles.group}>
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

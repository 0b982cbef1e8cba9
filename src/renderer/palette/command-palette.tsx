import { Command } from 'cmdk'
import { useEffect, useMemo, useState } from 'react'

import type { AppCommandId } from '../../shared/app-commands.ts'
import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { helpTargetText } from '../../shared/help-pages.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useHelp, useRecentCommands, useTree } from '../hooks/use-stores.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { agentModel, agentName } from '../store/agent-name.ts'
import { PickLayer, PickSearch } from '../parts/pick-dialog.tsx'
import styles from '../parts/pick-dialog.module.css'
import { formatBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'
import { withRecent } from '../store/recent-command-store.ts'
import { paletteMatch } from './palette-match.ts'
import { agentKeywords, paletteAgents, paletteHeadings, parsePaletteQuery } from './palette-query.ts'
import { texts } from '../text/texts.ts'

const words = texts.palette

const SYNONYMS: Readonly<Partial<Record<AppCommandId, string>>> = words.synonyms
const GROUPS = ['Agents', 'Panes', 'View'] as const

/**
 * All available commands, and the agents that match best. While nothing is typed, the commands that were used last are
 * first.
 */
export function CommandPalette() {
  const { dialogs } = useStores()
  const runCommand = useRunCommand()
  const [typed, setTyped] = useState('')
  const { scope, words: query } = parsePaletteQuery(typed)
  const recent = useRecentCommands(({ ids }) => ids)
  const commands = useCommands().filter(({ id }) => id !== 'view.palette')
  const shown = query === '' ? recent : []
  return (
    <PickLayer label={words.title} onClose={dialogs.close}>
      <Command label={words.title} filter={matchTyped}>
        <PickSearch placeholder={words.placeholder} value={typed} onValueChange={setTyped} />
        <Command.List className={styles.list} label={words.title}>
          <Command.Empty className={styles.empty}>{texts.common.noResults}</Command.Empty>
          {(scope === 'all' || scope === 'commands') && (
            <>
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
            </>
          )}
          {(scope === 'all' || scope === 'agents') && <AgentItems query={query} onChoose={runCommand} />}
          {scope === 'all' && <HelpItems query={query} onChoose={runCommand} />}
          {(scope === 'all' || scope === 'messages') && <MessageItem query={query} onChoose={runCommand} />}
        </Command.List>
      </Command>
    </PickLayer>
  )
}

/** How the ids of headings of the help begin. */
const HELP = 'help:'
/** The id of the entry that searches messages. */
const MESSAGES = 'messages'
/** Below the worst match of any other entry. */
const LAST = 0.1
/** Below what is done: headings of the help. */
const NEXT_TO_LAST = 0.2

/** The sign that limits what is searched is not part of any entry. */
function matchTyped(id: string, typed: string, keywords?: readonly string[]): number {
  if (id === MESSAGES) return LAST
  if (id.startsWith(HELP)) return NEXT_TO_LAST
  return paletteMatch(id, parsePaletteQuery(typed).words, keywords)
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
          keywords={[titleOf(command), SYNONYMS[command.id] ?? '']}
          className={styles.item}
          onSelect={() => {
            recentCommands.setState((state) => withRecent(state, command.id))
            runCommand(run)
          }}
        >
          {titleOf(command)}
          {command.currentKeys.length === 0 ? null : (
            <kbd className={styles.keys}>
              {command.currentKeys.map((keys) => formatBinding(keys, IS_MAC)).join('  ')}
            </kbd>
          )}
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

interface FoundItemsProps {
  readonly query: string
  onChoose(run: () => void): void
}

function AgentItems({ query, onChoose }: FoundItemsProps) {
  const { layout } = useStores()
  const agents = useTree((state) => state.agents)
  const { shown, more } = useMemo(() => paletteAgents(agents.values(), query), [agents, query])
  return (
    <>
      <Command.Group heading={words.agents} className={styles.group}>
        {shown.map((agent) => (
          <Command.Item
            key={agent.id}
            value={agent.id}
            keywords={[...agentKeywords(agent)]}
            className={styles.item}
            onSelect={() => onChoose(() => layout.dispatch({ type: 'show', agentId: agent.id }))}
          >
            {agentName(agent)}
            <span className={styles.keys}>{agentModel(agent)}</span>
          </Command.Item>
        ))}
      </Command.Group>
      {more > 0 && <p className={styles.empty}>{words.moreAgents({ agents: more })}</p>}
    </>
  )
}

/** Pages and headings of the help. */
function HelpItems({ query, onChoose }: FoundItemsProps) {
  const { help } = useStores()
  const { help: actions } = useActions()
  useEffect(() => void actions.loadPages(), [actions])
  const pages = useHelp((state) => state.pages)
  const shown = useMemo(() => paletteHeadings(pages ?? [], query), [pages, query])
  if (shown.length === 0) return null
  return (
    <Command.Group heading={texts.help.title} className={styles.group}>
      {shown.map(({ target, title, pageTitle }) => (
        <Command.Item
          key={helpTargetText(target)}
          value={HELP + helpTargetText(target)}
          className={styles.item}
          onSelect={() => onChoose(() => help.show(target))}
        >
          {target.anchor === null ? title : words.heading({ page: pageTitle, heading: title })}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Searches the messages of all agents for what was typed. */
function MessageItem({ query, onChoose }: FoundItemsProps) {
  const { dialogs } = useStores()
  if (query === '') return null
  return (
    <Command.Group heading={words.messages} className={styles.group}>
      <Command.Item
        value={MESSAGES}
        className={styles.item}
        onSelect={() => onChoose(() => dialogs.setState({ dialog: { type: 'search', text: query } }))}
      >
        {words.searchMessages({ text: query })}
      </Command.Item>
    </Command.Group>
  )
}

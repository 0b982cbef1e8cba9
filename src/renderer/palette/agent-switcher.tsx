import { Command } from 'cmdk'
import { type KeyboardEvent, useMemo, useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { formatBinding, matchesBinding } from '../commands/key-binding.ts'
import { useStores } from '../hooks/app-context.ts'
import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useRunCommand } from '../hooks/use-run-command.ts'
import { useTree } from '../hooks/use-stores.ts'
import { ActivityDot } from '../parts/activity-dot.tsx'
import { PickLayer, PickSearch } from '../parts/pick-dialog.tsx'
import styles from '../parts/pick-dialog.module.css'
import { agentName } from '../store/agent-name.ts'
import { texts } from '../text/texts.ts'
import { switchableAgents } from './switch-order.ts'

const words = texts.switcher
const MOD_ENTER = 'Mod+Enter'

/**
 * The agents to switch to, the one that was used before the present one first. The key that opens the list selects the next
 * row while it is open, so the key and Enter go back to where one was.
 */
export function AgentSwitcher() {
  const { dialogs, layout, recentAgents } = useStores()
  const runCommand = useRunCommand()
  const commandKeys = useCommands().find(({ id }) => id === 'agent.switch')?.currentKeys ?? []
  const agents = useTree((state) => state.agents)
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState('')
  const { focused } = layout.getState()
  const { ids: recent } = recentAgents.getState()
  const { lately, others, more } = useMemo(
    () => switchableAgents(agents, typed, { recent, focused }),
    [agents, typed, recent, focused],
  )
  const shown = [...lately, ...others]
  const current = shown.some(({ id }) => id === selected) ? selected : (shown[0]?.id ?? '')

  const open = (agentId: AgentId, isBeside: boolean) =>
    runCommand(() =>
      layout.dispatch(
        isBeside
          ? { type: 'open', agents: [agentId], focus: true, ...(focused === null ? {} : { beside: focused }) }
          : { type: 'show', agentId },
      ),
    )

  function onKeyDown(key: KeyboardEvent): void {
    if (commandKeys.some((binding) => matchesBinding(binding, key, IS_MAC))) {
      const index = shown.findIndex(({ id }) => id === current)
      setSelected(shown[(index + 1) % shown.length]?.id ?? '')
    } else if (matchesBinding(MOD_ENTER, key, IS_MAC) && current !== '') open(current, true)
    else return
    key.preventDefault()
  }

  return (
    <PickLayer label={words.title} onClose={dialogs.close}>
      <Command
        label={words.title}
        shouldFilter={false}
        value={current}
        onValueChange={setSelected}
        onKeyDown={onKeyDown}
      >
        <PickSearch placeholder={words.placeholder} value={typed} onValueChange={setTyped} />
        <Command.List className={styles.list} label={words.title}>
          <Command.Empty className={styles.empty}>{texts.common.noResults}</Command.Empty>
          <AgentGroup heading={words.lately} agents={lately} onOpen={(agentId) => open(agentId, false)} />
          <AgentGroup heading={words.others} agents={others} onOpen={(agentId) => open(agentId, false)} />
          {more > 0 ? <p className={styles.empty}>{words.more({ agents: more })}</p> : null}
        </Command.List>
        <p className={styles.hint}>{keysText(commandKeys[0])}</p>
      </Command>
    </PickLayer>
  )
}

function keysText(next: string | undefined): string {
  return words.keys({
    open: formatBinding('Enter', IS_MAC),
    beside: formatBinding(MOD_ENTER, IS_MAC),
    next: next === undefined ? undefined : formatBinding(next, IS_MAC),
  })
}

interface AgentGroupProps {
  readonly heading: string
  readonly agents: readonly AgentSummary[]
  onOpen(agentId: AgentId): void
}

function AgentGroup({ heading, agents, onOpen }: AgentGroupProps) {
  const all = useTree((state) => state.agents)
  if (agents.length === 0) return null
  return (
    <Command.Group heading={heading} className={styles.group}>
      {agents.map((agent) => (
        <Command.Item key={agent.id} value={agent.id} className={styles.item} onSelect={() => onOpen(agent.id)}>
          <span className={styles.name}>
            <ActivityDot activity={agent.activity} killed={agent.status === 'killed'} />
            <span className={styles.cut} dir="auto">
              {agentName(agent)}
            </span>
          </span>
          <span className={`${styles.keys} ${styles.cut}`}>{placeOf(agent, all)}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Returns the agent above and the name of the folder, as far as there are such. */
function placeOf({ parentId, folder }: AgentSummary, agents: ReadonlyMap<AgentId, AgentSummary>): string {
  const parent = parentId === null ? undefined : agents.get(parentId)
  const last = folder?.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  if (parent === undefined) return last
  return last === '' ? agentName(parent) : words.under({ parent: agentName(parent), folder: last })
}

import { Menu } from '@base-ui/react/menu'
import { type LucideIcon, MailCheck } from 'lucide-react'

import type { WithheldColumn } from '../../shared/agent-attributes.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentActions } from '../actions/agent-actions.ts'
import { useActions } from '../hooks/app-context.ts'
import menuStyles from '../parts/menu.module.css'
import { texts } from '../text/texts.ts'

const words = texts.tree.menu

/** How a user gives an agent a right, and takes it back. */
interface RightSwitch {
  readonly label: string
  readonly Icon: LucideIcon
  readonly isOn: (agent: AgentSummary) => boolean
  readonly change: (agents: AgentActions, agent: AgentSummary, isOn: boolean) => Promise<void>
}

/** Imports leave these rights out and refer to the menu: a right without a switch here does not compile. */
const SWITCHES: Readonly<Record<WithheldColumn, RightSwitch>> = {
  wake_on_mail: {
    label: words.wakeOnMail,
    Icon: MailCheck,
    isOn: ({ wakeOnMail }) => wakeOnMail,
    change: (agents, { id }, isOn) => agents.setWakeOnMail(id, isOn),
  },
}

/** The lines of the agent's menu that give it rights. */
export function RightSwitches({ agent }: { readonly agent: AgentSummary }) {
  const { agents } = useActions()
  return Object.entries(SWITCHES).map(([name, { label, Icon, isOn, change }]) => (
    <Menu.CheckboxItem
      key={name}
      className={menuStyles.item}
      disabled={agent.status === 'killed'}
      checked={isOn(agent)}
      onCheckedChange={(wanted) => void change(agents, agent, wanted)}
    >
      <Icon aria-hidden /> {label}
      <span className={menuStyles.note}>{isOn(agent) ? words.on : words.off}</span>
    </Menu.CheckboxItem>
  ))
}

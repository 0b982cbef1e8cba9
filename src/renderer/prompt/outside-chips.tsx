import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { OutsideOption, OutsideValue } from '../../shared/outside-session.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'
import { MenuChoice } from '../parts/menu-choice.tsx'
import menuStyles from '../parts/menu.module.css'

import styles from './model-chips.module.css'
import optionStyles from './outside-chips.module.css'

const words = texts.prompt.outside

/** The settings of the outside agent that answers, as its program offers them: its mode, its model. */
export function OutsideChips({ agent }: { agent: AgentSummary }) {
  const options = agent.outside?.options ?? []
  if (options.length === 0 || agent.status === 'killed') return null
  return (
    <span className={optionStyles.row} role="group" aria-label={words.label}>
      {options.map((option) => (
        <OptionChip key={option.id} agent={agent} option={option} />
      ))}
    </span>
  )
}

const SWITCH = [
  { value: 'on', name: words.on, description: '' },
  { value: 'off', name: words.off, description: '' },
]

function OptionChip({ agent, option }: { agent: AgentSummary; option: OutsideOption }) {
  const { agents } = useActions()
  const isSwitch = option.choices.length === 0
  const choices = isSwitch ? SWITCH : option.choices
  const current = typeof option.value === 'string' ? option.value : option.value ? 'on' : 'off'
  const shown = choices.find(({ value }) => value === current)?.name ?? current
  function choose(value: unknown): void {
    if (typeof value !== 'string' || value === current) return
    const chosen: OutsideValue = isSwitch ? value === 'on' : value
    void agents.setOutsideOption(agent.id, option.id, chosen)
  }
  const name = visibleText(option.name)
  return (
    <Menu.Root>
      <Menu.Trigger
        className={styles.chip}
        aria-label={words.change({ option: name, value: visibleText(shown) })}
        title={name}
      >
        <span className={styles.text}>{isSwitch ? `${name}: ${shown}` : visibleText(shown)}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" collisionPadding={12}>
          <Menu.Popup
            className={`${menuStyles.popup} ${optionStyles.popup}`}
            aria-label={name}
            finalFocus={() => promptElement(agent.id)}
          >
            <Menu.RadioGroup value={current} onValueChange={choose}>
              {choices.map((choice) => (
                <MenuChoice key={choice.value} value={choice.value}>
                  <span className={optionStyles.choice}>
                    {visibleText(choice.name)}
                    {choice.description === '' ? null : (
                      <span className={optionStyles.description}>{visibleText(choice.description)}</span>
                    )}
                  </span>
                </MenuChoice>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

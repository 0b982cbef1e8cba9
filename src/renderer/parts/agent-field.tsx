import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import { useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { texts } from '../text/texts.ts'
import styles from './agent-field.module.css'
import menuStyles from './menu.module.css'

/** An agent that can be chosen, as it is listed. */
export interface ListedAgent {
  readonly id: AgentId
  readonly label: string
}

interface AgentFieldProps {
  readonly label: string
  readonly agents: readonly ListedAgent[]
  /** Null: none is chosen. */
  readonly chosen: AgentId | null
  onChoose(agent: AgentId): void
}

/** A field that searches among agents while one types, and chooses one. It has the first focus of its dialog. */
export function AgentField({ label, agents, chosen, onChoose }: AgentFieldProps) {
  const [open, setOpen] = useState(false)
  const value = agents.find(({ id }) => id === chosen) ?? null
  return (
    <Combobox.Root
      items={agents}
      value={value}
      onValueChange={(agent) => (agent === null ? undefined : onChoose(agent.id))}
      itemToStringLabel={({ label: name }) => name}
      isItemEqualToValue={(a, b) => a.id === b.id}
      autoHighlight
      open={open}
      onOpenChange={setOpen}
    >
      <div className={styles.field}>
        <span className={styles.label} aria-hidden>
          {label}
        </span>
        <Combobox.Input
          data-first-focus
          aria-label={label}
          className={styles.input}
          placeholder={texts.parts.mergeEntry.search}
          onFocus={(focus) => focus.currentTarget.select()}
          onKeyDown={(key) => {
            // Escape closes the list, then the dialog; it never takes the choice back.
            if (key.key === 'Escape' && !open) key.preventBaseUIHandler()
          }}
        />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} sideOffset={4} collisionPadding={12}>
          <Combobox.Popup className={styles.popup}>
            <Combobox.Empty className={styles.empty}>{texts.common.noResults}</Combobox.Empty>
            <Combobox.List>
              {(agent: ListedAgent) => (
                <Combobox.Item key={agent.id} value={agent} className={menuStyles.item}>
                  <span className={menuStyles.check}>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className={styles.name}>{agent.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

import { Popover } from '@base-ui/react/popover'
import { Plus } from 'lucide-react'

import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import { poolName } from '../../shared/model-pool.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { useStores } from '../hooks/app-context.ts'
import { useDialogs } from '../hooks/use-stores.ts'
import { LevelButton } from '../models/level-button.tsx'
import { ModelButton } from '../models/model-button.tsx'
import { ModelOptionsButton } from '../models/model-options-button.tsx'
import { ModelPicker } from '../models/model-picker.tsx'
import { PickerPopup } from '../models/picker-popup.tsx'
import { texts } from '../text/texts.ts'
import { AskedModelChip } from './asked-model-chip.tsx'
import { MissingKey } from './missing-key.tsx'
import styles from './model-chips.module.css'
import { useAskedModels } from './use-asked-models.ts'

const words = texts.prompt.models

/** The models that the next prompt goes to: the agent's own, then those that a fork of it is made for. */
export function ModelChips({ agent }: { agent: AgentSummary }) {
  const asked = useAskedModels(agent.id)
  return (
    <span className={styles.row}>
      <span className={styles.chips} role="group" aria-label={words.label}>
        <span className={styles.own}>
          <ModelButton agent={agent} />
          {hasLevel(agent.choice) ? <LevelButton agent={agent} choice={agent.choice} /> : null}
        </span>
        {asked.models.map((spec, index) => (
          <AskedModelChip
            // The same model may be asked twice.
            key={`${index} ${spec}`}
            agentId={agent.id}
            spec={spec}
            onLevel={(level) => asked.setLevel(index, level)}
            onRemove={() => asked.remove(index)}
          />
        ))}
      </span>
      <MissingKey agent={agent} asked={asked.models} />
      {agent.choice === null || agent.status === 'killed' ? null : (
        <AddModel agent={agent} isFull={asked.models.length + 1 >= MAX_COMPARED} onAdd={asked.add} />
      )}
      {agent.choice === null || agent.choice.provider === OUTSIDE ? null : <ModelOptionsButton agent={agent} />}
    </span>
  )
}

/** Whether a thinking level can be chosen: the models of a pool have their own, and outside agents name theirs. */
function hasLevel(choice: ModelChoice | null): choice is ModelChoice {
  return choice !== null && choice.provider !== OUTSIDE && poolName(choice.model) === null
}

interface AddModelProps {
  readonly agent: AgentSummary
  readonly isFull: boolean
  onAdd(spec: string): void
}

function AddModel({ agent, isFull, onAdd }: AddModelProps) {
  const { dialogs } = useStores()
  const open = useDialogs(({ askPickerOf }) => askPickerOf === agent.id) && !isFull
  const setOpen = (isOpen: boolean) => dialogs.setState({ askPickerOf: isOpen ? agent.id : null })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={styles.add}
        aria-label={words.add}
        title={isFull ? words.full({ models: MAX_COMPARED }) : words.add}
        disabled={isFull}
      >
        <Plus aria-hidden />
      </Popover.Trigger>
      <PickerPopup label={words.choose} promptOf={agent.id}>
        <ModelPicker
          current={null}
          agentId={agent.id}
          onChoose={(spec) => {
            onAdd(spec)
            setOpen(false)
          }}
        />
      </PickerPopup>
    </Popover.Root>
  )
}

/** Moves the focus to the last chip of the agent's prompt box; returns whether there is a further model. */
export function focusLastModelChip(box: HTMLElement): boolean {
  const chips = box.parentElement?.querySelectorAll<HTMLElement>('[data-model-chip]')
  const last = chips?.[chips.length - 1]
  last?.focus()
  return last !== undefined
}

import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDialogs } from '../hooks/use-stores.ts'
import { ModelPicker } from './model-picker.tsx'
import popoverStyles from '../parts/popover.module.css'
import styles from './model-picker.module.css'
import { promptElement } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.button

/** The model and level of an agent; a click opens the picker. Selecting one sends `/model`. */
export function ModelButton({ agent }: { agent: AgentSummary }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const open = useDialogs(({ modelPickerOf }) => modelPickerOf === agent.id)
  const { choice } = agent
  const close = () => dialogs.setState({ modelPickerOf: null, sendsAfterChoice: null })

  async function choose(spec: string): Promise<void> {
    dialogs.setState({ modelPickerOf: null })
    const isChosen = await agents.submit(agent.id, `/model ${spec}`)
    if (!isChosen) dialogs.setState({ sendsAfterChoice: null })
  }

  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? dialogs.setState({ modelPickerOf: agent.id }) : close())}>
      <Popover.Trigger className={styles.trigger} aria-label={words.label({ model: choiceText(choice) })}>
        <span className={styles.triggerText}>{choiceText(choice)}</span>
        <ChevronDown aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12}>
          <Popover.Popup
            className={popoverStyles.popup}
            aria-label={words.choose}
            finalFocus={() => promptElement(agent.id)}
          >
            <ModelPicker current={choice} agentId={agent.id} onChoose={(spec) => void choose(spec)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function choiceText(choice: AgentSummary['choice']): string {
  return choice === null ? words.none : choice.model
}

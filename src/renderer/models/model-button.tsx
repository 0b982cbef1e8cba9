import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDialogs, useModels } from '../hooks/use-stores.ts'
import { ModelPicker } from './model-picker.tsx'
import { PickerPopup } from './picker-popup.tsx'
import styles from './picker-trigger.module.css'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { ownModelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.button

/** The model and level of an agent; a click opens the picker. Selecting one sends `/model`. */
export function ModelButton({ agent }: { agent: AgentSummary }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const open = useDialogs(({ modelPickerOf }) => modelPickerOf === agent.id)
  const { choice } = agent
  const name = useModels(({ list }) => ownModelTitle(list, agent) ?? words.none)
  const close = () => dialogs.setState({ modelPickerOf: null, sendsAfterChoice: null })

  async function choose(spec: string): Promise<void> {
    dialogs.setState({ modelPickerOf: null })
    const isChosen = await agents.submit(agent.id, `/model ${spec}`)
    if (!isChosen) dialogs.setState({ sendsAfterChoice: null })
  }

  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? dialogs.setState({ modelPickerOf: agent.id }) : close())}>
      <Popover.Trigger className={styles.trigger} aria-label={words.label({ model: name })}>
        {choice === null ? null : <ProviderLeaf of={choice.provider} />}
        <span className={styles.triggerText}>{name}</span>
        <ChevronDown aria-hidden />
      </Popover.Trigger>
      <PickerPopup label={words.choose} promptOf={agent.id}>
        <ModelPicker current={choice} agentId={agent.id} onChoose={(spec) => void choose(spec)} />
      </PickerPopup>
    </Popover.Root>
  )
}

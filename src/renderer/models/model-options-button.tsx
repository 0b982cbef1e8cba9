import { Popover } from '@base-ui/react/popover'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import popoverStyles from '../parts/popover.module.css'
import { ModelOptionsForm } from './model-options-form.tsx'
import pickerStyles from './picker-trigger.module.css'
import { texts } from '../text/texts.ts'

const words = texts.models.options

/** Opens the options of an agent's model beside the thinking level. */
export function ModelOptionsButton({ agent }: { agent: AgentSummary }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={pickerStyles.trigger} aria-label={words.title} title={words.title}>
        <SlidersHorizontal aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12}>
          <Popover.Popup className={popoverStyles.popup} aria-label={words.title}>
            <ModelOptionsForm agentId={agent.id} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

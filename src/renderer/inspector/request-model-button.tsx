import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import type { ModelChoice } from '../../shared/agent-summary.ts'
import { useActions } from '../hooks/app-context.ts'
import { ModelPicker } from '../models/model-picker.tsx'
import { PickerPopup } from '../models/picker-popup.tsx'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './request-model-button.module.css'

const words = texts.inspector.request

interface RequestModelButtonProps {
  /** `MODEL/LEVEL`; null: the agent's own model. */
  readonly model: string | null
  readonly own: ModelChoice | null
}

/** Selects the model for which the request is rendered. The agent's own model does not change. */
export function RequestModelButton({ model, own }: RequestModelButtonProps) {
  const { inspector } = useActions()
  const [open, setOpen] = useState(false)
  const ownLabel = own === null ? words.noModel : `${own.model} · ${own.thinkingLevel}`
  const label = model ?? words.ownModel({ model: ownLabel })
  return (
    <div className={styles.models}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.model} aria-label={words.changeModel({ model: label })}>
          <span className={styles.modelText}>{words.forModel({ model: label })}</span>
          <ChevronDown aria-hidden />
        </Popover.Trigger>
        <PickerPopup label={words.chooseModel}>
          <ModelPicker
            current={own}
            sendsNothing
            onChoose={(spec) => {
              setOpen(false)
              inspector.choose(spec)
            }}
          />
        </PickerPopup>
      </Popover.Root>
      {model === null ? null : (
        <Button tone="quiet" onClick={() => inspector.choose(null)}>
          {words.useOwn}
        </Button>
      )}
    </div>
  )
}

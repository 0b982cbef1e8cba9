import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import type { ProviderName } from '../../shared/providers.ts'
import styles from './model-field.module.css'
import { ModelPicker } from './model-picker.tsx'
import { PickerPopup } from './picker-popup.tsx'
import { useSpecText } from './use-spec-text.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.button

interface ModelFieldProps {
  readonly label: string
  /** Whether only screen readers get the label. */
  readonly isLabelHidden?: boolean
  /** `MODEL/LEVEL` or `@POOL`; null: none is chosen. */
  readonly spec: string | null
  /** What is shown if none is chosen. */
  readonly placeholder?: string
  /** Whether pools can be chosen as well. */
  readonly offersPools?: boolean
  /** Only models of this provider can be chosen, and pools; missing: all models. */
  readonly provider?: ProviderName
  /** The agent whose next prompt the prices are for; missing: no prices. */
  readonly agentId?: AgentId
  onChoose(spec: string): void
}

/** A form field whose value is chosen in the model picker. */
export function ModelField({
  label,
  isLabelHidden = false,
  spec,
  placeholder = words.choose,
  offersPools = true,
  provider,
  agentId,
  onChoose,
}: ModelFieldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const parsed = spec === null ? null : parseModelSpec(spec)
  const choice = parsed?.ok === true ? parsed.choice : null
  const text = useSpecText(spec) ?? placeholder
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger id={id} className={styles.value} aria-labelledby={`${id}-label ${id}`}>
          <span className={styles.text}>{text}</span>
          <ChevronDown size={14} aria-hidden />
        </Popover.Trigger>
        <PickerPopup label={words.chooseFor({ field: label })}>
          <ModelPicker
            current={choice}
            offersPools={offersPools}
            {...(provider !== undefined && { provider })}
            {...(agentId !== undefined && { agentId })}
            onChoose={(chosen) => {
              setOpen(false)
              onChoose(chosen)
            }}
          />
        </PickerPopup>
      </Popover.Root>
    </div>
  )
}

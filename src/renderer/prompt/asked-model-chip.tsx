import { Menu } from '@base-ui/react/menu'
import { ChevronDown, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import { isThinkingLevel, levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useModels } from '../hooks/use-stores.ts'
import { MenuChoice } from '../parts/menu-choice.tsx'
import menuStyles from '../parts/menu.module.css'
import { useSpecText } from '../models/use-spec-text.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import { findModel } from '../store/model-store.ts'
import { texts } from '../text/texts.ts'
import styles from './model-chips.module.css'

const words = texts.prompt.models

interface AskedModelChipProps {
  readonly agentId: AgentId
  /** `MODEL/LEVEL` or `@POOL`. */
  readonly spec: string
  onLevel(level: ThinkingLevel): void
  onRemove(): void
}

/** A further model that is asked. Its menu has its thinking levels and "Remove"; Delete removes it too. */
export function AskedModelChip({ agentId, spec, onLevel, onRemove }: AskedModelChipProps) {
  const parsed = parseModelSpec(spec)
  const choice = parsed.ok ? parsed.choice : null
  const model = useModels(({ list }) => (choice === null ? null : findModel(list, choice.provider, choice.model)))
  const text = useSpecText(spec) ?? spec

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Delete' && key.key !== 'Backspace') return
    key.preventDefault()
    onRemove()
  }

  return (
    <Menu.Root>
      <Menu.Trigger
        className={styles.chip}
        data-model-chip
        aria-label={text.replace(' · ', ', ')}
        onKeyDown={onKeyDown}
      >
        {choice === null ? null : <ProviderLeaf of={choice.provider} />}
        <span className={styles.text}>{text}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start">
          <Menu.Popup
            className={menuStyles.popup}
            aria-label={words.options({ model: text })}
            finalFocus={() => promptElement(agentId)}
          >
            {choice === null ? null : (
              <Menu.RadioGroup
                value={choice.thinkingLevel}
                onValueChange={(level: unknown) =>
                  typeof level === 'string' && isThinkingLevel(level) ? onLevel(level) : undefined
                }
              >
                {levelsOf(model?.thinking ?? null).map((level) => (
                  <MenuChoice key={level} value={level}>
                    {texts.models.level.words[level]}
                  </MenuChoice>
                ))}
              </Menu.RadioGroup>
            )}
            <Menu.Item className={menuStyles.item} onClick={onRemove}>
              <X aria-hidden /> {words.remove}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide-react'

import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import { tokensInText } from '../../shared/thinking-feedback.ts'
import { isThinkingLevel, levelsOf } from '../../shared/thinking-level.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useDialogs, useModels } from '../hooks/use-stores.ts'
import { formatCount } from '../parts/format-figures.ts'
import { MenuChoice } from '../parts/menu-choice.tsx'
import menuStyles from '../parts/menu.module.css'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import { findModel } from '../store/model-store.ts'
import styles from './level-button.module.css'
import pickerStyles from './picker-trigger.module.css'
import { promptElement } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'

const words = texts.models.level

/** Returns what a level means for a model, a budget in the user's language; empty where it says no more than its name. */
function meaningOf(label: string): string {
  const budget = tokensInText(label)
  if (budget === null) return label === 'off' ? '' : label
  return words.budget({ tokens: formatCount(budget) })
}

/** The thinking level of an agent's model, with the meaning of each level. Selecting one sends `/model`. */
export function LevelButton({ agent, choice }: { agent: AgentSummary; choice: ModelChoice }) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const open = useDialogs(({ levelPickerOf }) => levelPickerOf === agent.id)
  const model = useModels(({ list }) => findModel(list, choice.provider, choice.model))
  function choose(level: unknown): void {
    if (typeof level !== 'string' || !isThinkingLevel(level) || level === choice.thinkingLevel) return
    void agents.submit(agent.id, `/model ${modelSpecText(choice.provider, choice.model, level)}`)
  }
  return (
    <Menu.Root open={open} onOpenChange={(next) => dialogs.setState({ levelPickerOf: next ? agent.id : null })}>
      <Menu.Trigger
        className={pickerStyles.trigger}
        aria-label={words.label({ level: words.words[choice.thinkingLevel] })}
      >
        <span className={pickerStyles.triggerText}>{words.words[choice.thinkingLevel]}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={12}>
          <Menu.Popup className={menuStyles.popup} aria-label={words.title} finalFocus={() => promptElement(agent.id)}>
            <Menu.RadioGroup value={choice.thinkingLevel} onValueChange={choose}>
              {levelsOf(model?.thinking ?? null).map((level) => (
                <MenuChoice key={level} value={level}>
                  {words.words[level]}
                  <span className={styles.meaning}>
                    {model === null
                      ? ''
                      : model.thinking === null
                        ? words.none
                        : meaningOf(model.thinking[level] ?? '')}
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

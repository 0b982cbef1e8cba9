import type { ModelInfo } from '../../shared/model-info.ts'
import { levelsOf, type ThinkingLevel } from '../../shared/thinking-level.ts'
import styles from './level-choice.module.css'
import { texts } from '../text/texts.ts'

const words = texts.models.level

interface LevelChoiceProps {
  /** Name of the group of radio buttons; unique on the page. */
  readonly name: string
  /** Null: an unknown model. */
  readonly model: ModelInfo | null
  readonly level: ThinkingLevel
  onChange(level: ThinkingLevel): void
}

/** The thinking levels of the model, each with its meaning. */
export function LevelChoice({ name, model, level, onChange }: LevelChoiceProps) {
  return (
    <fieldset className={styles.levels}>
      <legend className={styles.legend}>{words.legend}</legend>
      {levelsOf(model?.thinking ?? null).map((each) => (
        <label key={each} className={styles.level} data-checked={each === level}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={each === level}
            onChange={() => onChange(each)}
          />
          <span className={styles.name}>{each}</span>
          <span className={styles.meaning}>{levelMeaning(model, each)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function levelMeaning(model: ModelInfo | null, level: ThinkingLevel): string {
  if (model === null) return ''
  return model.thinking === null ? words.none : (model.thinking[level] ?? '')
}

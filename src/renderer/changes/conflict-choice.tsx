import { visibleText } from '../../shared/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import type { Resolutions } from './use-resolutions.ts'

const words = texts.changes.resolve

interface ConflictChoiceProps {
  readonly path: string
  readonly resolutions: Resolutions
}

/** Decides about a file that cannot be merged: the agent's version, or a text of the user. Neither: it is left as it is. */
export function ConflictChoice({ path, resolutions }: ConflictChoiceProps) {
  const how = resolutions.of(path)
  const isTheirs = how?.take === 'theirs'
  const isText = how?.take === 'text'
  return (
    <div role="group" aria-label={words.label({ file: visibleText(path) })} className={styles.message}>
      <div className={styles.buttons}>
        <Button
          tone="quiet"
          aria-pressed={isTheirs}
          onClick={() => (isTheirs ? resolutions.leave(path) : void resolutions.take(path, 'theirs'))}
        >
          {words.theirs}
        </Button>
        {resolutions.isText(path) === false ? (
          <span className={styles.note}>{words.noText}</span>
        ) : (
          <Button
            tone="quiet"
            aria-pressed={isText}
            onClick={() => (isText ? resolutions.leave(path) : void resolutions.take(path, 'text'))}
          >
            {words.edit}
          </Button>
        )}
      </div>
      {isText ? (
        <label className={styles.message}>
          {words.text({ file: visibleText(path) })}
          <textarea
            className={styles.code}
            value={how.text ?? ''}
            rows={12}
            spellCheck={false}
            onChange={(change) => resolutions.edit(path, change.target.value)}
          />
        </label>
      ) : null}
    </div>
  )
}

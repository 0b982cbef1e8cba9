import { useState } from 'react'

import type { AppliedChanges } from '../../shared/agent-worktree.ts'
import type { AgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { texts } from '../text/texts.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { NotApplied } from './apply-plan.tsx'
import { useResolutions } from './use-resolutions.ts'
import styles from './changes.module.css'

const words = texts.changes.adopt

interface AdoptDialogProps {
  readonly raceId: AgentId
  /** The attempt. */
  readonly agentId: AgentId
  /** What would be written; some files conflict. */
  readonly plan: AppliedChanges
}

/** Asks about the files of an attempt that cannot be merged. Nothing is written before each is left out or resolved. */
export function AdoptDialog({ raceId, agentId, plan }: AdoptDialogProps) {
  const { dialogs } = useStores()
  const { races } = useActions()
  const [left, setLeft] = useState<readonly string[]>([])
  const resolutions = useResolutions(agentId)
  const conflicting = plan.files.filter(({ state }) => state === 'conflict').map(({ path }) => path)
  const others = plan.files.filter(({ state }) => state !== 'conflict')
  const close = () => dialogs.close()

  function apply(): void {
    close()
    const skip = conflicting.filter((path) => resolutions.of(path) === null)
    void races.adopt(raceId, agentId, { skip, resolve: resolutions.decided })
  }

  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={close}>
      <div className={styles.body}>
        <p className={styles.note}>{words.about({ folder: visibleText(plan.folder) })}</p>
        <NotApplied paths={plan.notApplied} />
        <fieldset className={styles.conflicts}>
          <legend>{words.conflicts}</legend>
          {conflicting.map((path, index) => (
            <label key={path}>
              <input
                type="checkbox"
                data-first-focus={index === 0 || undefined}
                checked={left.includes(path)}
                onChange={({ target }) => {
                  resolutions.leave(path)
                  setLeft(target.checked ? [...left, path] : left.filter((each) => each !== path))
                }}
              />
              <span>{words.leaveOut({ file: visibleText(path) })}</span>
            </label>
          ))}
        </fieldset>
        {conflicting
          .filter((path) => !left.includes(path))
          .map((path) => (
            <div key={path}>
              <code>{visibleText(path)}</code>
              <ConflictChoice path={path} resolutions={resolutions} />
            </div>
          ))}
        <FailureNote failure={resolutions.failure} />
        {others.length === 0 ? null : (
          <ul className={styles.others} aria-label={texts.changes.apply.files}>
            {others.map(({ path, state }) => (
              <li key={path}>
                {texts.changes.apply.file({ file: visibleText(path), state: texts.changes.apply.states[state] })}
              </li>
            ))}
          </ul>
        )}
        <div className={`${styles.buttons} ${styles.atEnd}`}>
          <Button tone="quiet" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button
            tone="primary"
            disabled={!conflicting.every((path) => left.includes(path) || resolutions.of(path) !== null)}
            onClick={apply}
          >
            {texts.changes.apply.submit}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

import { visibleText } from '../../shared/visible-text.ts'
import { useStores } from '../hooks/app-context.ts'
import { Toasts } from '../hooks/toasts.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { OpenDialog } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import styles from './changes.module.css'
import { useQuotedNames } from './reviewed-files.tsx'
import { useUndoChanges } from './use-undo.ts'

const words = texts.changes.unsureFiles

/** The others are in the dialog of changes. */
const MAX_SHOWN_FILES = 20

type UnsureDialogProps = Omit<Extract<OpenDialog, { readonly type: 'unsure' }>, 'type'>

/**
 * Asks about files that changed while a command ran. What the agent changed for certain has been undone when it opens. Enter
 * leaves them as they are, because they may be the user's. A file that the user named is asked about before anything is done.
 */
export function UnsureDialog({ agentId, choice, paths, writers, back }: UnsureDialogProps) {
  const { dialogs, windowView } = useStores()
  const isNamed = writers !== undefined
  const others = useQuotedNames(writers ?? [])
  const undo = useUndoChanges(agentId)
  const files = paths.length
  const close = (): void => dialogs.setState({ dialog: back })

  function choose(): void {
    dialogs.close()
    windowView.showChanges({ type: 'agent', agentId, scope: choice.scope })
  }

  /** A conflict replaces the dialog, and comes back to what was open before. */
  function undoThem(): void {
    close()
    void undo({ ...choice, unsure: true })
  }

  return (
    <Dialog
      title={isNamed ? words.namedTitle : words.title({ files })}
      size="narrow"
      initialFocus="marked"
      onClose={close}
    >
      <div className={styles.body}>
        <p className={styles.note}>
          {words.about}
          {others === '' ? null : ` ${words.writers({ agents: others })}`}
        </p>
        <ul className={styles.others} aria-label={words.files}>
          {paths.slice(0, MAX_SHOWN_FILES).map((path) => (
            <li key={path}>{visibleText(path)}</li>
          ))}
          {files > MAX_SHOWN_FILES ? <li>{words.more({ files: files - MAX_SHOWN_FILES })}</li> : null}
        </ul>
        <div className={`${styles.buttons} ${styles.atEnd}`}>
          {isNamed ? null : (
            <Button tone="quiet" onClick={choose}>
              {words.choose}
            </Button>
          )}
          <Button data-first-focus onClick={close}>
            {words.leave({ files })}
          </Button>
          <Button tone="primary" onClick={undoThem}>
            {isNamed ? words.undoNamed : words.undo({ files })}
          </Button>
        </div>
      </div>
      <Toasts />
    </Dialog>
  )
}

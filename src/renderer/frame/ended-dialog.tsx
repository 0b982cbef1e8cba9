import { useEffect } from 'react'

import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import styles from '../parts/question-dialog.module.css'
import { useApp, useStores } from '../hooks/app-context.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.ended

/** Shown after `/exit`: the desktop app closes; in a browser, a text says that the tab can be closed. */
export function EndedDialog() {
  const { dialogs } = useStores()
  const { flush } = useApp()
  useEffect(() => {
    flush()
    window.close()
  }, [flush])
  const back = () => dialogs.close()
  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={back}>
      <div className={styles.form}>
        <p className={styles.caption}>{words.about}</p>
        <footer className={styles.footer}>
          <Button tone="primary" data-first-focus onClick={back}>
            {words.back}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

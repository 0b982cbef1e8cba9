import { useEffect, useState } from 'react'

import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from '../parts/question-dialog.module.css'
import { useApp } from '../hooks/app-context.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.confirmation

/** Shows the codes that windows wait for, as the terminal does. */
const CODES_COMMAND = 'ikigai sessions --codes'

interface Request {
  readonly description: string
  readonly failure: string | null
  answer(code: string | null): void
}

/** Asks for the code that the engine shows in its terminal before operations that a stolen session must not allow. */
export function ConfirmationDialog() {
  const { confirmWith } = useApp()
  const [requests, setRequests] = useState<readonly Request[]>([])
  useEffect(
    () =>
      confirmWith(
        ({ description, failure }) =>
          new Promise((resolve) => {
            const request: Request = {
              description,
              failure,
              answer(code) {
                setRequests((open) => open.filter((each) => each !== request))
                resolve(code)
              },
            }
            setRequests((open) => [...open, request])
          }),
      ),
    [confirmWith],
  )
  const [first] = requests
  return first === undefined ? null : <CodeDialog request={first} />
}

function CodeDialog({ request }: { request: Request }) {
  const [code, setCode] = useState('')
  return (
    <Dialog title={words.title} size="narrow" initialFocus="marked" onClose={() => request.answer(null)}>
      <form
        className={styles.form}
        onSubmit={(submit) => {
          submit.preventDefault()
          request.answer(code)
        }}
      >
        <p className={styles.caption}>{words.about({ request: request.description })}</p>
        <label className={styles.field}>
          <span className={styles.label}>{words.code}</span>
          <input
            className={styles.input}
            data-first-focus
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            onChange={(change) => setCode(change.target.value)}
          />
        </label>
        <FailureNote failure={request.failure} />
        <p className={styles.caption}>{words.elsewhere}</p>
        <p className={styles.command}>
          <code>{CODES_COMMAND}</code> <CopyButton text={CODES_COMMAND} label={words.copyCommand} />
        </p>
        <footer className={styles.footer}>
          <Button tone="quiet" onClick={() => request.answer(null)}>
            {texts.common.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={code.trim() === ''}>
            {words.confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

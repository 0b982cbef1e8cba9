import { useEffect, useState } from 'react'
import type { ShownCode } from '../../shared/confirmation.ts'
import { visibleText } from '../../shared/visible-text.ts'

import { CONFIRMATION_HELP } from '../store/help-places.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { DialogHelpContext } from '../parts/help-context.ts'
import { FailureNote } from '../parts/failure-note.tsx'
import styles from '../parts/question-dialog.module.css'
import { useApp, useStores } from '../hooks/app-context.ts'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import otherCodesStyles from './other-codes.module.css'

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
  if (first === undefined) return null
  return (
    <DialogHelpContext value={CONFIRMATION_HELP}>
      <CodeDialog request={first} />
    </DialogHelpContext>
  )
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

const otherCodesWords = texts.frame.otherCodes
const NONE: readonly ShownCode[] = []
const SECOND_MS = 1_000

/** The codes that other windows of the user wait for. Nothing while there are none, or this window is not confirmed. */
export function OtherCodes() {
  const { followCodes } = useApp()
  const [codes, setCodes] = useState(NONE)
  useEffect(() => followCodes((lists) => setCodes(lists.at(-1) ?? NONE)), [followCodes])
  return codes.length === 0 ? null : <ShownCodes codes={codes} />
}

function ShownCodes({ codes }: { readonly codes: readonly ShownCode[] }) {
  const { dialogs } = useStores()
  const now = useNow(SECOND_MS)
  const good = codes.filter(({ until }) => until > now)
  if (good.length === 0) return null
  return (
    <section className={otherCodesStyles.codes} aria-label={otherCodesWords.label}>
      {good.map(({ code, description }) => (
        <p key={code} role="status">
          {otherCodesWords.about({ request: visibleText(description) })}{' '}
          <strong className={otherCodesStyles.code}>{code}</strong>
        </p>
      ))}
      <p className={otherCodesStyles.note}>{otherCodesWords.unknown}</p>
      <Button onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'browsers' } })}>
        {otherCodesWords.browsers}
      </Button>
    </section>
  )
}

import { useEffect, useState } from 'react'

import type { ShownCode } from '../../shared/confirmation.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useApp, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { useNow } from '../parts/use-now.ts'
import { texts } from '../text/texts.ts'
import styles from './other-codes.module.css'

const words = texts.frame.otherCodes
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
    <section className={styles.codes} aria-label={words.label}>
      {good.map(({ code, description }) => (
        <p key={code} role="status">
          {words.about({ request: visibleText(description) })} <strong className={styles.code}>{code}</strong>
        </p>
      ))}
      <p className={styles.note}>{words.unknown}</p>
      <Button onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'browsers' } })}>
        {words.browsers}
      </Button>
    </section>
  )
}

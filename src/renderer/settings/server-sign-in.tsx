import { useState } from 'react'

import type { SignInOffer, ToolServerState } from '../../shared/tool-list.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './entry.module.css'
import { TextSetting } from './text-setting.tsx'

const words = texts.toolServers.signIn

interface ServerSignInProps {
  readonly name: string
  readonly signIn: NonNullable<ToolServerState['signIn']>
}

/** Signs in to a server at an address, or out. What is asked for is shown before the page is opened. */
export function ServerSignIn({ name, signIn }: ServerSignInProps) {
  const { servers } = useActions()
  const { toasts } = useStores()
  const [offer, setOffer] = useState<SignInOffer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function begin(): Promise<void> {
    setFailure(null)
    const begun = await servers.signIn(name)
    if (!begun.ok) return setFailure(begun.error.message)
    setOffer(begun.value)
    const refusal = await servers.signInResult(name)
    setOffer((now) => (now === begun.value ? null : now))
    setFailure(refusal)
    if (refusal === null) toasts.show(words.done({ server: name }))
  }

  const signOut = async (): Promise<void> => setFailure(await servers.signOut(name))

  return (
    <>
      {offer === null ? null : <Offer name={name} offer={offer} onCancel={() => setOffer(null)} />}
      <FailureNote failure={failure} />
      {offer === null ? (
        <span className={styles.entryButtons}>
          {signIn === 'signed_in' ? (
            <Button onClick={() => void signOut()}>{words.signOut}</Button>
          ) : (
            <Button tone="primary" onClick={() => void begin()}>
              {words.begin}
            </Button>
          )}
        </span>
      ) : null}
    </>
  )
}

interface OfferProps {
  readonly name: string
  readonly offer: SignInOffer
  onCancel(): void
}

function Offer({ name, offer: { address, issuer, scopes }, onCancel }: OfferProps) {
  const { servers } = useActions()
  const permissions = scopes.length === 0 ? words.serverChooses : scopes.join(', ')
  return (
    <div className={styles.entry} role="group" aria-label={words.title({ server: name })}>
      <p className={styles.entryNote}>
        {words.about({
          server: name,
          issuer: visibleText(issuer, 'shown'),
          permissions: visibleText(permissions, 'shown'),
        })}
      </p>
      <p className={styles.entryText}>{visibleText(address, 'shown')}</p>
      <span className={styles.entryButtons}>
        <Button tone="primary" onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}>
          {words.openPage}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
      </span>
      <TextSetting
        label={words.lastPage}
        value=""
        hint={words.lastPageHint}
        onSave={(typed) => servers.finishSignIn(name, typed)}
      />
    </div>
  )
}

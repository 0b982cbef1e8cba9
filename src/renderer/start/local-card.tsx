import { Server } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { LocalServer } from '../../shared/local-server.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import styles from './first-start.module.css'

const words = texts.start.local

/** The servers of local models on this machine, each with a button to use it. */
export function LocalCard() {
  const { dialogs } = useStores()
  const { agents, settings } = useActions()
  const servers = useLocalServers()
  const [failure, setFailure] = useState<string | null>(null)

  async function use(server: LocalServer): Promise<void> {
    const refusal = await settings.adoptLocalServer(server)
    setFailure(refusal)
    if (refusal === null) await agents.createRoot()
  }

  return (
    <li className={styles.way}>
      <Server className={styles.icon} aria-hidden />
      <h3>{words.title}</h3>
      <div className={styles.servers} role="status">
        {servers === null ? <p>{words.looking}</p> : null}
        {servers?.length === 0 ? <p>{words.none}</p> : null}
        {servers?.map((server) => (
          <div key={server.baseUrl} className={styles.server}>
            <span>{words.server({ name: server.name, models: server.models.length })}</span>
            <Button
              aria-label={words.useServer(server)}
              disabled={server.models.length === 0}
              onClick={() => void use(server)}
            >
              {words.use}
            </Button>
          </div>
        ))}
      </div>
      <FailureNote failure={failure} />
      <Button onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'connections' } })}>
        {words.enterAddress}
      </Button>
    </li>
  )
}

/**
 * Looks for servers when the page opens, and again when the window gets the focus. Null: the first look is not done.
 */
function useLocalServers(): readonly LocalServer[] | null {
  const { settings } = useActions()
  const [servers, setServers] = useState<readonly LocalServer[] | null>(null)
  useEffect(() => {
    let isShown = true
    async function look(): Promise<void> {
      const found = await settings.findLocalServers()
      if (isShown) setServers(found)
    }
    const onFocus = (): void => void look()
    onFocus()
    window.addEventListener('focus', onFocus)
    return () => {
      isShown = false
      window.removeEventListener('focus', onFocus)
    }
  }, [settings])
  return servers
}

import { useEffect, useState } from 'react'

import type { BrowserSession } from '../../shared/contract/sessions.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../store/calendar-day.ts'
import rowStyles from './setting-rows.module.css'

/** The browsers that may open the window. The engine asks for a code before it ends another window's session. */
export function BrowsersPage() {
  const { settings } = useActions()
  const [sessions, setSessions] = useState<readonly BrowserSession[] | null | 'loading'>('loading')
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void settings.loadSessions().then(setSessions)
  }, [settings])

  async function end(id: string | null): Promise<void> {
    const ended = await settings.endSessions(id)
    setFailure(ended.ok ? null : ended.error.message)
    setSessions(await settings.loadSessions())
  }

  if (sessions === 'loading') return <p className={formStyles.lead}>Loading sessions…</p>
  if (sessions === null) {
    return (
      <p className={formStyles.none}>
        This window is not in a browser. The command <code>ikigai sessions</code> lists the browsers that may open it.
      </p>
    )
  }
  return (
    <div className={formStyles.settings}>
      <ul className={rowStyles.rows} aria-label="Browser sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      <Button disabled={sessions.every(({ isThis }) => isThis)} onClick={() => void end(null)}>
        End all others
      </Button>
      {failure === null ? null : (
        <p className={formStyles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: BrowserSession; onEnd(): void }) {
  const { id, browser, createdAt, lastUsedAt, isThis } = session
  const name = browserName(browser)
  return (
    <li className={rowStyles.row} aria-label={`${name}, session ${id}`} title={browser}>
      <span className={rowStyles.rowText}>
        <span>{isThis ? `${name} (this window)` : name}</span>
        <span className={rowStyles.rowHint}>
          Last used {dateAndTime(lastUsedAt)} · created {dateAndTime(createdAt)} · {id}
        </span>
      </span>
      <Button tone="quiet" aria-label={`End session ${id}`} onClick={onEnd}>
        End session
      </Button>
    </li>
  )
}

/** Names in user agents, the most specific first: Edge also calls itself Chrome, and Chrome Safari. */
const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Returns browser and system, as in “Firefox on Linux”. A user agent can claim anything. */
function browserName(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1])
  return system === undefined ? (browser ?? 'Unknown browser') : `${browser ?? 'Unknown browser'} on ${system}`
}

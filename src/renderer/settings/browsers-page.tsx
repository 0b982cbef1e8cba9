import { useEffect, useState } from 'react'

import type { BrowserSession } from '../../shared/contract/sessions.ts'
import { useActions } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import rowStyles from './setting-rows.module.css'

const words = texts.browsers

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

  if (sessions === 'loading') return <p className={formStyles.lead}>{words.loading}</p>
  if (sessions === null) return <p className={formStyles.none}>{words.notInBrowser}</p>
  return (
    <div className={formStyles.settings}>
      <ul className={rowStyles.rows} aria-label={words.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      <Button disabled={sessions.every(({ isThis }) => isThis)} onClick={() => void end(null)}>
        {words.endOthers}
      </Button>
      <FailureNote className={formStyles.failure} failure={failure} />
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: BrowserSession; onEnd(): void }) {
  const { id, browser, createdAt, lastUsedAt, isThis } = session
  const name = browserName(browser)
  return (
    <li className={rowStyles.row} aria-label={words.session({ browser: name, id })} title={browser}>
      <span className={rowStyles.rowText}>
        <span>{isThis ? words.thisWindow({ browser: name }) : name}</span>
        <span className={rowStyles.rowHint}>
          {words.facts({ used: dateAndTime(lastUsedAt), created: dateAndTime(createdAt), id })}
        </span>
      </span>
      <Button tone="quiet" aria-label={words.endSession({ id })} onClick={onEnd}>
        {words.end}
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
  const [browser = words.unknown, system] = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  return system === undefined ? browser : words.onSystem({ browser, system })
}

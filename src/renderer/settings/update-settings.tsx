import { useEffect, useState } from 'react'

import { UPDATE_SETTINGS, type UpdateNews, type UpdateState } from '../../shared/app-update.ts'
import { useActions } from '../hooks/app-context.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { SelectSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const words = texts.updates

const CHANNELS = UPDATE_SETTINGS.map((value) => ({ value, label: words.channels[value] }))

/** Whether there is a newer version, which ones are looked for, and what is new in this one. */
export function UpdateSettings() {
  const { config: actions } = useActions()
  const config = useConfiguration()
  const update = useConfig((state) => state.update)
  if (config === null || update === null) return null
  return (
    <>
      <h4 className={formStyles.subheading}>{words.title}</h4>
      <SelectSetting
        label={words.channel}
        value={config.updates}
        options={CHANNELS}
        onChange={(value) => actions.update({ updates: UPDATE_SETTINGS.find((known) => known === value) })}
      />
      <Newest update={update} />
      <News />
    </>
  )
}

function Newest({ update }: { update: UpdateState }) {
  const { config: actions } = useActions()
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState<'check' | 'install' | null>(null)
  const { newest, way, refusal, command, checkedAt } = update

  async function run(what: 'check' | 'install', work: Promise<string | null>): Promise<void> {
    setRunning(what)
    setFailure(await work)
    setRunning(null)
  }
  const check = (): Promise<void> =>
    run(
      'check',
      actions.checkForUpdate().then(() => null),
    )
  const install = (whileRunning: boolean): Promise<void> =>
    run(
      'install',
      actions.installUpdate(whileRunning).then((done) => (done.ok ? null : done.error.message)),
    )
  const known = refusal === null ? null : words.refusals[refusal]
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel}>{words.state}</span>
      <span className={formStyles.settingField}>
        <span>{stateText(update)}</span>
        <Button disabled={running !== null} onClick={() => void check()}>
          {running === 'check' ? words.checking : words.check}
        </Button>
        {newest === null || way === 'npm' ? null : (
          <Button tone="primary" disabled={running !== null} onClick={() => void install(false)}>
            {installLabel(update, running === 'install')}
          </Button>
        )}
      </span>
      {command === null ? null : <p className={formStyles.effect}>{words.run({ command })}</p>}
      <p className={formStyles.hint}>
        {checkedAt === null ? null : `${words.checkedAt({ date: dateAndTime(checkedAt) })} `}
        {way === 'npm' ? null : words.hint}
      </p>
      <FailureNote className={formStyles.failure} failure={known ?? failure} />
      {known === null && failure !== null ? (
        <Button onClick={() => void install(true)}>{words.installAnyway}</Button>
      ) : null}
    </div>
  )
}

function stateText({ version, newest, checkedAt, refusal }: UpdateState): string {
  if (newest !== null) return words.newer({ version, newest })
  return checkedAt === null || refusal !== null ? words.unknown({ version }) : words.newest({ version })
}

function installLabel({ way, phase }: UpdateState, isRunning: boolean): string {
  if (phase === 'installing') return words.installing
  if (isRunning) return words.loading
  return way === 'package' ? words.load : words.install
}

/** What is new in this version, in a few lines. */
function News() {
  const { config: actions } = useActions()
  const [news, setNews] = useState<UpdateNews | null>(null)
  useEffect(() => void actions.readNews().then(setNews), [actions])
  if (news === null) return null
  return (
    <>
      <h4 className={formStyles.subheading}>{words.news}</h4>
      {news.lines.length === 0 ? <p className={formStyles.hint}>{words.noNews}</p> : null}
      <ul>
        {news.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

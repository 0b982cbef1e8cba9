import { useState } from 'react'

import type { BackupStatus } from '../../shared/backup-status.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { SelectSetting, TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const words = texts.database.backups

const PERIODS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '0', label: words.never },
  { value: '24', label: words.daily },
  { value: '168', label: words.weekly },
]

/** When and where all data is backed up, how the last backup ended, and a button that makes one now. */
export function BackupSettings() {
  const { config: actions } = useActions()
  const config = useConfiguration()
  const backup = useTree(({ status }) => status?.backup ?? null)
  if (config === null || backup === null) return null
  const hours = String(config.backupEveryHours)
  const periods = PERIODS.some(({ value }) => value === hours)
    ? PERIODS
    : [...PERIODS, { value: hours, label: words.everyHours({ hours }) }]
  return (
    <>
      <h4 className={formStyles.subheading}>{words.title}</h4>
      <SelectSetting
        label={words.period}
        value={hours}
        options={periods}
        onChange={(value) => actions.update({ backupEveryHours: Number(value) })}
      />
      <TextSetting
        label={words.folder}
        value={config.backupFolder ?? ''}
        placeholder={backup.folder ?? words.noFolder}
        hint={words.folderHint}
        onSave={(value) => actions.update({ backupFolder: value === '' ? null : value })}
      />
      {/* What was said about an attempt ends with the next backup. */}
      <LastBackup key={backup.madeAt} backup={backup} />
    </>
  )
}

function LastBackup({ backup }: { backup: BackupStatus }) {
  const { config: actions } = useActions()
  const [failure, setFailure] = useState<string | null>(null)
  const problem = failure ?? backup.problem
  return (
    <div className={formStyles.setting}>
      <span className={formStyles.settingLabel}>{words.last}</span>
      <span className={formStyles.settingField}>
        <span>{backup.madeAt === null ? words.noneYet : dateAndTime(backup.madeAt)}</span>
        <Button disabled={backup.isRunning} onClick={() => void actions.backUp().then(setFailure)}>
          {backup.isRunning ? words.backingUp : words.backUp}
        </Button>
      </span>
      <FailureNote className={formStyles.failure} failure={problem} />
    </div>
  )
}

import { useState } from 'react'

import type { BackupStatus } from '../../shared/backup-status.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../store/calendar-day.ts'
import { SelectSetting } from './select-setting.tsx'
import { TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const PERIODS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '0', label: 'Never' },
  { value: '24', label: 'Daily' },
  { value: '168', label: 'Weekly' },
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
    : [...PERIODS, { value: hours, label: `Every ${hours} hours` }]
  return (
    <>
      <h4 className={formStyles.subheading}>Backups</h4>
      <SelectSetting
        label="Back up"
        value={hours}
        options={periods}
        onChange={(value) => actions.update({ backupEveryHours: Number(value) })}
      />
      <TextSetting
        label="Backup folder"
        value={config.backupFolder ?? ''}
        placeholder={backup.folder ?? 'None'}
        hint="A folder on another disk protects against the loss of this one."
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
      <span className={formStyles.settingLabel}>Last backup</span>
      <span className={formStyles.settingField}>
        <span>{backup.madeAt === null ? 'None yet' : dateAndTime(backup.madeAt)}</span>
        <Button disabled={backup.isRunning} onClick={() => void actions.backUp().then(setFailure)}>
          {backup.isRunning ? 'Backing up…' : 'Back up now'}
        </Button>
      </span>
      {problem === null ? null : (
        <p className={formStyles.failure} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

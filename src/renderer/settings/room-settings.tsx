import { useCallback, useEffect, useState } from 'react'

import type { Result } from '../../shared/result.ts'
import { type FreedSpace, type RoomReport, SMALL_UNUSED } from '../../shared/room.ts'
import { useActions } from '../hooks/app-context.ts'
import { formatCount, formatSize } from '../parts/format-figures.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import { dateAndTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './room-settings.module.css'
import { SelectSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'

const words = texts.database.room

/** Days; 0: never. */
const CHOICES: readonly string[] = ['0', '30', '90', '365']

/** What takes room on the disk, by kind. Kinds that take none are left out. */
export function RoomSettings() {
  const { config: actions } = useActions()
  const [report, setReport] = useState<Result<RoomReport> | null>(null)
  const measure = useCallback(() => actions.roomSizes().then(setReport), [actions])
  useEffect(() => void measure(), [measure])
  return (
    <>
      <h4 id="room-title" className={formStyles.subheading}>
        {words.title}
      </h4>
      {report === null ? <p className={formStyles.effect}>{words.measuring}</p> : null}
      {report?.ok === false ? (
        <p className={formStyles.failure} role="alert">
          {report.error.message}
        </p>
      ) : null}
      {report?.ok === true ? <RoomTable report={report.value} /> : null}
      {report?.ok === true ? <UnusedSpace unused={report.value.unused} onFreed={measure} /> : null}
      <OutputRule />
    </>
  )
}

/** The space of the database that holds nothing, and its end. */
function UnusedSpace({ unused, onFreed }: { unused: number | null; onFreed: () => Promise<void> }) {
  const { config: actions } = useActions()
  const [state, setState] = useState<'freeing' | Result<FreedSpace> | null>(null)
  const free = async (): Promise<void> => {
    setState('freeing')
    const freed = await actions.freeSpace()
    await onFreed()
    setState(freed)
  }
  if (unused === null) return <p className={formStyles.hint}>{words.unmeasured}</p>
  return (
    <>
      {unused < SMALL_UNUSED ? null : (
        <>
          <p className={formStyles.hint}>{words.unused({ size: formatSize(unused) })}</p>
          <Button disabled={state === 'freeing'} onClick={() => void free()}>
            {state === 'freeing' ? words.freeing : words.free}
          </Button>
        </>
      )}
      {state === null || state === 'freeing' ? null : (
        <p className={state.ok ? formStyles.hint : formStyles.failure} role={state.ok ? 'status' : 'alert'}>
          {state.ok ? words.freed({ size: formatSize(state.value.freed) }) : state.error.message}
        </p>
      )}
    </>
  )
}

/** After how many days files with whole outputs of tools are deleted. */
function OutputRule() {
  const { config: actions } = useActions()
  const days = String(useConfiguration()?.toolOutputDays ?? 0)
  const known = CHOICES.includes(days) ? CHOICES : [...CHOICES, days]
  return (
    <SelectSetting
      label={words.rule}
      value={days}
      options={known.map((value) => ({ value, label: value === '0' ? words.never : words.afterDays({ days: value }) }))}
      onChange={(value) => actions.update({ toolOutputDays: Number(value) })}
    />
  )
}

function RoomTable({ report: { events, parts, total, removedOutputs } }: { report: RoomReport }) {
  const { files, bytes, lastAt } = removedOutputs
  return (
    <>
      <table className={styles.room} aria-labelledby="room-title">
        <tbody>
          {parts.map(({ kind, bytes }) =>
            bytes === 0 ? null : (
              <tr key={kind}>
                <th scope="row">
                  {kind === 'events' ? words.events({ count: formatCount(events) }) : words.kinds[kind]}
                </th>
                <td>{bytes === null ? words.unknown : formatSize(bytes)}</td>
              </tr>
            ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{formatSize(total)}</td>
          </tr>
        </tfoot>
      </table>
      {lastAt === null ? null : (
        <p className={formStyles.hint}>
          {words.removed({ count: files, size: formatSize(bytes), time: dateAndTime(lastAt) })}
        </p>
      )}
    </>
  )
}

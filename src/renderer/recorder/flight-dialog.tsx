import { useState, useEffect } from 'react'
import type { FlightRecording } from '../../shared/flight-recorder.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { saveFile } from '../parts/save-file.ts'
import { texts } from '../text/texts.ts'
import { chartRows, endOf, listedSpans } from './chart-rows.ts'
import { FlightChart, SpanTable } from './flight-chart.tsx'
import styles from './flight-dialog.module.css'

const words = texts.recorder

/** The last minute of the engine and this window: a chart, the entries of a second, and a switch. */
export function FlightDialog() {
  const { recorder } = useActions()
  const { dialogs } = useStores()
  const { recording, error, renew } = useRecording()
  const [problem, setProblem] = useState<string | null>(null)
  const isOn = recording?.isOn === true

  async function record(wanted: boolean): Promise<void> {
    const switched = await recorder.record(wanted)
    setProblem(switched.ok ? null : switched.error.message)
    renew()
  }

  return (
    <Dialog title={words.title} size="wide" initialFocus="layer" onClose={dialogs.close}>
      <div className={styles.body}>
        <p className={styles.about}>{words.about}</p>
        <div className={styles.head}>
          <Checkbox label={words.record} checked={isOn} onChange={(wanted) => void record(wanted)} />
          <Button
            disabled={recording === null || recording.spans.length === 0}
            onClick={() => (recording === null ? undefined : save(recording))}
          >
            {words.save}
          </Button>
        </div>
        {(problem ?? error) === null ? null : (
          <p role="alert" className={styles.error}>
            {problem ?? error}
          </p>
        )}
        {recording === null ? null : <Recorded recording={recording} />}
      </div>
    </Dialog>
  )
}

function Recorded({ recording: { isOn, spans } }: { recording: FlightRecording }) {
  const [secondsAgo, setSecondsAgo] = useState<number | null>(null)
  if (spans.length === 0) return <p className={styles.nothing}>{isOn ? words.waiting : words.empty}</p>
  const end = endOf(spans)
  return (
    <>
      <FlightChart rows={chartRows(spans, end)} secondsAgo={secondsAgo} onSelect={setSecondsAgo} />
      <div className={styles.tableHead}>
        <h3 className={styles.tableTitle}>
          {secondsAgo === null ? words.longest : words.atMoment({ ago: words.ago({ seconds: secondsAgo }) })}
        </h3>
        <Button disabled={secondsAgo === null} onClick={() => setSecondsAgo(null)}>
          {words.wholeMinute}
        </Button>
      </div>
      <SpanTable spans={listedSpans(spans, end, secondsAgo)} end={end} />
    </>
  )
}

/** Saves what is shown. Times are milliseconds since the epoch. */
function save({ spans }: FlightRecording): void {
  const savedAt = new Date().toISOString()
  const json = JSON.stringify({ format: 'ikigai-recording', version: 1, savedAt, spans }, null, 2)
  saveFile(
    new Blob([json], { type: 'application/json' }),
    `ikigai-recording-${savedAt.slice(0, 19).replaceAll(':', '-')}.json`,
  )
}

const EVERY_MS = 1000

/** The recording, read once a second while it is on. */
function useRecording() {
  const { recorder } = useActions()
  const [recording, setRecording] = useState<FlightRecording | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [revision, setRevision] = useState(0)
  const isOn = recording?.isOn === true

  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<void> => {
      const result = await recorder.read()
      if (!isCurrent) return
      if (result.ok) setRecording(result.value)
      setError(result.ok ? null : result.error.message)
    }
    void read()
    const timer = isOn ? setInterval(() => void read(), EVERY_MS) : undefined
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [recorder, isOn, revision])

  return { recording, error, renew: () => setRevision((before) => before + 1) }
}

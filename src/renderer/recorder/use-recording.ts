import { useEffect, useState } from 'react'

import type { FlightRecording } from '../../shared/flight-recorder.ts'
import { useActions } from '../hooks/app-context.ts'

const EVERY_MS = 1000

/** The recording, read once a second while it is on. */
export function useRecording() {
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

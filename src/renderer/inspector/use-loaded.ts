import { useEffect, useState } from 'react'

import type { Result } from '../../shared/result.ts'
import type { Loaded } from '../actions/inspector-actions.ts'

/** How long a context rests before it is asked for again: a turn of many tools records many events. */
const DEBOUNCE_MS = 150

/**
 * Asks again whenever `key` changes, once it has rested. What was known stays until the new answer is there, unless it
 * was about something else (`subject` changed).
 */
export function useLoaded<T>(ask: () => Promise<Result<T>>, subject: string, key: string): Loaded<T> {
  const [known, setKnown] = useState<{ readonly subject: string; readonly value: Result<T> } | null>(null)
  const [request, setRequest] = useState({ ask, subject, key })
  if (request.subject !== subject || request.key !== key) setRequest({ ask, subject, key })
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      void request.ask().then((value) => (wanted ? setKnown({ subject: request.subject, value }) : undefined))
    }, DEBOUNCE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [request])
  return known?.subject === subject ? known.value : null
}

import { useEffect, useState } from 'react'

import type { Result } from '../../shared/result.ts'
import type { Loaded } from '../actions/inspector-actions.ts'

/**
 * Delay after the last change before the context is loaded again: a turn with many tool calls records many events. ms.
 */
const DEBOUNCE_MS = 150

/**
 * Loads again when `key` has changed, after a delay. The previous result is kept until the new one arrives, unless
 * `subject` changed.
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

import { useEffect, useState } from 'react'

import type { BlamedLines } from '../../shared/blame.ts'
import { useActions } from '../hooks/app-context.ts'

interface Found {
  readonly key: string
  readonly ranges: readonly BlamedLines[] | null
}

/** Loads which changes brought the lines of a file. `path`: absolute; null: none is asked for. Null: not known, or not yet. */
export function useBlame(path: string | null, revision: number): readonly BlamedLines[] | null {
  const { changes } = useActions()
  const [found, setFound] = useState<Found | null>(null)
  const key = path === null ? null : `${revision} ${path}`
  useEffect(() => {
    if (path === null || key === null) return undefined
    let isCurrent = true
    void changes.blame(path).then((blamed) => {
      if (isCurrent) setFound({ key, ranges: blamed.ok ? blamed.value.ranges : null })
    })
    return () => {
      isCurrent = false
    }
  }, [changes, path, key])
  return found !== null && found.key === key ? found.ranges : null
}

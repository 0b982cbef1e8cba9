import { useEffect, useRef, useState } from 'react'

/** An answer and its request. */
interface Answered<Request, Answer> {
  readonly request: Request
  readonly answer: Answer
}

/**
 * Undefined: there is no answer to this request. `signal` aborts when the answer is no longer needed. Never rejects.
 */
type Ask<Request, Answer> = (request: Request, signal: AbortSignal) => Promise<Answer | undefined>

/**
 * Returns the last answer to a request that changes faster than it is answered: one request runs at a time, then the
 * newest one follows. An unchanged request must be the same object, and `ask` the same function. Null: no answer yet.
 */
export function useNewestAnswer<Request, Answer>(
  request: Request,
  ask: Ask<Request, Answer>,
): Answered<Request, Answer> | null {
  const [last, setLast] = useState<Answered<Request, Answer> | null>(null)
  const newest = useRef(request)
  const mounted = useRef<Mounted | null>(null)

  useEffect(() => {
    const ending = new AbortController()
    mounted.current = { signal: ending.signal, isAsking: false }
    return () => ending.abort()
  }, [])

  useEffect(() => {
    newest.current = request
    if (mounted.current !== null) void askUntilSettled(mounted.current, newest, ask, setLast)
  }, [request, ask])

  return last
}

/** The state between mount and unmount. */
interface Mounted {
  readonly signal: AbortSignal
  isAsking: boolean
}

async function askUntilSettled<Request, Answer>(
  mounted: Mounted,
  newest: { readonly current: Request },
  ask: Ask<Request, Answer>,
  show: (answered: Answered<Request, Answer>) => void,
): Promise<void> {
  if (mounted.isAsking) return
  mounted.isAsking = true
  for (let isNew = true; isNew && !mounted.signal.aborted;) {
    const request = newest.current
    const answer = await ask(request, mounted.signal)
    if (answer !== undefined && !mounted.signal.aborted) show({ request, answer })
    isNew = newest.current !== request
  }
  mounted.isAsking = false
}

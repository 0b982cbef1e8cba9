import { useNotices } from '../hooks/use-stores.ts'

/** Announces states to screen readers ("root answered"), never streamed text. */
export function Announcer() {
  const text = useNotices((state) => state.announcement)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}

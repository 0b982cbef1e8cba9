import { useNotices } from '../hooks/use-stores.ts'

/** Says states to screen readers ("root answered"), never what streams. */
export function Announcer() {
  const words = useNotices((state) => state.announcement)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  )
}

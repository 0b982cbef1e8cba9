import { useWindowStore } from '../hooks/app-context.ts'

/** Says states to screen readers ("root answered"), never what streams. */
export function Announcer() {
  const words = useWindowStore(
    (window) => window.notices.store,
    (state) => state.announcement,
  )
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  )
}

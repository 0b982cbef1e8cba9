import { Split } from 'lucide-react'
import { createContext, use } from 'react'

import type { EventId } from '../../shared/ids.ts'
import { NoteLine } from '../parts/note-line.tsx'

/** Texts of rules before events of a stream, by event. */
export type EventMarkTexts = ReadonlyMap<EventId, readonly string[]>

export const NO_MARKS: EventMarkTexts = new Map()
const MarksContext = createContext(NO_MARKS)

/** Gives the streams inside of it marks that are not in their logs. */
export const EventMarksProvider = MarksContext.Provider

/** The marks before an event. */
export function EventMarks({ eventId }: { eventId: EventId }) {
  return use(MarksContext)
    .get(eventId)
    ?.map((text) => (
      <NoteLine key={text} tone="mark">
        <Split aria-hidden /> {text}
      </NoteLine>
    ))
}

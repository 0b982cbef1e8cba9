import { expect, it } from 'vitest'

import { contextMarks } from '../../../src/main/core/context/context-ledger.ts'
import { ContextReplay } from '../../../src/main/core/context/replay-context.ts'
import { agentMarks } from '../../../src/renderer/store/agent-marks.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { eventLog } from '../../support/event-log-builder.ts'

function marksAfter(events: readonly AgentEvent[]) {
  const context = new ContextReplay()
  for (const event of events) context.apply(event)
  return contextMarks(context)
}

it('names every mark of a context however long, when it was set, and the act that can be undone', () => {
  const log = eventLog()
  const first = { ...log.mark('FIRST'), createdAt: '2026-11-20T10:00:00.000Z' }
  const said = Array.from({ length: 1000 }, (_, index) => log.user(String(index)))
  const second = log.mark('SECOND')
  const third = log.mark('THIRD')
  const rewind = log.rewind(second.id, 'SECOND')
  expect(marksAfter([first, ...said, second, third, rewind])).toEqual({
    marks: [
      { name: 'FIRST', eventId: first.id, setAt: first.createdAt },
      { name: 'SECOND', eventId: second.id, setAt: second.createdAt },
    ],
    lastAct: rewind.id,
  })
})

it('says the same as the window makes of the same events', () => {
  const log = eventLog()
  const clear = log.clear()
  const events = [
    clear,
    log.mark('A'),
    log.mark('B'),
    log.add({ kind: 'rewind', data: { target_id: clear.id, undoes: clear.id } }),
    log.clear(),
    log.mark('A'),
    log.add({ kind: 'rewind', data: { target_id: clear.id + 4, undoes: clear.id + 4 } }),
    log.mark('C'),
    log.rewind(clear.id + 2),
  ]
  for (let length = 0; length <= events.length; length++) {
    const known = events.slice(0, length)
    expect(marksAfter(known)).toEqual(agentMarks(clear.agentId, known))
  }
})

import { expect, it } from 'vitest'

import type { DataReference } from '../../../src/shared/event-kind-row.ts'
import { EVENTS } from '../../../src/shared/events.ts'
import { idsInData } from '../../support/ids-in-data.ts'

/** What the types of ids can become in an import. Deeper in a value they can only be dropped with it. */
const REFERENCES: Readonly<Record<string, readonly DataReference[]>> = {
  AgentId: ['agent'],
  'AgentId[]': ['agents'],
  EventId: ['event', 'event_from', 'event_up_to'],
  MailId: ['mail'],
  AnswerSource: ['answers'],
  'AnswerSource[]': ['answers'],
}

const references = new Map<string, DataReference>(
  Object.entries(EVENTS).flatMap(([kind, row]) =>
    Object.entries(row.references).map(([key, reference]) => [`${kind}.${key}`, reference] as const),
  ),
)
const found = idsInData()

it('maps each id in the data of an event by a reference of its row', () => {
  const wrong = found.filter(({ place, type }) => {
    const reference = references.get(place)
    return reference !== 'dropped' && REFERENCES[type]?.some((each) => each === reference) !== true
  })
  expect(wrong).toEqual([])
})

it('knows by its type what each reference refers to', () => {
  const typed = new Set(found.map(({ place }) => place))
  expect([...references.keys()].filter((place) => !typed.has(place))).toEqual([])
})

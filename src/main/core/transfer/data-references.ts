import type { EventKind } from '../../../shared/agent-event.ts'
import type { DataReference } from '../../../shared/event-kind-row.ts'
import { EVENTS } from '../../../shared/events.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { IdMap } from './id-map.ts'

/** Returns the data of an imported event with the ids that it has here. Values that are no ids stay as they are. */
export function withNewReferences(kind: EventKind, data: JsonObject, ids: IdMap): JsonObject {
  return mapped(data, EVENTS[kind].references, ids)
}

function mapped(data: JsonObject, references: Readonly<Record<string, DataReference>>, ids: IdMap): JsonObject {
  const entries = Object.entries(data).flatMap(([key, value]): [string, JsonValue][] => {
    const reference = Object.hasOwn(references, key) ? references[key] : undefined
    if (reference === 'dropped') return []
    return [[key, reference === undefined ? value : MAPPINGS[reference](value, ids)]]
  })
  return Object.fromEntries(entries)
}

type Mapping = (value: JsonValue, ids: IdMap) => JsonValue

const MAPPINGS: Readonly<Record<Exclude<DataReference, 'dropped'>, Mapping>> = {
  agent: (value, ids) => (typeof value === 'string' ? ids.agent(value) : value),
  agents: (value, ids) => eachOf(value, (one) => MAPPINGS.agent(one, ids)),
  event: (value, ids) => (typeof value === 'number' ? ids.event(value) : value),
  event_up_to: (value, ids) => (typeof value === 'number' ? ids.eventUpTo(value) : value),
  event_from: (value, ids) => (typeof value === 'number' ? ids.eventFrom(value) : value),
  mail: (value, ids) => (typeof value === 'number' ? ids.mail(value) : value),
  answers: (value, ids) => (Array.isArray(value) ? eachOf(value, (one) => answer(one, ids)) : answer(value, ids)),
}

function answer(value: JsonValue, ids: IdMap): JsonValue {
  if (!isJsonObject(value)) return value
  const events = eachOf(value['events'] ?? [], (id) => MAPPINGS.event_up_to(id, ids))
  return { ...mapped(value, { agent: 'agent' }, ids), events: Array.isArray(events) ? events : [] }
}

function eachOf(value: JsonValue, map: (one: JsonValue) => JsonValue): JsonValue {
  if (!Array.isArray(value)) return value
  const list: readonly JsonValue[] = value
  return list.map(map)
}

import { z } from 'zod'

import type { AgentEvent, AgentEventOf, EventDataByKind, EventKind } from './agent-event.ts'
import { sha256Schema } from './attachment.ts'
import type { EventKindRow, EventPlace } from './event-kind-row.ts'
import { CHECKPOINT_CAUSES } from './file-changes.ts'
import { isJsonObject, type JsonObject } from './json.ts'

const id = z.number().int().positive()
const answerSource = z.looseObject({ agent: z.string(), events: z.array(id) })
/**
 * An object from parsed JSON, used unchanged. A record schema would build a new object and lose a key such as
 * `__proto__`.
 */
export const jsonObjectSchema = z.custom<JsonObject>(isJsonObject, 'expected an object')

/** All kinds of events. A kind without a row, and a row without one of its facts, do not compile. */
export const EVENTS = {
  system: {
    data: 'none',
    schema: null,
    context: 'inherited_state',
    message: 'none',
    rerun: 'act',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  user: {
    data: 'optional',
    schema: null,
    context: 'item',
    message: 'whole',
    rerun: 'question',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  assistant: {
    data: 'required',
    schema: null,
    context: 'item',
    message: 'whole',
    rerun: 'response',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  tool_call: {
    data: 'required',
    schema: z.looseObject({ tool_call_id: z.string().min(1), name: z.string().min(1), arguments: jsonObjectSchema }),
    context: 'item',
    message: 'part',
    rerun: 'none',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  tool_result: {
    data: 'required',
    schema: z.looseObject({ tool_call_id: z.string().min(1) }),
    context: 'item',
    message: 'part',
    rerun: 'none',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  mark: {
    data: 'required',
    schema: z.looseObject({ name: z.string().min(1) }),
    context: 'own_state',
    message: 'none',
    rerun: 'act',
    shown: { ledger: false, history: true, markdown: true },
    references: {},
  },
  clear: {
    data: 'none',
    schema: null,
    context: 'edit',
    message: 'none',
    rerun: 'question',
    shown: { ledger: false, history: true, markdown: true },
    references: {},
  },
  rewind: {
    data: 'required',
    schema: z.looseObject({ target_id: id }),
    context: 'edit',
    message: 'none',
    rerun: 'question',
    shown: { ledger: false, history: true, markdown: true },
    references: { target_id: 'event_from', undoes: 'event' },
  },
  fork: {
    data: 'required',
    schema: z.looseObject({ child: z.string(), answers: z.array(answerSource).optional() }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: true },
    references: { child: 'agent', answers: 'answers' },
  },
  command: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: {},
  },
  summary: {
    data: 'required',
    schema: z.union([z.looseObject({ failed: z.string() }), z.looseObject({ from_id: id, to_id: id })]),
    context: 'edit',
    message: 'part',
    rerun: 'question',
    shown: { ledger: true, history: true, markdown: true },
    references: { from_id: 'event_from', to_id: 'event_up_to' },
  },
  model: {
    data: 'required',
    schema: null,
    context: 'own_state',
    message: 'none',
    rerun: 'act',
    shown: { ledger: false, history: true, markdown: true },
    references: {},
  },
  interrupted: {
    data: 'required',
    schema: null,
    context: 'item',
    message: 'whole',
    rerun: 'response',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  agent_killed: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: true },
    references: { by: 'agent' },
  },
  mail: {
    data: 'required',
    schema: z.looseObject({ from: z.string() }),
    context: 'item',
    message: 'whole',
    rerun: 'question',
    shown: { ledger: true, history: true, markdown: true },
    references: { from: 'agent', mail_id: 'mail' },
  },
  error: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'response',
    shown: { ledger: false, history: true, markdown: true },
    references: {},
  },
  keep_warm: {
    data: 'required',
    schema: z.looseObject({ answer_id: id }),
    context: 'own_state',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: false, markdown: false },
    references: { answer_id: 'event_up_to' },
  },
  options: {
    data: 'required',
    schema: z.looseObject({ options: jsonObjectSchema }),
    context: 'inherited_state',
    message: 'none',
    rerun: 'act',
    shown: { ledger: false, history: true, markdown: false },
    references: {},
  },
  instructions: {
    data: 'required',
    schema: z.looseObject({
      path: z.string(),
      origin: z.enum(['project', 'person', 'skills', 'servers']),
      sha256: sha256Schema,
      bytes: z.number(),
    }),
    context: 'item',
    message: 'none',
    rerun: 'act',
    shown: { ledger: true, history: true, markdown: true },
    references: {},
  },
  checkpoint: {
    data: 'required',
    schema: z.looseObject({
      cause: z.enum(CHECKPOINT_CAUSES),
      store: z.enum(['git', 'shadow', 'copies']),
      folder: z.string(),
      before: z.string().regex(/^[0-9a-f]+$/),
      after: z.string().regex(/^[0-9a-f]+$/),
      files: z.array(z.looseObject({ path: z.string(), status: z.enum(['added', 'modified', 'deleted']) })),
      own: z.union([z.literal(true), z.array(z.string())]).optional(),
      others: z.union([z.literal(true), z.array(z.string())]).optional(),
      unrecorded: z.string().optional(),
    }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { from_agent: 'agent' },
  },
  merge: {
    data: 'required',
    schema: z.looseObject({ sources: z.array(answerSource), merged: answerSource }),
    context: 'item',
    message: 'whole',
    rerun: 'question',
    shown: { ledger: true, history: true, markdown: true },
    references: { sources: 'answers', merged: 'answers' },
  },
  vote: {
    data: 'required',
    schema: z.looseObject({ answer: answerSource, over: z.array(answerSource) }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { answer: 'answers', over: 'answers' },
  },
  verdict: {
    data: 'required',
    schema: z.looseObject({ answers: z.array(answerSource.extend({ rank: z.number() })) }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { answers: 'answers' },
  },
  race: {
    data: 'required',
    schema: z.looseObject({ step: z.string() }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { agent: 'agent', winner: 'agent', attempts: 'agents', event: 'event' },
  },
  rerun: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { agent: 'agent', from: 'event_from', to: 'event_up_to', event: 'event_up_to' },
  },
  evaluation: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: { agent: 'agent', of: 'agent', event: 'event' },
  },
  import: {
    data: 'required',
    schema: z.looseObject({ tool: z.string(), session: z.string() }),
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: true },
    references: {},
  },
  redacted: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: true },
    references: { event_id: 'event', tombstones: 'dropped' },
  },
  outputs_removed: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: {},
  },
  taken_over: {
    data: 'required',
    schema: null,
    context: 'none',
    message: 'none',
    rerun: 'none',
    shown: { ledger: false, history: true, markdown: false },
    references: {},
  },
} as const satisfies { readonly [K in EventKind]: EventKindRow<EventDataByKind[K]> }

type EventTable = typeof EVENTS

/** The facts that are one value of several. */
type Fact = 'data' | 'context' | 'message' | 'rerun'

/** The kinds whose rows have one of the values. */
type KindWith<F extends Fact, Value> = { [K in EventKind]: EventTable[K][F] extends Value ? K : never }[EventKind]

/** The kinds that are shown in a place. */
export type KindShownIn<Place extends EventPlace> = {
  [K in EventKind]: EventTable[K]['shown'][Place] extends true ? K : never
}[EventKind]

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind)
}

/** All kinds, in the order of the table. */
export const EVENT_KINDS: readonly EventKind[] = Object.keys(EVENTS).filter(isEventKind)

/** The kinds whose rows have the value, or one of them. */
export function kindsWith<F extends Fact, Value extends EventTable[EventKind][F]>(
  fact: F,
  ...values: readonly Value[]
): readonly EventKind[] {
  return EVENT_KINDS.filter((kind) => values.some((value) => value === EVENTS[kind][fact]))
}

/** Whether the row of the event's kind has the value, or one of them. */
export function eventHas<F extends Fact, Value extends EventTable[EventKind][F]>(
  event: AgentEvent,
  fact: F,
  ...values: readonly Value[]
): event is AgentEventOf<KindWith<F, Value>> {
  return values.some((value) => value === EVENTS[event.kind][fact])
}

/** Whether events of this kind are shown in a place. */
export function isShownIn<Place extends EventPlace>(
  event: AgentEvent,
  place: Place,
): event is AgentEventOf<KindShownIn<Place>> {
  return EVENTS[event.kind].shown[place]
}

import type { z } from 'zod'

/**
 * What an id in the `data` of an event refers to, and so what it becomes when a file is imported. `event_up_to` and
 * `event_from` are bounds of ranges: if the event is not in the file, the next one inside the range takes its place.
 * `answers`: an `AnswerSource`, or a list of them. `dropped`: it means nothing in another log.
 */
export type DataReference = 'agent' | 'agents' | 'event' | 'event_up_to' | 'event_from' | 'mail' | 'answers' | 'dropped'

/** Where an event may be shown: as a part of the context (the inspector), in the window's history, in an export as Markdown. */
export type EventPlace = 'ledger' | 'history' | 'markdown'

type KeyOf<T> = T extends object ? keyof T : never

/** What is decided by the kind of an event whose `data` is `Data`. Each row says all of it: nothing has a default. */
export interface EventKindRow<Data> {
  /** Whether the event has `data`; `optional`: it may be null. */
  readonly data: [Data] extends [null] ? 'none' : null extends Data ? 'optional' : 'required'
  /**
   * The keys that `data` must have in a file that is imported (docs/import-format.md); others are kept unchanged. Null:
   * it needs none.
   */
  readonly schema: z.ZodType | null
  /**
   * What it does to the agent's context (docs/behaviour/context.md#replay). `item`: models see it. `edit`: it changes
   * which items they see. `inherited_state` and `own_state`: it sets something beside the items, which forks inherit or
   * not. `none`: nothing.
   */
  readonly context: 'item' | 'edit' | 'inherited_state' | 'own_state' | 'none'
  /** `whole`: what a user or a model said. `part`: it belongs to what is said, or stands for it. */
  readonly message: 'whole' | 'part' | 'none'
  /**
   * How a context ends if it is the newest event, for a fork that does not replay the log
   * (`core/context/fork-point.ts`). `prompt`: unanswered. `answer`: settled if the answer makes no calls. `settled`: nothing
   * is open. `unknown`: the context must be replayed. `passed_over`: the event before it says so.
   */
  readonly atEnd: 'prompt' | 'answer' | 'settled' | 'unknown' | 'passed_over'
  /**
   * What it is to a rerun (docs/behaviour/reruns.md). `question`: it is repeated, and gives the model something to answer
   * or another context. `act`: it is repeated. `response`: how a request ended. `none`: turns make it anew, or it is left
   * out.
   */
  readonly rerun: 'question' | 'act' | 'response' | 'none'
  readonly shown: Readonly<Record<EventPlace, boolean>>
  /** What the ids in its `data` refer to. */
  readonly references: { readonly [Key in KeyOf<Data> & string]?: DataReference }
}

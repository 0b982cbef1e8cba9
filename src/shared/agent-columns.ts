import { z } from 'zod'

import { agentProfileSchema } from './agent-profile.ts'
import { exactTime } from './exact-time.ts'
import type { JsonValue } from './json.ts'
import { ANSWERING } from './providers.ts'
import { ALL_LEVELS } from './thinking-level.ts'

/** A column of the table `agents`. Each row says all of it: nothing has a default. */
export interface AgentColumn {
  /** The attribute of an agent that has the column's value. Null: none has it alone. */
  readonly attribute: string | null
  /** The attribute that several columns make up, or that differs from the stored value. Null: none. */
  readonly partOf: 'choice' | 'usage' | 'cost' | 'profile' | 'home' | null
  /** In PostgreSQL. Texts and JSON are stored losslessly. */
  readonly type: 'uuid' | 'text' | 'bigint' | 'integer' | 'float8' | 'boolean' | 'json' | 'timestamptz'
  readonly nullable: boolean
  /** What the database writes into a new row. `clock`: the time. Null: no default. */
  readonly default: { readonly value: JsonValue } | 'clock' | null
  /** Of the value in the form of `row_to_json`. Null: no engine reads it. */
  readonly stored: z.ZodType | null
  /**
   * What counts in place of a value that cannot be read, because another program wrote it, or a file brought it: never
   * more than the agent had. The agent then has no turns, except with `strictest`, which is the profile that allows least.
   * Null: no engine reads it.
   */
  readonly unreadable: { readonly value: JsonValue } | 'strictest' | null
  /** Where the value of a new agent comes from. `computed`: from other rows. */
  readonly created: 'given' | 'default' | 'computed'
  /**
   * What a change of the agent does. `replaced`: by any value but null, which means that it stays. `added`: the change says
   * by how much. `kept`: changes do not name the column.
   */
  readonly change: 'replaced' | 'added' | 'kept'
  /** Of the value in the lines of an export (docs/import-format.md), with what a missing one means. */
  readonly exported: z.ZodType | { readonly not: string }
  /** What an import writes, and a restore of single agents. `counted`: it follows from the imported events and mail. */
  readonly restored: 'from_file' | 'counted' | { readonly not: string }
  /**
   * What becomes of the value if it came with data that is not proven to be of this machine
   * (docs/security.md#imports-and-restores). `content`: it stays, because it gives no right. `narrowed`: what agents have
   * here at most. `default`: that of a new agent. `counted`: it follows from the rows that came. `here`: this machine
   * writes it.
   */
  readonly unproven: 'content' | 'narrowed' | 'default' | 'counted' | 'here'
}

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
/** Any name is accepted: agents receive new ids. */
const label = z.string().min(1).max(200)
const position = optional(z.number().int().nonnegative())
const fileTime = optional(z.iso.datetime({ offset: true }))
const time = z.string().transform(exactTime)

const EMPTY = { value: null } as const
const ZERO = { value: 0 } as const
const GIVEN = { default: null, created: 'given', change: 'kept', partOf: null, restored: 'from_file' } as const
const CHOICE = {
  ...GIVEN,
  attribute: null,
  partOf: 'choice',
  nullable: true,
  change: 'replaced',
  unreadable: EMPTY,
  unproven: 'content',
} as const
const COUNT = {
  nullable: false,
  default: ZERO,
  stored: z.number(),
  unreadable: ZERO,
  change: 'added',
  unproven: 'counted',
} as const
const TOTAL = {
  ...COUNT,
  attribute: null,
  created: 'given',
  exported: { not: 'the sum of its events' },
  restored: 'counted',
} as const
const TOKENS = { ...TOTAL, partOf: 'usage', type: 'bigint' } as const

/**
 * All columns, in the order of the table. The Drizzle table, the statements of commits and imports, the rows of exports
 * and backups and the types of agents follow from it: a new column is a row here, and a migration.
 */
export const AGENT_COLUMNS = {
  uuid: {
    ...GIVEN,
    attribute: 'id',
    type: 'uuid',
    nullable: false,
    stored: z.string(),
    unreadable: { value: '' },
    exported: label,
    unproven: 'content',
  },
  /** The name given by the user, else the beginning of the first prompt. Empty: the short id is shown instead. */
  name: {
    ...GIVEN,
    attribute: 'name',
    type: 'text',
    nullable: false,
    stored: z.string(),
    unreadable: { value: '' },
    change: 'replaced',
    exported: z.string().default(''),
    unproven: 'content',
  },
  parent_uuid: {
    ...GIVEN,
    attribute: 'parentId',
    type: 'uuid',
    nullable: true,
    stored: z.string().nullable(),
    unreadable: EMPTY,
    exported: optional(label),
    unproven: 'content',
  },
  /** The root of its tree, set by a trigger; a root's own id. */
  root_uuid: {
    attribute: null,
    partOf: null,
    type: 'uuid',
    nullable: false,
    default: null,
    stored: null,
    unreadable: null,
    created: 'computed',
    change: 'kept',
    exported: { not: 'it follows from the parents' },
    restored: { not: 'a trigger sets it' },
    unproven: 'here',
  },
  /** The last event of the parent that is inherited; null for a root. Not a foreign key, because events refer to agents. */
  fork_message_id: {
    ...GIVEN,
    attribute: 'forkEventId',
    type: 'bigint',
    nullable: true,
    stored: z.number().nullable(),
    unreadable: EMPTY,
    exported: position,
    unproven: 'content',
  },
  /** Only events of the parent after this one are inherited (`/fork MARK`); null: its whole effective context. */
  fork_from_id: {
    ...GIVEN,
    attribute: 'forkFromId',
    type: 'bigint',
    nullable: true,
    stored: z.number().nullable(),
    unreadable: EMPTY,
    exported: position,
    unproven: 'content',
  },
  provider: { ...CHOICE, type: 'text', stored: z.enum(ANSWERING).nullable(), exported: optional(z.string()) },
  model: { ...CHOICE, type: 'text', stored: z.string().nullable(), exported: optional(z.string()) },
  thinking_level: {
    ...CHOICE,
    type: 'text',
    stored: z.enum(ALL_LEVELS).nullable(),
    exported: optional(z.enum(ALL_LEVELS)),
  },
  status: {
    ...GIVEN,
    attribute: 'status',
    type: 'text',
    nullable: false,
    default: { value: 'running' },
    stored: z.enum(['running', 'killed']),
    unreadable: { value: 'killed' },
    created: 'default',
    exported: z.enum(['running', 'killed']).default('running'),
    unproven: 'content',
  },
  /** ISO 8601, UTC. In an import null: the time of the import. */
  created_at: {
    ...GIVEN,
    attribute: 'createdAt',
    type: 'timestamptz',
    nullable: false,
    default: 'clock',
    stored: time,
    unreadable: { value: '1970-01-01T00:00:00.000Z' },
    created: 'default',
    exported: fileTime,
    unproven: 'content',
  },
  ended_at: {
    ...GIVEN,
    attribute: 'endedAt',
    type: 'timestamptz',
    nullable: true,
    stored: time.nullable(),
    unreadable: EMPTY,
    created: 'default',
    exported: fileTime,
    unproven: 'content',
  },
  input_tokens: TOKENS,
  output_tokens: TOKENS,
  thinking_tokens: TOKENS,
  cached_tokens: TOKENS,
  total_tokens: TOKENS,
  /** US dollars: the known costs of all responses. */
  cost_usd: { ...TOTAL, partOf: 'cost', type: 'float8' },
  /** Responses whose cost is not known, also because no usage was reported: so of unreadable ones. */
  unpriced_responses: { ...TOTAL, partOf: 'cost', type: 'integer', unreadable: { value: 1 } },
  /** Responses whose cost is a lower bound. */
  partial_responses: { ...TOTAL, partOf: 'cost', type: 'integer', unreadable: { value: 1 } },
  /** Updated by the commits that send and read mail, so that a tree of thousands of agents shows it without counting. */
  unread_mail: {
    ...COUNT,
    attribute: 'unreadMail',
    partOf: null,
    type: 'integer',
    created: 'given',
    exported: { not: 'the number of its mails' },
    restored: 'counted',
  },
  /** Whether a mail starts a turn of this agent, with the mail as its prompt. Off unless the user switches it on. */
  wake_on_mail: {
    ...GIVEN,
    attribute: 'wakeOnMail',
    type: 'boolean',
    nullable: false,
    default: { value: false },
    stored: z.boolean(),
    unreadable: { value: false },
    created: 'default',
    change: 'replaced',
    exported: z.boolean().default(false),
    unproven: 'default',
  },
  /** Number of prompts that wait for the end of a turn. Updated by the commits that queue and send prompts. */
  queued_prompts: {
    ...COUNT,
    attribute: 'queuedPrompts',
    partOf: null,
    type: 'integer',
    created: 'default',
    exported: { not: 'prompts that were not sent are not exported' },
    restored: { not: 'an import has no queued prompts' },
  },
  /** Set when the agent is made. */
  profile: {
    ...GIVEN,
    attribute: null,
    partOf: 'profile',
    type: 'json',
    nullable: true,
    stored: agentProfileSchema.nullable(),
    unreadable: 'strictest',
    /** Null: the agent had none. Undefined: the line does not say. */
    exported: z
      .union([agentProfileSchema, z.literal('unreadable')])
      .nullish()
      .catch('unreadable'),
    unproven: 'narrowed',
  },
  /** The home that runs its turns. Null: the one that opens the database next. */
  home: {
    attribute: null,
    partOf: 'home',
    type: 'uuid',
    nullable: true,
    default: null,
    stored: z.string().nullable(),
    unreadable: EMPTY,
    created: 'computed',
    change: 'kept',
    exported: { not: 'the home of an agent is where it comes in' },
    restored: { not: 'it is the home of the engine that imports it' },
    unproven: 'here',
  },
} as const satisfies Readonly<Record<string, AgentColumn>>

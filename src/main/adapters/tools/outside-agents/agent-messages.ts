import { z } from 'zod'

/** What outside agents send. Only what is used is checked; everything else is kept as it came. */

const contentSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().nullish(),
  uri: z.string().nullish(),
  name: z.string().nullish(),
  resource: z.looseObject({ text: z.string().optional(), uri: z.string().optional() }).optional(),
})
export type AgentContent = Readonly<z.infer<typeof contentSchema>>

const callContentSchema = z.union([
  z.looseObject({ type: z.literal('content'), content: contentSchema }),
  z.looseObject({
    type: z.literal('diff'),
    path: z.string(),
    oldText: z.string().nullish(),
    newText: z.string(),
  }),
  z.looseObject({ type: z.literal('terminal'), terminalId: z.string() }),
  z.looseObject({ type: z.string() }),
])
export type CallContent = Readonly<z.infer<typeof callContentSchema>>

/** A call, or what changed in it: missing fields are as before. */
const callSchema = z.looseObject({
  toolCallId: z.string(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  content: z.array(callContentSchema).nullish(),
  locations: z.array(z.looseObject({ path: z.string() })).nullish(),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
})
export type CallUpdate = Readonly<z.infer<typeof callSchema>>

const updateSchema = z.looseObject({ sessionUpdate: z.string() })
/** A part of what an agent does. Which fields it has depends on its kind. */
export type AgentUpdate = Readonly<z.infer<typeof updateSchema>>

const notificationSchema = z.looseObject({ sessionId: z.string(), update: updateSchema })

/** Returns a `session/update`; null: it has another form. */
export function parseUpdate(params: unknown): Readonly<z.infer<typeof notificationSchema>> | null {
  return notificationSchema.safeParse(params).data ?? null
}

const permissionSchema = z.looseObject({
  sessionId: z.string(),
  toolCall: callSchema,
  options: z.array(z.looseObject({ optionId: z.string(), kind: z.string() })),
})
export type PermissionRequest = Readonly<z.infer<typeof permissionSchema>>

/** Returns a `session/request_permission`; null: it has another form. */
export function parsePermission(params: unknown): PermissionRequest | null {
  return permissionSchema.safeParse(params).data ?? null
}

const capability = z.looseObject({}).nullish()

const initializedSchema = z.looseObject({
  protocolVersion: z.number(),
  agentCapabilities: z
    .looseObject({
      loadSession: z.boolean().nullish(),
      promptCapabilities: z.looseObject({ image: z.boolean().nullish() }).nullish(),
      mcpCapabilities: z.looseObject({ http: z.boolean().nullish() }).nullish(),
      sessionCapabilities: z.looseObject({ resume: capability, fork: capability }).nullish(),
    })
    .nullish(),
  authMethods: z.array(z.looseObject({ name: z.string().nullish(), description: z.string().nullish() })).nullish(),
})

/** What a program can do. */
export interface AgentAbilities {
  readonly loads: boolean
  readonly resumes: boolean
  readonly forks: boolean
  readonly readsImages: boolean
  readonly usesHttpServers: boolean
  /** How a user signs in there, as the program words it. */
  readonly signIns: readonly string[]
}

/** Returns what a program says about itself; null: it speaks another version of the protocol. */
export function parseAbilities(answer: unknown): AgentAbilities | null {
  const parsed = initializedSchema.safeParse(answer).data
  if (parsed?.protocolVersion !== 1) return null
  const { agentCapabilities, authMethods } = parsed
  const session = agentCapabilities?.sessionCapabilities
  return {
    loads: agentCapabilities?.loadSession === true,
    resumes: session?.resume != null,
    forks: session?.fork != null,
    readsImages: agentCapabilities?.promptCapabilities?.image === true,
    usesHttpServers: agentCapabilities?.mcpCapabilities?.http === true,
    signIns: (authMethods ?? []).flatMap(({ name, description }) => description ?? name ?? []),
  }
}

const sessionSchema = z.looseObject({
  sessionId: z.string().nullish(),
  modes: z.looseObject({ availableModes: z.array(z.looseObject({ id: z.string() })) }).nullish(),
  configOptions: z.array(z.looseObject({ id: z.string(), category: z.string().nullish() })).nullish(),
})
export type OpenedSession = Readonly<z.infer<typeof sessionSchema>>

export function parseSession(answer: unknown): OpenedSession {
  return sessionSchema.safeParse(answer ?? {}).data ?? {}
}

const tokens = z.number().nonnegative()

const endSchema = z.looseObject({
  stopReason: z.string(),
  usage: z
    .looseObject({
      inputTokens: tokens,
      outputTokens: tokens,
      totalTokens: tokens,
      thoughtTokens: tokens.nullish(),
      cachedReadTokens: tokens.nullish(),
      cachedWriteTokens: tokens.nullish(),
    })
    .nullish(),
})
export type PromptEnd = Readonly<z.infer<typeof endSchema>>

export function parseEnd(answer: unknown): PromptEnd {
  return endSchema.safeParse(answer).data ?? { stopReason: 'unknown' }
}

/** Returns the content of a chunk of a message; null: the update is no such chunk. */
export function contentOf(update: AgentUpdate): AgentContent | null {
  return contentSchema.safeParse(update['content']).data ?? null
}

/** Returns the call that an update is about; null: it is about none. */
export function callOf(update: AgentUpdate): CallUpdate | null {
  const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update'
  return isCall ? (callSchema.safeParse(update).data ?? null) : null
}

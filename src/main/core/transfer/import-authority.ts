import { withheldAttributes } from '../../../shared/agent-attributes.ts'
import type { AgentProfile } from '../../../shared/agent-profile.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { PROVIDER_TOOLS, withoutProviderTools } from '../../../shared/model-options.ts'
import { UNREADABLE_PROFILE } from '../../../shared/profile.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import { NARROWED, type Withheld, type WithheldPart, withheldParts } from '../../../shared/withheld.ts'
import type { ImportedAgent, LogImport } from '../ports/transfer-ports.ts'

/** What decides which rights an import brings (docs/security.md#imports-and-restores). */
export interface ImportAuthority {
  /** Whether the rows are proven to be of this machine, or of a key that the user named. */
  readonly verified: boolean
  /** The sandbox level of agents without a profile on this machine. */
  readonly sandbox: SandboxLevel
}

/** An agent as the file describes it. `profile`: null: it had none; undefined: it is not known. */
export type UnlimitedAgent = Omit<ImportedAgent, 'profile'> & { readonly profile: AgentProfile | null | undefined }

/** What is written, and what was left out of it. */
export interface PlannedImport extends LogImport {
  readonly withheld: readonly Withheld[]
}

/** Returns the agent with at most the rights that it had and that agents have here. */
export function limitedAgent(
  agent: UnlimitedAgent,
  { verified, sandbox }: ImportAuthority,
): { readonly agent: ImportedAgent; readonly withheld: readonly Withheld[] } {
  const isKept = verified && agent.profile !== undefined && agent.profile?.name !== UNREADABLE_PROFILE.name
  const { profile, withheld } = isKept
    ? { profile: agent.profile, withheld: [] }
    : NARROWED.profile(agent.profile, sandbox)
  const parts: readonly WithheldPart[] = [...withheld, ...(verified ? [] : withheldParts(agent))]
  return {
    agent: { ...agent, profile: profile ?? undefined, ...(!verified && withheldAttributes()) },
    withheld: parts.map((part) => ({ agentId: agent.id, ...part })),
  }
}

type ImportedEvent = LogImport['events'][number]

/** Returns the events without what would act on this machine or at a provider. */
export function limitedEvents(
  events: readonly ImportedEvent[],
  { verified }: ImportAuthority,
): { readonly events: readonly ImportedEvent[]; readonly withheld: readonly Withheld[] } {
  if (verified) return { events, withheld: [] }
  const withheld = new Map<string, Withheld>()
  const limited = events.map((event) => {
    const { event: one, part } = limitedEvent(event)
    if (part !== null) withheld.set(`${event.agentId} ${part.right} ${part.value}`, { agentId: event.agentId, ...part })
    return one
  })
  return { events: limited, withheld: [...withheld.values()] }
}

interface LimitedEvent {
  readonly event: ImportedEvent
  readonly part: WithheldPart | null
}

/** Whether a kind acts on this machine or at a provider has to be said of each: one that is not named does not compile. */
function limitedEvent(event: ImportedEvent): LimitedEvent {
  switch (event.kind) {
    case 'checkpoint':
      return limitedCheckpoint(event)
    case 'options':
      return limitedOptions(event)
    case 'system':
    case 'user':
    case 'assistant':
    case 'tool_call':
    case 'tool_result':
    case 'mark':
    case 'clear':
    case 'rewind':
    case 'fork':
    case 'command':
    case 'summary':
    case 'model':
    case 'interrupted':
    case 'agent_killed':
    case 'mail':
    case 'error':
    case 'keep_warm':
    case 'instructions':
    case 'merge':
    case 'vote':
    case 'verdict':
    case 'race':
    case 'rerun':
    case 'evaluation':
    case 'import':
    case 'redacted':
    case 'outputs_removed':
    case 'taken_over':
      return { event, part: null }
    default:
      return assertNever(event)
  }
}

/** Its states are not on this machine, and nothing here is put back to them. */
function limitedCheckpoint(event: Extract<ImportedEvent, { kind: 'checkpoint' }>): LimitedEvent {
  const part = { right: 'checkpoints', value: event.data.folder } as const
  return { event: { ...event, data: { ...event.data, imported: true } }, part }
}

function limitedOptions(event: Extract<ImportedEvent, { kind: 'options' }>): LimitedEvent {
  const on = PROVIDER_TOOLS.filter((name) => event.data.options[name] === true)
  if (PROVIDER_TOOLS.every((name) => event.data.options[name] === undefined)) return { event, part: null }
  const options = withoutProviderTools(event.data.options)
  const part = on.length > 0 ? ({ right: 'provider_tools', value: on.join(', ') } as const) : null
  return { event: { ...event, data: { ...event.data, options } }, part }
}

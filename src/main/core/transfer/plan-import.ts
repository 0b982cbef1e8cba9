import type { NewEvent } from '../../../shared/agent-event.ts'
import { importedAttributes } from '../../../shared/agent-attributes.ts'
import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type AgentRow, checkAgentRow } from '../../../shared/log-row.ts'
import { parseModelSpec } from '../../../shared/model-spec.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { ANSWERING } from '../../../shared/providers.ts'
import type { Withheld } from '../../../shared/withheld.ts'
import type { ImportedAgent, LogImport } from '../ports/transfer-ports.ts'
import { withNewReferences } from './data-references.ts'
import {
  type ImportAuthority,
  limitedAgent,
  limitedEvents,
  type PlannedImport,
  type UnlimitedAgent,
} from './import-authority.ts'
import { IdMap, type ReservedIds } from './id-map.ts'
import { badLine, type WithLine, type LogRows, type ReadEvent } from './read-rows.ts'
import type { AgentId } from '../../../shared/ids.ts'

/**
 * Converts the rows of a file to the records to write, with all references mapped to new ids and without the rights that
 * the file does not bring. Pure, given the reserved ids.
 */
export function planImport(rows: LogRows, reserved: ReservedIds, authority: ImportAuthority): Result<PlannedImport> {
  const agents = parentsFirst(withUnnamed(rows))
  if (!agents.ok) return agents
  const ids = new IdMap(
    agents.value.map(({ row }) => row.uuid),
    rows,
    reserved,
  )
  for (const { line, row } of rows.mail) {
    const stranger = [row.from_agent, row.to_agent].find((label) => !ids.knowsAgent(label))
    if (stranger !== undefined) return badLine(line, `the agent ${stranger} is not in the file.`)
  }
  const planned: ImportedAgent[] = []
  const withheld: Withheld[] = []
  for (const { line, row } of agents.value) {
    const agent = importedAgent(row, ids, rows.isExport)
    if (typeof agent === 'string') return badLine(line, agent)
    const limited = limitedAgent(agent, authority)
    planned.push(limited.agent)
    withheld.push(...limited.withheld)
  }
  const events = limitedEvents(
    rows.events.map(({ row }) => importedEvent(row, ids)),
    authority,
  )
  return ok({
    agents: planned,
    events: events.events,
    withheld: [...withheld, ...events.withheld],
    mail: rows.mail.map(({ row }, index) => ({
      id: reserved.mail[index] ?? 0,
      from: ids.agent(row.from_agent),
      to: ids.agent(row.to_agent),
      content: row.content,
      sentAt: row.sent_at,
      readAt: row.read_at,
    })),
  })
}

/**
 * Adds agents that only events refer to, as roots without a model: a history written by hand need not list its agents.
 */
function withUnnamed({ agents, events }: LogRows): readonly WithLine<AgentRow>[] {
  const named = new Set(agents.map(({ row }) => row.uuid))
  const unnamed = new Map<string, WithLine<AgentRow>>()
  for (const { line, row } of events) {
    if (named.has(row.agent_uuid) || unnamed.has(row.agent_uuid)) continue
    const agent = checkAgentRow({ uuid: row.agent_uuid, profile: null })
    if (agent.ok) unnamed.set(row.agent_uuid, { line, row: agent.row })
  }
  return [...agents, ...unnamed.values()]
}

function parentsFirst(agents: readonly WithLine<AgentRow>[]): Result<readonly WithLine<AgentRow>[]> {
  const byLabel = new Map<string, WithLine<AgentRow>>()
  for (const agent of agents) {
    if (byLabel.has(agent.row.uuid)) return badLine(agent.line, `the agent ${agent.row.uuid} appears twice.`)
    byLabel.set(agent.row.uuid, agent)
  }
  const children = Map.groupBy(agents, ({ row }) => row.parent_uuid)
  const sorted = [...(children.get(null) ?? [])]
  for (const agent of sorted) for (const child of children.get(agent.row.uuid) ?? []) sorted.push(child)
  const reached = new Set(sorted)
  const lost = agents.find((agent) => !reached.has(agent))
  if (lost === undefined) return ok(sorted)
  const parent = lost.row.parent_uuid ?? ''
  const problem = byLabel.has(parent) ? 'it is its own ancestor.' : `its parent ${parent} is not in the file.`
  return badLine(lost.line, `the agent ${lost.row.uuid}: ${problem}`)
}

/** Returns the agent, or an error text. */
function importedAgent(row: AgentRow, ids: IdMap, isExport: boolean): UnlimitedAgent | string {
  const choice = choiceOf(row)
  if (typeof choice === 'string') return choice
  return {
    id: ids.agent(row.uuid),
    name: row.name,
    parentId: row.parent_uuid === null ? null : ids.agent(row.parent_uuid),
    forkEventId: row.fork_message_id === null ? null : ids.eventUpTo(row.fork_message_id),
    forkFromId: row.fork_from_id === null ? null : ids.eventUpTo(row.fork_from_id),
    choice,
    profile: profileOf(row, isExport),
    ...importedAttributes(row),
  }
}

/**
 * Returns the profile of a row; null: the agent had none. Undefined: it cannot be read, or the file is an export of a
 * version that did not write it.
 */
function profileOf({ profile }: AgentRow, isExport: boolean): AgentProfile | null | undefined {
  if (profile === undefined) return isExport ? undefined : null
  return profile === 'unreadable' ? undefined : profile
}

function choiceOf({ provider, model, thinking_level: level }: AgentRow): ModelChoice | string | null {
  if (model === null) return null
  const known = ANSWERING.find((name) => name === provider)
  if (known !== undefined) return { provider: known, model, thinkingLevel: level ?? 'med' }
  if (provider !== null) return `the provider ${provider} is not known.`
  const spec = parseModelSpec(level === null ? model : `${model}/${level}`)
  return spec.ok ? spec.choice : spec.message
}

function importedEvent(row: ReadEvent, ids: IdMap): LogImport['events'][number] {
  const event = {
    agentId: ids.agent(row.agent_uuid),
    turnId: row.turn_id === null ? null : ids.turn(row.turn_id),
    kind: row.kind,
    content: row.content,
    data: row.data === null ? null : withNewReferences(row.kind, row.data, ids),
  }
  if (!isNewEvent(event)) throw new Error('An event was read that is none')
  return { ...event, id: ids.event(row.id), createdAt: row.created_at }
}

/** A type guard only: the rows were validated when they were read. */
function isNewEvent(event: { readonly agentId: AgentId; readonly kind: NewEvent['kind'] }): event is NewEvent {
  return event.kind.length > 0
}

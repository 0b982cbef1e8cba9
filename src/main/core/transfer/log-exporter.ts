import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { Sha256 } from '../../../shared/export-chains.ts'
import { type AgentId, type EventId, shortAgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { storedFilesOf } from '../../../shared/event-files.ts'
import type { ContentReader } from '../ports/content-ports.ts'
import type { ExportSource, StoredMail } from '../ports/transfer-ports.ts'
import type { SignExport } from '../ports/verify-ports.ts'
import { hashLines } from './hash-lines.ts'
import { eventMarkdown } from './markdown-export.ts'
import { markdownFolder } from './markdown-folder.ts'
import { toBase64 } from '../../../shared/base64.ts'
import { jsonText } from '../../../shared/json-text.ts'
import { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'
import { defined } from '../../../shared/defined.ts'

const PAGE = 2_000

/**
 * Exports the log as lines: all of it, or one agent with its ancestors and descendants. Memory is limited to one page.
 */
export class LogExporter {
  readonly #tree: AgentTree
  readonly #transfer: ExportSource
  readonly #content: ContentReader
  readonly #sha256: Sha256
  readonly #signer: (() => Promise<SignExport | null>) | undefined

  constructor(
    tree: AgentTree,
    {
      transfer,
      content,
      sha256,
      signer,
    }: {
      readonly transfer: ExportSource
      readonly content: ContentReader
      readonly sha256: Sha256
      /** Returns what signs; null: nothing can be signed now. Missing: nothing is signed. */
      readonly signer?: (() => Promise<SignExport | null>) | undefined
    },
  ) {
    this.#tree = tree
    this.#transfer = transfer
    this.#content = content
    this.#sha256 = sha256
    this.#signer = signer
  }

  /**
   * Yields one line at a time, without line ends; ends after the first error. Files that the events refer to come last;
   * without them, the first line says so. Every line has its hash; the last one is a signature, if it can be signed.
   */
  async *lines(
    agentId: AgentId | null,
    { files = true }: { readonly files?: boolean | undefined } = {},
  ): AsyncGenerator<Result<string>> {
    yield* hashLines(this.#lines(agentId, files), this.#sha256, (await this.#signer?.()) ?? null)
  }

  async *#lines(agentId: AgentId | null, files: boolean): AsyncGenerator<Result<string>> {
    const chosen = this.#chosen(agentId)
    if (chosen.length === 0 && agentId !== null) {
      yield refuse(`No agent: ${agentId}`)
      return
    }
    yield line(headerLine(files))
    const hashes = new Set<string>()
    for (const { agent } of chosen) yield line(agentLine(agent))
    const upToIds = new Map(chosen.map(({ agent, upToId }) => [agent.id, upToId]))
    for await (const event of this.#events(upToIds, agentId === null)) {
      if (!event.ok) {
        yield event
        return
      }
      for (const { sha256 } of storedFilesOf(event.value)) hashes.add(sha256)
      yield line(eventLine(event.value))
    }
    yield* this.#mail(new Set(chosen.map(({ agent }) => agent.id)))
    if (files) yield* fileLines(hashes, this.#content)
  }

  /** Yields one agent's path as a readable document, one block at a time: inherited events first, then its own. */
  async *markdown(agentId: AgentId): AsyncGenerator<Result<string>> {
    const agent = this.#tree.get(agentId)
    if (agent === undefined) {
      yield refuse(`No agent: ${agentId}`)
      return
    }
    yield line(`# ${agent.name === '' ? shortAgentId(agent.id) : agent.name}\n`)
    for await (const event of this.#pathEvents(agentId)) {
      const block = event.ok ? eventMarkdown(event.value) : event
      if (typeof block === 'string') yield line(`${block}\n`)
      else if (block !== null) yield block
    }
  }

  /** Yields the same document with its files beside it, as lines of a bundle (docs/import-format.md#markdown-with-files). */
  async *markdownFolder(agentId: AgentId): AsyncGenerator<Result<string>> {
    const agent = this.#tree.get(agentId)
    if (agent === undefined) yield refuse(`No agent: ${agentId}`)
    else yield* markdownFolder(agent, this.#pathEvents(agentId), this.#content)
  }

  async *#pathEvents(agentId: AgentId): AsyncGenerator<Result<AgentEvent>> {
    for (const { agent, upToId } of this.#chosen(agentId).filter((chosen) => chosen.isPath)) {
      yield* this.#ownEvents(agent.id, upToId)
    }
  }

  async *#ownEvents(agentId: AgentId, upToId: EventId): AsyncGenerator<Result<AgentEvent>> {
    for (let afterId = 0; ;) {
      const page = await this.#transfer.eventsAfter(afterId, { limit: PAGE, agentIds: [agentId] })
      if (!page.ok) {
        yield page
        return
      }
      for (const event of page.value) if (event.id <= upToId) yield ok(event)
      const last = page.value.at(-1)
      if (last === undefined || last.id > upToId || page.value.length < PAGE) return
      afterId = last.id
    }
  }

  async *#events(upToIds: ReadonlyMap<AgentId, EventId>, isAll: boolean): AsyncGenerator<Result<AgentEvent>> {
    const agentIds = isAll ? null : [...upToIds.keys()]
    const isIncluded = (event: AgentEvent): boolean => event.id <= (upToIds.get(event.agentId) ?? 0)
    for (let afterId = 0; ;) {
      const page = await this.#transfer.eventsAfter(afterId, { limit: PAGE, agentIds })
      if (!page.ok) {
        yield page
        return
      }
      for (const event of page.value) if (isIncluded(event)) yield ok(event)
      const last = page.value.at(-1)
      if (last === undefined || page.value.length < PAGE) return
      afterId = last.id
    }
  }

  async *#mail(agentIds: ReadonlySet<AgentId>): AsyncGenerator<Result<string>> {
    const mail = await this.#transfer.mail()
    if (!mail.ok) {
      yield mail
      return
    }
    for (const one of mail.value) if (agentIds.has(one.from) && agentIds.has(one.to)) yield line(mailLine(one))
  }

  /** The ancestors up to the fork point, the agent itself and its descendants; parents before children. */
  #chosen(agentId: AgentId | null): readonly Chosen[] {
    const all = Number.MAX_SAFE_INTEGER
    if (agentId === null) return this.#tree.all().map((agent) => ({ agent, upToId: all, isPath: false }))
    const path = this.#tree.lineage(agentId).flatMap((id) => this.#tree.get(id) ?? [])
    const ancestors = path
      .slice(1)
      .map((agent, index) => ({ agent, upToId: path[index]?.forkEventId ?? 0, isPath: true }))
    const own = this.#tree
      .withDescendants(agentId)
      .map((agent) => ({ agent, upToId: all, isPath: agent.id === agentId }))
    return [...ancestors.toReversed(), ...own]
  }
}

interface Chosen {
  readonly agent: AgentRecord
  /** Only events up to this one are exported. */
  readonly upToId: EventId
  /** The agent is on the path from the root to the chosen agent. */
  readonly isPath: boolean
}

function line(value: string): Result<string> {
  return ok(value)
}

/** Bytes of one line. A multiple of 3, so that the texts of the lines are the base64 of the file when joined. */
const PIECE = 768 * 1024

/**
 * Yields the lines of the files with these hashes, in pieces; ends after the first error. A file that is not stored is
 * one line that says so.
 */
async function* fileLines(hashes: Iterable<string>, content: ContentReader): AsyncGenerator<Result<string>> {
  for (const sha256 of hashes) {
    const found = await content.find([sha256])
    if (!found.ok) {
      yield found
      return
    }
    const facts = found.value.get(sha256)
    if (facts === undefined) {
      yield ok(jsonText({ type: 'file', sha256, missing: true }))
      continue
    }
    const { bytes } = facts
    for (let offset = 0; offset === 0 || offset < bytes; offset += PIECE) {
      const piece = await content.read(sha256, offset, PIECE)
      if (!piece.ok) {
        yield piece
        return
      }
      yield ok(jsonText({ type: 'file', sha256, bytes, offset, data: toBase64(piece.value) }))
    }
  }
}

/** The lines of an export: columns of the log, by name. No line contains a key or a setting. */

function headerLine(files: boolean): string {
  return jsonText({ type: 'ikigai', version: 1, ...defined({ files: !files ? 'left_out' : undefined }) })
}

/** The columns that an export has, in the order of the table. */
const EXPORTED = AGENT_COLUMN_LIST.filter(({ exported }) => !('not' in exported))

function agentLine(agent: AgentRecord): string {
  const { choice, profile = null } = agent
  const parts: Readonly<Record<string, unknown>> = {
    ...agent,
    provider: choice?.provider ?? null,
    model: choice?.model ?? null,
    thinking_level: choice?.thinkingLevel ?? null,
    profile,
  }
  const columns = EXPORTED.map(({ name, attribute }) => [name, parts[attribute ?? name]])
  return jsonText({ type: 'agent', ...Object.fromEntries(columns) })
}

function eventLine(event: AgentEvent): string {
  const { id, sessionId, agentId, turnId, kind, content, data, createdAt } = event
  return jsonText({
    type: 'event',
    id,
    session_id: sessionId,
    agent_uuid: agentId,
    turn_id: turnId,
    kind,
    content,
    data,
    created_at: createdAt,
  })
}

function mailLine({ id, from, to, content, sentAt, readAt }: StoredMail): string {
  return jsonText({ type: 'mail', id, from_agent: from, to_agent: to, content, sent_at: sentAt, read_at: readAt })
}

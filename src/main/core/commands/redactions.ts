import type { AgentId } from '../../../shared/ids.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { raceName } from '../../../shared/race.ts'
import type { RedactionPreview, RedactionReport } from '../../../shared/redaction.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { repeatsPrompt } from '../agents/agent-names.ts'
import type { Purged, Redacted, RedactionTarget } from '../ports/redaction-ports.ts'
import { whileLeased } from './while-leased.ts'
import type { CommandServices } from './command-services.ts'

const BUSY = 'This agent or one below it answers at the moment. Stop it or wait, then try again.'

const LOG_OF_SERVER =
  'The write-ahead log of your database server can contain it until it is overwritten, and so can backups and replicas of the server.'

const PURGED_LATER =
  'The content is gone from the log, but may still be in the files of the database. They are written anew at the next start.'

const INDEXES_ARE_LEFT =
  'The indexes for searching were not rebuilt, because others use the tables. Searches are slower until the next start, which rebuilds them'

const KEY_IS_LEFT =
  'The key for the hashes of requests was not replaced. Whoever has the database can compare them with guesses of what was redacted'

/** The name of an agent whose name repeated what was redacted. */
const NEW_NAME = 'Redacted agent'

/**
 * Removes content from the log at the request of a user (docs/behaviour/storage.md#redaction). Nothing that a model
 * says leads here: it is neither a command nor a tool.
 */
export class Redactions {
  readonly #services: CommandServices

  constructor(services: CommandServices) {
    this.#services = services
  }

  async preview(target: RedactionTarget): Promise<Result<RedactionPreview>> {
    const { tree, redaction } = this.#services
    if (tree.get(target.agentId) === undefined) return refuse(`No agent: ${target.agentId}`)
    const counted = await redaction.preview(target)
    if (!counted.ok) return counted
    if (counted.value.events === 0) {
      return refuse('There is nothing to redact: no such message, or it is redacted already.')
    }
    return ok({ ...counted.value, heirs: tree.withDescendants(target.agentId).length - 1 })
  }

  /** No turn of the agent or below it runs meanwhile: it would hold the content in memory, and send it. */
  run(target: RedactionTarget, reason: string | null): Promise<Result<RedactionReport>> {
    const { order, loop } = this.#services
    return order.run(target.agentId, async () => {
      const release = loop.holdBack(target.agentId)
      try {
        return await this.#whileFree(target, () => this.#redact(target, reason))
      } finally {
        release()
      }
    })
  }

  async #whileFree<T>({ agentId }: RedactionTarget, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const { tree, loop, peers, leases } = this.#services
    const agents = tree.withDescendants(agentId)
    if (agents.length === 0) return refuse(`No agent: ${agentId}`)
    if (agents.some(({ id }) => loop.isBusy(id))) return refuse(BUSY)
    const elsewhere = await peers.runningElsewhere(agentId)
    if (!elsewhere.ok) return elsewhere
    if (elsewhere.value.length > 0) return refuse(BUSY)
    return whileLeased(leases, agentId, BUSY, work)
  }

  async #redact(target: RedactionTarget, reason: string | null): Promise<Result<RedactionReport>> {
    const { hub, redaction } = this.#services
    const newName = await this.#newName(target)
    if (!newName.ok) return newName
    const wish = { ...target, reason: reason === '' ? null : reason, newName: newName.value }
    const done = await hub.change<Redacted>(target.agentId, () => redaction.redact(wish))
    return done.ok ? ok(await this.#report(target.agentId, done.value)) : done
  }

  /** Finishes the purge of a redaction that a crash interrupted. */
  async finishPurge(): Promise<Result<null>> {
    const { redaction } = this.#services
    const due = await redaction.isPurgeDue()
    if (!due.ok || !due.value) return mapOk(due, () => null)
    return mapOk(await this.#purge(), () => null)
  }

  async #purge(): Promise<Result<Purged>> {
    const { redaction, logger, printKeys } = this.#services
    if (!(await printKeys.replace())) logger.warn(KEY_IS_LEFT)
    const purged = await redaction.purge()
    if (purged.ok && !purged.value.areIndexesBuilt) logger.warn(INDEXES_ARE_LEFT)
    return purged
  }

  async #report(agentId: AgentId, { tombstones, files, mail, outputs }: Redacted): Promise<RedactionReport> {
    const { removeOutputs, backups } = this.#services
    const keptOutputs = (await removeOutputs?.(outputs, new Set([agentId]))) ?? []
    const purged = await this.#purge()
    const onDisk = purged.ok
      ? purged.value.isLogReplaced
        ? null
        : LOG_OF_SERVER
      : `${purged.error.message} ${PURGED_LATER}`
    return { events: tombstones, files, mail, keptOutputs, onDisk, backupFolder: backups?.folder() ?? null }
  }

  /** Null: the agent's name says nothing of what is redacted. */
  async #newName({ agentId, eventId }: RedactionTarget): Promise<Result<string | null>> {
    const { tree, store } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined || agent.name === '') return ok(null)
    if (eventId === null) return ok(NEW_NAME)
    const found = await store.events({ agentId, afterId: eventId - 1, upToId: eventId })
    return mapOk(found, (events) => (events.some((event) => isNamedAfter(agent, event)) ? NEW_NAME : null))
  }
}

/** Whether the agent's name says what the event says. */
function isNamedAfter({ name }: Pick<AgentRecord, 'name'>, event: AgentEvent): boolean {
  if (event.kind === 'race' && event.data.step === 'begun') {
    const { task } = event.data.plan
    return name === raceName(task) || repeatsPrompt(name, task)
  }
  return event.content !== null && repeatsPrompt(name, event.content)
}

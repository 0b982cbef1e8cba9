import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { PromptQueue } from '../../../shared/prompt-queue.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { Committed, PromptQueueStore } from '../ports/log-ports.ts'
import type { IdSource, Logger } from '../ports/system-ports.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import { AGENT_KILLED } from './agent-tree.ts'

/** A prompt or script as the user typed or pasted it. */
export interface QueuedInput {
  readonly text: string
  readonly asText: boolean
  readonly attachments?: readonly AttachmentBlock[]
}

/** Each change sends the whole queue to the subscribers, so its length is limited. */
const MAX_PROMPTS = 100
const FULL = `${MAX_PROMPTS} prompts are queued already. Remove one, or wait until they have been sent.`
const NOTHING_TO_SEND = 'A queued prompt cannot be empty. Remove it instead.'
/** Error text for a queued prompt that no longer exists. */
export const NOT_QUEUED = 'This prompt is not in the queue any more: it was sent, or removed.'

/**
 * The user's operations on the prompts that wait for the end of a turn. Each change is recorded before the call
 * resolves.
 */
export class PromptQueues {
  readonly #promptQueue: PromptQueueStore
  readonly #hub: EventHub
  readonly #ids: IdSource
  readonly #logger: Logger
  readonly #shown = new KeyedQueue()

  constructor(promptQueue: PromptQueueStore, hub: EventHub, ids: IdSource, logger: Logger) {
    this.#promptQueue = promptQueue
    this.#hub = hub
    this.#ids = ids
    this.#logger = logger
  }

  /** The queued prompts, in the order in which they are sent. */
  list(agentId: AgentId): Promise<Result<PromptQueue>> {
    return this.#promptQueue.list(agentId)
  }

  /** Puts a prompt at the end of the queue. */
  async add(agentId: AgentId, input: QueuedInput): Promise<Result<null>> {
    const queue = await this.#promptQueue.list(agentId)
    if (!queue.ok) return queue
    if (queue.value.length >= MAX_PROMPTS) return refuse(FULL)
    const prompt = { id: this.#ids.uuid(), ...input }
    return this.#change(agentId, () => this.#promptQueue.add(agentId, prompt), AGENT_KILLED)
  }

  /** Missing `attachments`: the files stay as they are. */
  async change(agentId: AgentId, promptId: string, { text, asText, attachments }: QueuedInput): Promise<Result<null>> {
    const queue = await this.#promptQueue.list(agentId)
    if (!queue.ok) return queue
    const before = queue.value.find(({ id }) => id === promptId)
    if (before === undefined) return refuse(NOT_QUEUED)
    const files = attachments ?? before.attachments ?? []
    if (text.trim() === '' && files.length === 0) return refuse(NOTHING_TO_SEND)
    const changed = { id: promptId, text, asText, attachments: files }
    return this.#change(agentId, () => this.#promptQueue.change(agentId, changed))
  }

  remove(agentId: AgentId, promptId: string): Promise<Result<null>> {
    return this.#change(agentId, () => this.#promptQueue.remove(agentId, promptId))
  }

  /**
   * Reorders the queue. Prompts that are not listed keep their places; ids that are no longer in the queue are ignored.
   */
  reorder(agentId: AgentId, promptIds: readonly string[]): Promise<Result<null>> {
    return this.#change(agentId, () => this.#promptQueue.reorder(agentId, promptIds))
  }

  /** Publishes the queue to the agent's subscribers. `before` and `now`: the agent before and after the commit. */
  async show(before: AgentRecord | undefined, now: AgentRecord): Promise<void> {
    const wasEmpty = (before?.queuedPrompts ?? 0) === 0
    if ((wasEmpty && now.queuedPrompts === 0) || !this.#hub.isFollowed(now.id)) return
    // Sequential, so that of two overlapping reads the older result is not published last.
    await this.#shown.run(now.id, async () => {
      const queue = await this.#promptQueue.list(now.id)
      if (queue.ok) this.#hub.queue(now.id, queue.value)
      else this.#logger.warn('Queued prompts could not be read', { agent: now.id, error: queue.error.message })
    })
  }

  async #change(
    agentId: AgentId,
    work: () => Promise<Result<Committed | null>>,
    gone: string = NOT_QUEUED,
  ): Promise<Result<null>> {
    const changed = await this.#hub.change(agentId, work)
    if (!changed.ok) return changed
    return changed.value === null ? refuse(gone) : DONE
  }
}

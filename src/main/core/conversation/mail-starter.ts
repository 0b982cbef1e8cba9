import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mailEvent } from '../agents/mail-event.ts'
import type { TurnLoop } from './turn-loop.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { MailStore } from '../ports/log-ports.ts'
import type { AgentTree } from '../agents/agent-tree.ts'

/** Starts the turns of agents that start on mail; the mail is their prompt. */
export class MailStarter {
  readonly #tree: AgentTree
  readonly #mail: Pick<MailStore, 'unread'>
  readonly #loop: () => Pick<TurnLoop, 'isBusy' | 'start'>
  readonly #logger: Logger

  constructor(
    tree: AgentTree,
    mail: Pick<MailStore, 'unread'>,
    loop: () => Pick<TurnLoop, 'isBusy' | 'start'>,
    logger: Logger,
  ) {
    this.#tree = tree
    this.#mail = mail
    this.#loop = loop
    this.#logger = logger
  }

  /**
   * Starts a turn if the agent starts on mail, is idle and has unread mail; returns whether it did. Called again at the
   * end of every turn, in the engine that ran it.
   */
  async startOnMail(agentId: AgentId): Promise<boolean> {
    if (this.#starter(agentId) === null) return false
    const unread = await this.#mail.unread(agentId)
    if (!unread.ok) {
      this.#logger.warn('Mail that should start a turn could not be read', { agentId, error: unread.error.message })
      return false
    }
    // The agent may have been killed while its mail was read.
    const agent = this.#starter(agentId)
    // Mail from another home waits for the next turn that a user of this one begins.
    const mails = unread.value.filter(({ from }) => this.#tree.get(from)?.home === undefined)
    if (agent === null || mails.length === 0) return false
    return (await this.#loop().start(agent, { opening: mails.map(mailEvent), readMail: mails })).ok
  }
  /** Returns the agent if mail may start a turn of it now; else null. */
  #starter(agentId: AgentId): AgentRecord | null {
    const agent = this.#tree.get(agentId)
    const isHere = agent?.home === undefined
    const starts = isHere && agent?.wakeOnMail === true && agent.status !== 'killed' && !this.#loop().isBusy(agentId)
    return starts ? agent : null
  }
}

import type { Server } from 'node:net'

import { defined } from '../../../../shared/defined.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import { NETWORK_RULES } from '../../../../shared/sandbox.ts'
import type { ApproveAccess } from '../../../core/ports/tool-ports.ts'
import { type NetworkProxy, type Permission, type ProxyOptions, serveProxy } from './network-proxy.ts'

/** Most hosts that one command may ask for. */
const MAX_HOSTS = 64

const TOO_MANY: Permission = { allowed: false, reason: `A command may ask for ${MAX_HOSTS} hosts at most.` }

const NO_PORT =
  "[The sandbox could not open the port of its proxy, so this command has no network. If it needs one, call again with 'outside_sandbox' and the reason; the user is then asked.]"

export interface NetworkOptions extends Pick<ProxyOptions, 'isPermitted' | 'lookup'> {
  /** Missing: every host is refused. */
  readonly approve?: ApproveAccess | undefined
  /** The agents whose rights limit the command. */
  readonly limitedBy: readonly AgentId[]
}

/** The network of one command in the sandbox: each host is decided once, by the rules or by the user. */
export class CommandNetwork {
  readonly #options: NetworkOptions
  readonly #decided = new Map<string, Promise<Permission>>()
  readonly #ended = new AbortController()
  #proxy: NetworkProxy | null = null
  #problem: string | null = null

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  /** Serves the port that was opened for the command; null: it could not be opened. */
  open(listener: Server | null): void {
    if (listener === null) {
      this.#problem = NO_PORT
      return
    }
    const { isPermitted, lookup } = this.#options
    this.#proxy = serveProxy(listener, {
      permit: (name) => this.#permit(name),
      ...defined({ isPermitted, lookup }),
    })
  }

  /** The hosts that the command was connected to. */
  get reached(): readonly string[] {
    return [...(this.#proxy?.reached ?? [])]
  }

  /** Why the command has no network although it may ask for hosts, for the user and the model; null: it has one. */
  get problem(): string | null {
    return this.#problem
  }

  /** Returns which hosts were not reached and why, for the model; null: none was refused. */
  get note(): string | null {
    const refused = [...(this.#proxy?.refused ?? [])]
    if (refused.length === 0) return null
    return refused.map(([name, reason]) => `[The sandbox did not connect to ${name}: ${reason}]`).join('\n')
  }

  /** Ends all connections, and withdraws open questions. */
  close(): void {
    this.#ended.abort()
    this.#proxy?.close()
  }

  #permit(name: string): Promise<Permission> {
    const known = this.#decided.get(name)
    if (known !== undefined) return known
    if (this.#decided.size >= MAX_HOSTS) return Promise.resolve(TOO_MANY)
    const decided = this.#ask(name)
    this.#decided.set(name, decided)
    return decided
  }

  async #ask(name: string): Promise<Permission> {
    const { approve, limitedBy } = this.#options
    if (approve === undefined) return { allowed: false, reason: 'Nobody can be asked.' }
    const access = { subject: name, access: 'network', ruleName: NETWORK_RULES, limitedBy } as const
    const approval = await approve(access, this.#ended.signal)
    return approval.type === 'allowed' ? { allowed: true } : { allowed: false, reason: approval.message }
  }
}

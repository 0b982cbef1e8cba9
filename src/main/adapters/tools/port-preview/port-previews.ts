import type { PortPreviews, PreviewRequest } from '../../../core/ports/background-ports.ts'
import type { AgentId } from '../../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../../shared/result.ts'
import type { BackgroundCommands } from '../background/background-commands.ts'
import { type PreviewServer, servePreview } from './preview-server.ts'

/** Most ports that are open as previews at the same time. */
const MAX_OPEN = 32

interface Entry {
  readonly agentId: AgentId
  readonly id: string
  /** When the run of the command began that is shown. */
  readonly startedAt: number
  readonly server: Promise<Result<PreviewServer>>
}

/** The ports of background commands that users have opened. Each is closed with the run of its command. */
export class OpenPreviews implements PortPreviews {
  readonly #background: BackgroundCommands
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()

  constructor(background: BackgroundCommands, now: () => number = Date.now) {
    this.#background = background
    this.#now = now
    background.onChange((agentId) => this.#closeEnded(agentId))
  }

  async open({ agentId, id, port, shownIn }: PreviewRequest): Promise<Result<string>> {
    const command = this.#background.running(agentId).find((running) => running.id === id)
    if (command === undefined) return refuse(`No background command: ${id}.`)
    if (command.ports?.includes(port) !== true) return refuse(`The command does not listen on port ${port}.`)
    const key = [agentId, id, port].join(' ')
    const entry = this.#entries.get(key) ?? this.#begin(key, { agentId, id, port, startedAt: command.startedAt })
    if (entry === null) return refuse(`${MAX_OPEN} ports are open. End a command whose port you do not need.`)
    const opened = await entry.server
    if (this.#entries.get(key) !== entry) return refuse('The command has ended meanwhile.')
    if (!opened.ok) this.#entries.delete(key)
    return opened.ok ? ok(opened.value.address({ shownIn })) : opened
  }

  close(): void {
    for (const [key, entry] of this.#entries) this.#close(key, entry)
  }

  #begin(
    key: string,
    { agentId, id, port, startedAt }: Omit<Entry, 'server'> & { readonly port: number },
  ): Entry | null {
    if (this.#entries.size >= MAX_OPEN) return null
    const connect = () => this.#background.connect(agentId, id, port)
    const entry = { agentId, id, startedAt, server: servePreview({ port, connect, now: this.#now }) }
    this.#entries.set(key, entry)
    return entry
  }

  /** Closes those whose command has ended, or is being restarted. A server that only ceased to listen may begin again. */
  #closeEnded(agentId: AgentId): void {
    const running = this.#background.running(agentId)
    for (const [key, entry] of this.#entries) {
      if (entry.agentId !== agentId) continue
      const isSame = running.some(({ id, startedAt }) => id === entry.id && startedAt === entry.startedAt)
      if (!isSame) this.#close(key, entry)
    }
  }

  #close(key: string, { server }: Entry): void {
    this.#entries.delete(key)
    void server.then((opened) => opened.ok && opened.value.close())
  }
}

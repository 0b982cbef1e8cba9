import type { ToolCallBlock } from '../../../shared/content.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { Hook, HookPoint } from '../../../shared/tool-hook.ts'
import { matchesPattern } from '../approvals/match-pattern.ts'
import type { Config } from '../ports/config-ports.ts'
import type { HookEnd, HookPrograms } from '../ports/hook-ports.ts'
import type { SandboxLevelOf } from '../ports/sandbox-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { FolderOf, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
import { decisionOf, hookFailure, type HookDecision, noteOf } from './hook-answer.ts'
import type { ConfinedLevel } from '../../../shared/sandbox.ts'

export interface HookDependencies {
  readonly hookPrograms: HookPrograms
  readonly config: Config
  readonly folderOf: FolderOf
  readonly sandboxLevelOf: SandboxLevelOf
  readonly clock: Clock
  readonly logger: Logger
}

/** What happens before and after each call, apart from the rules. */
export interface CallHooks {
  before(call: ToolCallBlock, site: ToolCallSite, signal: AbortSignal): Promise<HookDecision>
  /** Returns the outcome with what the hooks add for the model. */
  after(call: ToolCallBlock, site: ToolCallSite, outcome: ToolOutcome, signal: AbortSignal): Promise<ToolOutcome>
}

/** Where a hook runs, and what it is given. */
interface Occasion {
  readonly agentId: AgentId
  readonly input: JsonObject
  readonly signal: AbortSignal
}

const DEFAULT_TIMEOUT_MS = 60_000
/** How long programs at the end of a turn may still run when the engine closes, ms. */
const CLOSING_MS = 5_000
/** Which calls they would have denied is not known. */
const WRONG = 'The hooks in config.json are wrong, so no tool is called until they are corrected.'
const CONTINUE: HookDecision = { type: 'continue' }

/** Runs the programs of the setting `hooks` (docs/hooks.md). */
export class ToolHooks implements CallHooks {
  readonly #dependencies: HookDependencies
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(dependencies: HookDependencies) {
    this.#dependencies = dependencies
  }

  /** Runs the hooks one after the other until one denies the call. The first question is the one that is asked. */
  async before(call: ToolCallBlock, { agentId, turnId }: ToolCallSite, signal: AbortSignal): Promise<HookDecision> {
    const occasion = { agentId, input: { turn_id: turnId, call: callInput(call) }, signal }
    let decision = CONTINUE
    for (const hook of this.#hooksFor('before_tool', call.name)) {
      if (hook.command.length === 0) return { type: 'deny', message: WRONG }
      const said = decisionOf(nameOf(hook), await this.#run('before_tool', hook, occasion))
      if (said.type === 'deny') return said
      if (decision.type === 'continue') decision = said
    }
    return decision
  }

  async after(
    call: ToolCallBlock,
    { agentId, turnId }: ToolCallSite,
    outcome: ToolOutcome,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const result = { content: outcome.content, is_error: outcome.isError }
    const occasion = { agentId, input: { turn_id: turnId, call: callInput(call), result }, signal }
    const notes: string[] = []
    for (const hook of this.#hooksFor('after_tool', call.name)) {
      const note = noteOf(nameOf(hook), await this.#run('after_tool', hook, occasion))
      if (note !== null) notes.push(note)
    }
    return notes.length === 0 ? outcome : { ...outcome, content: [outcome.content, ...notes].join('\n\n') }
  }

  /** Starts the hooks for the end of a turn. Nothing waits for them, except the engine when it closes. */
  turnEnded(agentId: AgentId, outcome: TurnOutcome): void {
    const occasion = { agentId, input: { outcome }, signal: this.#closing.signal }
    for (const hook of this.#dependencies.config.hooks.turn_end ?? []) {
      const run = this.#run('turn_end', hook, occasion).then(() => void this.#running.delete(run))
      this.#running.add(run)
    }
  }

  /** Gives the programs at the end of turns a short time to end, and then ends them. */
  async close(): Promise<void> {
    if (this.#running.size === 0) return
    const all = Promise.all(this.#running)
    await Promise.race([all, this.#dependencies.clock.sleep(CLOSING_MS, this.#closing.signal)])
    this.#closing.abort()
    await all
  }

  #hooksFor(point: 'before_tool' | 'after_tool', tool: string): readonly Hook[] {
    const all = this.#dependencies.config.hooks[point] ?? []
    return all.filter(({ tools = ['*'] }) => tools.some((pattern) => matchesPattern(pattern, tool, 'anything')))
  }

  async #run(point: HookPoint, hook: Hook, { agentId, input, signal }: Occasion): Promise<HookEnd> {
    const { hookPrograms, logger } = this.#dependencies
    const place = await this.#placeOf(hook, agentId)
    const end: HookEnd = place.ok
      ? await hookPrograms.run({
          ...place.value,
          command: hook.command,
          input: { event: point, agent_id: agentId, folder: place.value.folder, ...input },
          timeoutMs: hook.timeout_ms ?? DEFAULT_TIMEOUT_MS,
          signal,
        })
      : { type: 'failed', message: place.error.message }
    const reason = hookFailure(end)
    if (reason !== null && !signal.aborted) logger.warn('A hook failed', { event: point, hook: nameOf(hook), reason })
    return end
  }

  /**
   * Returns where a hook runs. Inside, it may run what agents wrote, so it has no more rights than the commands of the
   * agent's turn; also where these are not confined, it is.
   */
  async #placeOf(
    { inside = false }: Hook,
    agentId: AgentId,
  ): Promise<Result<{ readonly folder: string; readonly level?: ConfinedLevel }>> {
    const { folderOf, sandboxLevelOf } = this.#dependencies
    const folder = await folderOf(agentId)
    if (!folder.ok || !inside) return mapOk(folder, (value) => ({ folder: value }))
    const level = await sandboxLevelOf(agentId)
    return mapOk(level, (value) => ({ folder: folder.value, level: value === 'off' ? 'workspace' : value }))
  }
}

function callInput({ id, name, arguments: args }: ToolCallBlock): JsonObject {
  return { id, name, arguments: args }
}

/** The program's name, without its folders: `check.sh`. */
function nameOf({ command: [program = ''] }: Hook): string {
  return program.split(/[/\\]/).at(-1) ?? program
}

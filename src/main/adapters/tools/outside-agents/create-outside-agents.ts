import { join } from 'node:path'
import type { AgentId } from '../../../../shared/ids.ts'
import type { Config } from '../../../core/ports/config-ports.ts'
import type {
  OutsideAgents,
  OutsideFacts,
  Provider,
  ModelRequest,
  ProviderCallOptions,
  ProviderEvent,
} from '../../../core/ports/provider-ports.ts'
import { enabledServers } from '../../../../shared/tool-server.ts'
import { DONE, refuse, ok } from '../../../../shared/result.ts'
import type { OutputLimits } from '../output-collector.ts'
import type { ToolContext } from '../tool-context.ts'
import { AgentConnection, SignInNeeded } from './agent-connection.ts'
import { errorText } from './agent-program.ts'
import { listPrograms } from './list-programs.ts'
import { SessionBook } from './session-book.ts'
import type { AppError } from '../../../../shared/app-error.ts'
import type { JsonValue } from '../../../../shared/json.ts'
import { outsideAgentLabel, outsideEntryOf } from '../../../../shared/outside-agent.ts'
import { OUTSIDE } from '../../../../shared/providers.ts'
import { planPrompt, type PromptPlan } from './plan-prompt.ts'
import { contentBlocks } from './prompt-content.ts'
import type { PromptRun } from './prompt-run.ts'

interface Known {
  readonly connection: AgentConnection
  readonly provider: Provider
}

/** A program holds its conversation in memory; after this time it is ended, and its session is opened again later. */
const IDLE_MS = 10 * 60_000

/** Runs programs that speak the Agent Client Protocol, one for each agent of the tree that uses one. */
export function createOutsideAgents(
  options: OutsideFacts &
    OutputLimits & {
      readonly environment: ToolContext['environment']
      readonly places: ToolContext['places']
      readonly config: Config
      readonly clientVersion: string
      readonly dataDirectory: string
      /** How long a program may be unused, ms. */
      readonly idleMs?: number
    },
): OutsideAgents {
  const { config, dataDirectory } = options
  const sessions = new SessionBook(join(dataDirectory, 'outside-sessions.json'))
  const known = new Map<string, Known>()
  function create(agentId: AgentId): Known {
    const connection = new AgentConnection({
      idleMs: IDLE_MS,
      ...options,
      agentId,
      sessions,
      agents: () => config.outsideAgents,
      servers: () => enabledServers(config.toolServers),
      chosenOptions: (program) => options.chosenOptions(agentId, program),
      onOffer: (offer) => options.onOffer(agentId, offer),
    })
    return { connection, provider: outsideProvider(connection) }
  }
  return {
    providerOf(agentId) {
      const found = known.get(agentId) ?? create(agentId)
      known.set(agentId, found)
      return found.provider
    },
    async setOption(agentId, id, value) {
      try {
        await known.get(agentId)?.connection.setOption(id, value)
        return DONE
      } catch (error) {
        return refuse(`The program did not accept this: ${errorText(error)}`)
      }
    },
    programs: () => listPrograms(config.outsideAgents, options.environment['PATH'] ?? ''),
    async close() {
      await Promise.all([...known.values()].map(({ connection }) => connection.close()))
    },
  }
}

/** An outside agent in place of a model, for one agent of the tree. */
function outsideProvider(connection: AgentConnection): Provider {
  /** The prompt that the agent works on; null: none. */
  let running: PromptRun | null = null

  async function* stream(request: ModelRequest, options: ProviderCallOptions): AsyncGenerator<ProviderEvent> {
    try {
      const continues = running?.hasCalls === true && request.messages.at(-1)?.role === 'tool'
      if (!continues) running = await connection.prompt(request, options.signal)
      if (running === null) return
      const run = running
      const end = yield* run.respond(options, { model: request.model, mark: await connection.nextMark() })
      if (end !== 'calls') running = null
      if (end === 'aborted') connection.cancel()
    } catch (error) {
      running = null
      if (options.signal.aborted) return
      yield { type: 'error', error: failure(request.model, error) }
    }
  }

  return {
    name: OUTSIDE,
    endpoint: OUTSIDE,
    stream,
    render: (request) => rendered(request, planPrompt(request, connection.facts(request.model))),
    ownTools: () => running?.tools() ?? [],
    listModels: () => Promise.resolve(ok([])),
  }
}

const NOT_SHOWN =
  'The program adds to this what ikigai cannot see: its own system prompt, its tools, files that it reads, and what it leaves out when it compresses.'

/** What is sent, as far as it is known before a session is open. */
function rendered({ model, files }: ModelRequest, plan: PromptPlan): JsonValue {
  const { type, session, parts, history } = plan
  return {
    not_shown: NOT_SHOWN,
    agent: model,
    session: session === null ? 'a new one' : type === 'fork' ? `a copy of ${session}` : session,
    method: 'session/prompt',
    prompt: contentBlocks({ parts, history, files, readsImages: true }),
  }
}

function failure(model: string, error: unknown): AppError {
  const name = outsideAgentLabel(outsideEntryOf(model))
  if (error instanceof SignInNeeded) {
    const message = [`${name} needs a sign-in, in its own program. ${error.message}`.trim(), 'Then send again.'].join(
      '\n',
    )
    return { category: 'AUTH', message, retryable: false }
  }
  return { category: 'SERVER', message: `${name}: ${errorText(error)}`, retryable: false }
}

import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import type {
  ApproveAccess,
  AskForServer,
  PreparedCall,
  PrepareResult,
  Tool,
  ToolOutcome,
} from '../../../src/main/core/ports/tool-ports.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import { toolEnvironment } from '../../../src/main/adapters/environment/tool-environment.ts'
import { wholeVersions } from '../../../src/main/core/context/whole-versions.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { fileFacts } from '../../support/tool-options.ts'

/** A folder for an agent, one beside it that is not the agent's, and what tools need. */
export interface ToolFolder {
  readonly folder: string
  readonly outside: string
  readonly context: ToolContext
  remove(): Promise<void>
}

/** `beganAt`: when agents began, ISO 8601. Missing: it is not known. */
interface ToolFolderOptions {
  readonly maxOutputSize?: number
  readonly beganAt?: string
  /** How much of one result the agent's model is sent. Missing: all. */
  readonly resultTokens?: number
}

export async function makeToolFolder(options: ToolFolderOptions = {}): Promise<ToolFolder> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-tools-')))
  const folder = join(directory, 'agent')
  const outside = join(directory, 'outside')
  await Promise.all([mkdir(folder), mkdir(outside)])
  const context: ToolContext = {
    folderOf: () => Promise.resolve({ ok: true, value: folder }),
    rootOf: (agentId) => agentId,
    environment: toolEnvironment(process.env, []),
    maxOutputSize: options.maxOutputSize ?? 1_048_576,
    outputDirectory: join(directory, 'output'),
    places: {
      homeDirectory: join(directory, 'home'),
      ownFolders: [join(directory, 'settings')],
      openFolder: join(directory, 'output'),
    },
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(
      async (_agent, path) => wholeVersions(shown, path, options.resultTokens),
      () => options.beganAt ?? null,
    ),
    sandboxing: null,
  }
  return { folder, outside, context, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** The results of `runTool` that have shown files: what the agent's context would have. */
const shown: AgentEvent[] = []
const log = eventLog()

let calls = 0

export function prepare(tool: Tool, args: JsonObject): Promise<PrepareResult> {
  return tool.prepare(args, { agentId: 'agent', turnId: 'turn', callId: `call_${++calls}` })
}

/** The prepared call; the words of a refusal fail the test. */
export async function prepared(tool: Tool, args: JsonObject): Promise<PreparedCall> {
  const result = await prepare(tool, args)
  if (!result.ok) throw new Error(result.message)
  return result.call
}

export interface ToolRun {
  readonly signal?: AbortSignal
  readonly onOutput?: (text: string) => void
  readonly approve?: ApproveAccess
  readonly ask?: AskForServer
}

/**
 * Prepares and runs; a refusal comes back as the error result that the scheduler would make of it. Returns the outcome
 * without the file that it shows, which counts as seen from then on.
 */
export async function runTool(tool: Tool, args: JsonObject, run: ToolRun = {}): Promise<ToolOutcome> {
  const result = await prepare(tool, args)
  if (!result.ok) return { content: result.message, isError: true }
  const outcome = await result.call.run({ signal: new AbortController().signal, onOutput: () => {}, ...run })
  const { file, ...rest } = outcome
  const { content } = outcome
  if (file !== undefined) shown.push(log.add({ kind: 'tool_result', content, data: { tool_call_id: 'c', file } }))
  return rest
}

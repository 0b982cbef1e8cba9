import type { CallToolResult } from '@modelcontextprotocol/client'

import { isJsonObject, isValueTooDeep, type JsonObject } from '../../../../shared/json.ts'
import { errorMessage } from '../../../../shared/result.ts'
import type { PrepareResult, ServerTool, ToolCallSite, ToolOutcome } from '../../../core/ports.ts'
import type { PatternThread } from '../foreign-patterns/pattern-thread.ts'
import { OutputCollector, type OutputLimits } from '../output-collector.ts'
import { foreignDefinition } from './foreign-definition.ts'
import { toolResultText } from './tool-result-text.ts'

/** A tool as its server describes it. */
interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}

export interface ServerToolParts {
  readonly server: string
  /** Under which models know it: `server__tool`. */
  readonly name: string
  readonly offered: OfferedTool
  readonly limits: OutputLimits
  /** Checks arguments against the server's schema. */
  readonly patterns: PatternThread
  /** Rejects when the server does not answer, with an error that says why. */
  readonly call: (tool: string, args: JsonObject, signal: AbortSignal) => Promise<CallToolResult>
}

/** A server's tool. What it does is unknown, so it counts as reaching out of the machine and asks by default. */
export function serverTool(parts: ServerToolParts): ServerTool {
  const { server, name, offered } = parts
  const parameters = parametersOf(offered.inputSchema)
  const problemOf = argumentCheck(parameters, parts.patterns)
  const definition = { name, description: offered.description, parameters }
  const foreign = foreignDefinition(definition)
  return {
    server,
    definition,
    foreign,
    async prepare(args, site): Promise<PrepareResult> {
      const problem = await problemOf(args)
      if (problem !== null) return { ok: false, message: `The arguments of ${name} are not valid. ${problem}` }
      const call = {
        subject: JSON.stringify(args),
        access: 'network',
        paths: [],
        isInFolder: false,
        definition: foreign,
        run: ({ signal }: { readonly signal: AbortSignal }) => runCall(parts, args, site, signal),
      } as const
      return { ok: true, call }
    },
  }
}

/**
 * Answers what is wrong with arguments, or null. A schema that took too long once is not used again: the server judges
 * the arguments itself.
 */
function argumentCheck(schema: JsonObject, patterns: PatternThread): (args: JsonObject) => Promise<string | null> {
  let isUsable = true
  return async (args) => {
    if (!isUsable) return null
    const problems = await patterns.ask({ type: 'check', schema, value: args })
    isUsable = problems !== null
    return problems === null || problems.length === 0 ? null : problems.join('; ')
  }
}

async function runCall(
  { server, offered, limits, call }: ServerToolParts,
  args: JsonObject,
  site: ToolCallSite,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  try {
    const result = await call(offered.name, args, signal)
    const collector = new OutputCollector(site.callId, limits)
    await collector.write(Buffer.from(toolResultText(result)))
    const { text, fullOutput } = await collector.finish()
    return { content: text, isError: result.isError === true, ...(fullOutput !== undefined && { fullOutput }) }
  } catch (error) {
    return { content: signal.aborted ? 'Cancelled.' : `${server}: ${errorMessage(error)}`, isError: true }
  }
}

/**
 * Providers want an object schema with properties, even where there are none. One that is nested too deep counts as none:
 * the server then judges the arguments itself.
 */
function parametersOf(schema: unknown): JsonObject {
  const plain: unknown = isValueTooDeep(schema) ? {} : JSON.parse(JSON.stringify(schema ?? {}))
  const { $schema: _, ...rest } = isJsonObject(plain) ? plain : {}
  return { ...rest, type: 'object', properties: rest['properties'] ?? {} }
}

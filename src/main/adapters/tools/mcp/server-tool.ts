import type { CallToolResult } from '@modelcontextprotocol/client'
import { createHash } from 'node:crypto'

import { isJsonObject, isValueTooDeep, type JsonObject, canonicalJson } from '../../../../shared/json.ts'
import { errorMessage, type Result } from '../../../../shared/result.ts'
import { withoutAliases } from '../../../../shared/tool-schema/property-alias.ts'
import type { ToolApp } from '../../../../shared/tool-app.ts'
import type {
  AskForServer,
  PrepareResult,
  ToolCallSite,
  ToolOutcome,
  ForeignDefinition,
} from '../../../core/ports/tool-ports.ts'
import type { ServerTool } from '../../../core/ports/tool-server-ports.ts'
import type { PatternThread } from '../foreign-patterns/pattern-thread.ts'
import { LiveText } from '../live-text.ts'
import { OutputCollector, type OutputLimits, outputName } from '../output-collector.ts'
import { toolResultContent } from './tool-result-content.ts'
import { defined } from '../../../../shared/defined.ts'
import { editPreview } from '../edit-preview.ts'

export interface CallRun {
  readonly signal: AbortSignal
  /** Receives progress and log messages of the server while the call runs, one line each. */
  readonly onOutput: (text: string) => void
  /** Asks the user for the server; missing: nobody is asked. */
  readonly ask?: AskForServer
}

/** A tool as its server describes it. */
interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}

export interface ServerToolOptions {
  readonly server: string
  /** What an allowance of the tool is bound to besides its definition; null: nothing. */
  readonly origin: string | null
  /** The name that is sent to models: `server__tool`. */
  readonly name: string
  readonly offered: OfferedTool
  readonly limits: OutputLimits
  /** Validates arguments with the server's schema. */
  readonly patterns: PatternThread
  /** Rejects with the reason if the server does not answer. */
  readonly call: (tool: string, args: JsonObject, run: CallRun) => Promise<CallToolResult>
  /** Null: the tool has no app. */
  readonly readApp: (() => Promise<Result<ToolApp>>) | null
}

/**
 * Creates a server's tool. Its effects are unknown, so it counts as access outside this machine and asks for approval
 * by default.
 */
export function serverTool(parts: ServerToolOptions): ServerTool {
  const { server, name, offered } = parts
  const inputSchema = objectSchema(offered.inputSchema)
  const parameters = parametersOf(inputSchema)
  const problemOf = argumentCheck(inputSchema, parts.patterns)
  const definition = { name, description: offered.description, parameters }
  const foreign = foreignDefinition(definition, parts.origin)
  return {
    server,
    inputSchema,
    definition,
    foreign,
    ...defined({ readApp: parts.readApp ?? undefined }),
    async prepare(given, site): Promise<PrepareResult> {
      const args = withoutAliases(given, inputSchema)
      const problem = await problemOf(args)
      if (problem !== null) return { ok: false, message: `The arguments of ${name} are not valid. ${problem}` }
      const call = {
        subject: JSON.stringify(args),
        access: 'network',
        paths: [],
        isInFolder: false,
        definition: foreign,
        run: (run: CallRun) => runCall(parts, args, site, run),
      } as const
      return { ok: true, call }
    },
  }
}

/**
 * Returns a check that returns the errors in arguments, or null. A schema that has timed out once is not used again:
 * the server then validates the arguments itself.
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
  { server, offered, limits, call, readApp }: ServerToolOptions,
  args: JsonObject,
  site: ToolCallSite,
  { signal, onOutput, ask }: CallRun,
): Promise<ToolOutcome> {
  const live = new LiveText(onOutput, limits.maxOutputSize)
  try {
    const show = (text: string): void => live.write(Buffer.from(text))
    const result = await call(offered.name, args, { signal, onOutput: show, ...defined({ ask }) })
    const collector = new OutputCollector(outputName(site), limits)
    const content = toolResultContent(result)
    await collector.write(Buffer.from(content.text))
    const { text, fullOutput } = await collector.finish()
    return {
      content: text,
      isError: result.isError === true,
      ...defined({
        hasApp: readApp === null ? undefined : true,
        files: content.files.length > 0 ? content.files : undefined,
        fullOutput,
      }),
    }
  } catch (error) {
    return { content: signal.aborted ? 'Cancelled.' : `${server}: ${errorMessage(error)}`, isError: true }
  }
}

/**
 * Returns a server's schema with all its keywords. One that is nested too deep is omitted: the server then validates
 * the arguments itself.
 */
function objectSchema(schema: unknown): JsonObject {
  const plain: unknown = isValueTooDeep(schema) ? {} : JSON.parse(JSON.stringify(schema ?? {}))
  return { ...(isJsonObject(plain) ? plain : {}), type: 'object' }
}

/** Returns what models get: with properties, which providers require even if there are none, without the dialect. */
function parametersOf(inputSchema: JsonObject): JsonObject {
  const { $schema: _, ...schema } = inputSchema
  return { ...schema, properties: schema['properties'] ?? {} }
}

interface Definition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/**
 * Returns what a user approves with a server's tool: its name, description and argument schema, and of a plugin where
 * it comes from.
 */
function foreignDefinition({ name, description, parameters }: Definition, origin: string | null): ForeignDefinition {
  const bound = origin === null ? {} : { origin }
  const canonical = JSON.stringify(canonicalJson({ name, description, parameters, ...bound }))
  const source = origin === null ? '' : `\nFrom ${origin}\n`
  const text = `${name}\n${source}\n${description}\n\n${JSON.stringify(canonicalJson(parameters), null, 2)}\n`
  return {
    hash: createHash('sha256').update(canonical).digest('hex'),
    text,
    differenceFrom: (before) => editPreview(name, before, text),
  }
}

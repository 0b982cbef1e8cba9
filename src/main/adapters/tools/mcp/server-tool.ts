import type { CallToolResult } from '@modelcontextprotocol/client'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import type { PrepareResult, ServerTool, ToolCallSite, ToolOutcome } from '../../../core/ports.ts'
import { OutputCollector, type OutputLimits } from '../output-collector.ts'
import { messageOf } from './connect-server.ts'
import { toolResultText } from './tool-result-text.ts'

/** A tool as its server describes it. */
export interface OfferedTool {
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
  /** Rejects when the server does not answer, with an error that says why. */
  readonly call: (tool: string, args: JsonObject, signal: AbortSignal) => Promise<CallToolResult>
}

/** A server's tool. What it does is unknown, so it counts as reaching out of the machine and asks by default. */
export function serverTool(parts: ServerToolParts): ServerTool {
  const { server, name, offered } = parts
  const parameters = parametersOf(offered.inputSchema)
  const validate = compiled(parameters)
  return {
    server,
    definition: { name, description: offered.description, parameters },
    prepare(args, site): Promise<PrepareResult> {
      const problem = problemOf(validate, args)
      if (problem !== null) {
        return Promise.resolve({ ok: false, message: `The arguments of ${name} are not valid. ${problem}` })
      }
      const call = {
        subject: JSON.stringify(args),
        access: 'network',
        paths: [],
        isInFolder: false,
        run: ({ signal }: { readonly signal: AbortSignal }) => runCall(parts, args, site, signal),
      } as const
      return Promise.resolve({ ok: true, call })
    },
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
    return { content: signal.aborted ? 'Cancelled.' : `${server}: ${messageOf(error)}`, isError: true }
  }
}

/** Providers want an object schema with properties, even where there are none. */
function parametersOf(schema: unknown): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(schema ?? {}))
  const { $schema: _, ...rest } = isJsonObject(plain) ? plain : {}
  return { ...rest, type: 'object', properties: rest['properties'] ?? {} }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, addUsedSchema: false, logger: false })

/** Null: a schema that cannot be used; the server then judges the arguments itself. */
function compiled(parameters: JsonObject): ValidateFunction | null {
  try {
    return ajv.compile(parameters)
  } catch {
    return null
  }
}

function problemOf(validate: ValidateFunction | null, args: JsonObject): string | null {
  if (validate === null || validate(args)) return null
  const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra: unknown = params['additionalProperty']
    const named = typeof extra === 'string' ? ` '${extra}'` : ''
    return `${instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.')} ${message ?? ''}${named}`
  })
  return problems.join('; ')
}

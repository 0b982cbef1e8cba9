import { z } from 'zod'

import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import type { PrepareResult, Tool, ToolCallSite } from '../../core/ports/tool-ports.ts'

interface ToolOptions<Schema extends z.ZodObject> {
  readonly name: string
  readonly description: string
  /** Schema of the arguments; every field has a description. */
  readonly schema: Schema
  prepare(args: z.output<Schema>, site: ToolCallSite): Promise<PrepareResult>
}

/** Defines a tool whose arguments are validated with the same schema that is sent to the model. */
export function defineTool<Schema extends z.ZodObject>(parts: ToolOptions<Schema>): Tool {
  const { name, description, schema } = parts
  return {
    definition: { name, description, parameters: parametersOf(schema) },
    async prepare(args, site) {
      const checked = schema.safeParse(withoutNulls(args))
      return checked.success
        ? parts.prepare(checked.data, site)
        : { ok: false, message: `The arguments of ${name} are not valid. ${problemsOf(checked.error)}` }
    },
  }
}

/** Returns the schema as JSON Schema. Optional arguments are not required. */
function parametersOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  const plain: unknown = JSON.parse(JSON.stringify(parameters))
  if (!isJsonObject(plain)) throw new Error('The schema of a tool is not an object')
  return plain
}

/** Removes null values, which some models send for omitted arguments. */
function withoutNulls(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

function problemsOf(error: z.ZodError): string {
  return error.issues.map(problemOf).join('; ')
}

/** Returns zod's message, except for a wrong type: the value is described in JSON terms, not by its JavaScript type. */
function problemOf(issue: z.core.$ZodIssue): string {
  const message = issue.code === 'invalid_type' ? wrongType(issue) : issue.message
  return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`
}

function wrongType({ expected, message }: z.core.$ZodIssueInvalidType): string {
  return message.endsWith('received undefined') ? 'is missing' : `must be of type ${expected}`
}

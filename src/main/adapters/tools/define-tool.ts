import { z } from 'zod'

import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import type { PrepareResult, Tool, ToolCallSite } from '../../core/ports.ts'

interface ToolParts<Schema extends z.ZodObject> {
  readonly name: string
  readonly description: string
  /** The arguments; every field has a description. */
  readonly schema: Schema
  prepare(args: z.output<Schema>, site: ToolCallSite): Promise<PrepareResult>
}

/** A tool whose arguments are checked against the very schema that the model is shown. */
export function defineTool<Schema extends z.ZodObject>(parts: ToolParts<Schema>): Tool {
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

/** The schema as JSON Schema: what a model may leave out is not required. */
function parametersOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  const plain: unknown = JSON.parse(JSON.stringify(parameters))
  if (!isJsonObject(plain)) throw new Error('The schema of a tool is not an object')
  return plain
}

/** Some models send null for what they leave out. */
function withoutNulls(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

function problemsOf(error: z.ZodError): string {
  return error.issues.map(problemOf).join('; ')
}

/** zod's words, but for a wrong type: what a model sent is not called by its name in JavaScript. */
function problemOf(issue: z.core.$ZodIssue): string {
  const message = issue.code === 'invalid_type' ? wrongType(issue) : issue.message
  return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`
}

function wrongType({ expected, message }: z.core.$ZodIssueInvalidType): string {
  return message.endsWith('received undefined') ? 'is missing' : `must be of type ${expected}`
}

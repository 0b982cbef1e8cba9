import { type ConditionalSchemaConverter, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { z } from 'zod'

import { appErrorSchema } from '../../../shared/app-error.ts'
import { contract } from '../../../shared/contract.ts'
import { accessOf } from './operation-access.ts'

/** Where operations are served. The number changes when an operation is removed or changes its meaning. */
export const API_PREFIX = '/v1'
export const DOCUMENT_PATH = `${API_PREFIX}/openapi.json`

/** The types of answers exist at compile time only. */
const answers: ConditionalSchemaConverter = {
  condition: (schema, { strategy }) => strategy === 'output' && !(schema instanceof z.ZodType),
  convert: () => [true, { $ref: '#/components/schemas/Answer' }],
}

const ANSWER: OpenAPI.SchemaObject = {
  description: 'A type of src/shared/contract.ts: {"ok": true, "value": …}, or the value alone if it cannot fail.',
}

const zodSchemas: ConditionalSchemaConverter = {
  condition: (schema) => schema instanceof z.ZodType,
  convert: (schema, { strategy }) => [true, schema instanceof z.ZodType ? jsonSchema(schema, strategy) : {}],
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ReturnType<typeof plainSchema> {
  return plainSchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
}

function plainSchema({ $schema: _dialect, '~standard': _standard, ...schema }: Record<string, unknown>) {
  return schema
}

const DESCRIPTION = `Every operation is a POST with its input as JSON, and answers with JSON or, if it is a feed, with server-sent events.
Operations answer with {"ok": true, "value": …} or {"ok": false, "error": …}; those that cannot fail answer with their value alone.
The values are the types of src/shared/contract.ts, which ikigai/client has; this document describes the inputs.`

const FAILURE: OpenAPI.ResponseObject = {
  description: 'It failed. With `code`, the request itself was refused; without, it is the answer of the operation.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

/** Describes the API in OpenAPI 3.1. */
export async function openApiDocument(version: string, url: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [zodSchemas, answers] })
  const document = await generator.generate(contract, {
    info: { title: 'ikigai', version, description: DESCRIPTION },
    servers: [{ url }],
    security: [{ token: [] }],
    filter: ({ path }) => accessOf(path) !== 'none',
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'ikigai tokens add NAME' } },
      responses: { Failure: FAILURE },
      schemas: { Answer: ANSWER, Failure: failureSchema() },
    },
  })
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (item?.post !== undefined) describeOperation(item.post, path.split('/').slice(1))
  }
  return document
}

function failureSchema(): OpenAPI.SchemaObject {
  return {
    type: 'object',
    required: ['ok', 'error'],
    properties: { ok: { const: false }, error: jsonSchema(appErrorSchema, 'output'), code: { type: 'string' } },
  }
}

function describeOperation(operation: OpenAPI.OperationObject, path: readonly string[]): void {
  const [group = ''] = path
  operation.tags = [group]
  operation.description = `Least scope of the token: \`${accessOf(path)}\`.`
  operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Failure' } }
}

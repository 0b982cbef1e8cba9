import { readFile } from 'node:fs/promises'

import { type ConditionalSchemaConverter, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { z } from 'zod'

import { appErrorSchema } from '../../../shared/app-error.ts'
import { contract } from '../../../shared/contract.ts'
import { accessOf } from './operation-access.ts'

/** Where operations are served. The number changes when an operation is removed or changes its meaning. */
export const API_PREFIX = '/v1'
export const DOCUMENT_PATH = `${API_PREFIX}/openapi.json`

/** The types of answers exist at compile time only; their schemas are added afterwards. */
const answers: ConditionalSchemaConverter = {
  condition: (schema, { strategy }) => strategy === 'output' && !(schema instanceof z.ZodType),
  convert: () => [true, {}],
}

const schemaObject = z.custom<OpenAPI.SchemaObject>((value) => typeof value === 'object' && value !== null)
/** What `scripts/api-answers.ts` has computed from the types: at build time, and when the sources were installed. */
const ANSWERS_FILE = new URL('../../../../out/api-answers.json', import.meta.url)
const answersSchema = z.object({
  schemas: z.record(z.string(), schemaObject),
  operations: z.record(z.string(), schemaObject),
  comments: z.record(z.string(), z.string()),
})

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
Later versions may add operations, fields of answers and kinds of events.`

const FAILURE: OpenAPI.ResponseObject = {
  description: 'It failed. With `code`, the request itself was refused; without, it is the answer of the operation.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

/** Describes the API in OpenAPI 3.1. */
export async function openApiDocument(version: string, url: string): Promise<OpenAPI.Document> {
  const { schemas, ...described } = answersSchema.parse(JSON.parse(await readFile(ANSWERS_FILE, 'utf8')))
  const generator = new OpenAPIGenerator({ schemaConverters: [zodSchemas, answers] })
  const document = await generator.generate(contract, {
    info: { title: 'ikigai', version, description: DESCRIPTION },
    servers: [{ url }],
    security: [{ token: [] }],
    filter: ({ path }) => accessOf(path) !== 'none',
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'ikigai tokens add NAME' } },
      responses: { Failure: FAILURE },
      schemas: { ...schemas, Failure: failureSchema() },
    },
  })
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (item?.post !== undefined) describeOperation(item.post, path.split('/').slice(1), described)
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

function describeOperation(
  operation: OpenAPI.OperationObject,
  path: readonly string[],
  { operations, comments }: Pick<z.infer<typeof answersSchema>, 'operations' | 'comments'>,
): void {
  const [group = ''] = path
  operation.tags = [group]
  const name = path.join('.')
  operation.description = `${comments[name] ?? ''}\n\nLeast scope of the token: \`${accessOf(path)}\`.`
  const answer = operations[name] ?? {}
  operation.responses = {
    200: answerWith(answer, isFeed(operation)),
    default: { $ref: '#/components/responses/Failure' },
  }
}

function isFeed({ responses }: OpenAPI.OperationObject): boolean {
  const done = responses?.['200']
  return done !== undefined && 'content' in done && done.content?.['text/event-stream'] !== undefined
}

function answerWith(answer: OpenAPI.SchemaObject, isFeed: boolean): OpenAPI.ResponseObject {
  if (!isFeed) return { description: 'The answer.', content: { 'application/json': { schema: answer } } }
  const schema: OpenAPI.SchemaObject = { oneOf: [eventWith('message', answer), eventWith('done'), eventWith('error')] }
  return { description: 'Batches, as server-sent events.', content: { 'text/event-stream': { schema } } }
}

function eventWith(name: string, data?: OpenAPI.SchemaObject): OpenAPI.SchemaObject {
  const properties = { event: { const: name }, data: data ?? {} }
  return { type: 'object', required: data === undefined ? ['event'] : ['event', 'data'], properties }
}

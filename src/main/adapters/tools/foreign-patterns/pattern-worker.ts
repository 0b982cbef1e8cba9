/**
 * The thread that evaluates foreign patterns. Sends a message when it can take requests, then one reply to each, in
 * order; null: it failed.
 */
import { parentPort } from 'node:worker_threads'
import { Ajv, type Options } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import { PATTERN_FLAGS } from '../../../../shared/evaluation-file.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { pathsThatMatch } from './glob-match.ts'
import type { PatternRequest } from './pattern-thread.ts'

/** Most compiled schemas in the cache, which is keyed by their JSON text. */
const MAX_COMPILED = 200

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
}
const ajv = new Ajv2020(OPTIONS)
/** For schemas that name this older dialect, as many servers do. */
const draft07 = new Ajv(OPTIONS)
const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/
const compiled = new Map<string, ValidateFunction | null>()

parentPort?.on('message', (request: PatternRequest) => parentPort?.postMessage(answer(request)))
parentPort?.postMessage(null)

function answer(request: PatternRequest): readonly string[] | null {
  try {
    if (request.type === 'glob') return pathsThatMatch(request.pattern, request.paths)
    if (request.type === 'match')
      return new RegExp(request.pattern, PATTERN_FLAGS).test(request.text) ? [request.text] : []
    const validator = validatorOf(request.schema)
    if (request.type === 'check') return problemsOf(validator, request.value, 'the arguments')
    return validator === null ? null : problemsOf(validator, request.value, 'the answer')
  } catch {
    return null
  }
}

function validatorOf(schema: JsonObject): ValidateFunction | null {
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  if (known !== undefined) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const validator = compile(schema)
  compiled.set(key, validator)
  return validator
}

/** Null: the schema cannot be used; the server then validates the arguments itself. */
function compile({ $schema: dialect, ...schema }: JsonObject): ValidateFunction | null {
  try {
    return (typeof dialect === 'string' && DRAFT_07.test(dialect) ? draft07 : ajv).compile(schema)
  } catch {
    return null
  }
}

function problemsOf(validate: ValidateFunction | null, value: unknown, whole: string): readonly string[] {
  if (validate === null || validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra: unknown = params['additionalProperty']
    const named = typeof extra === 'string' ? ` '${extra}'` : ''
    return `${instancePath === '' ? whole : instancePath.slice(1).replaceAll('/', '.')} ${message ?? ''}${named}`
  })
}

import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'

import { isJsonObject } from '../../src/shared/json.ts'
import type { JsonValue } from '../../src/shared/json.ts'
import type { ProviderApi } from './provider-outcome.ts'

const ajv = new Ajv({ strict: false })

function validator(name: string) {
  const url = new URL(`../fixtures/wire/schemas/${name}.schema.json`, import.meta.url)
  return ajv.compile(parseSchema(readFileSync(url, 'utf8')))
}

const anthropicBody = validator('AnthropicMessageCreateParams')
const openaiBody = validator('OpenAIResponseCreateParams')
const googleContent = validator('GeminiContent')

function parseSchema(text: string): object {
  const schema: unknown = JSON.parse(text)
  return isJsonObject(schema) ? schema : {}
}

/** Returns the schema errors of a body; none if the API would accept it. */
export function schemaErrors(wire: ProviderApi, body: JsonValue): readonly unknown[] {
  if (wire !== 'google') {
    const validate = wire === 'anthropic' ? anthropicBody : openaiBody
    return validate(body) ? [] : (validate.errors ?? [])
  }
  const contents = isJsonObject(body) ? body['contents'] : []
  return (Array.isArray(contents) ? contents : []).flatMap((content) =>
    googleContent(content) ? [] : (googleContent.errors ?? []),
  )
}

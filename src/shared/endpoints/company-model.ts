import type { ModelName } from '../agent-summary.ts'
import { ENDPOINT } from '../providers.ts'
import { endpointIn, modelAtEndpoint } from './endpoint-model.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Returns the name of a company's model under which an endpoint's own is known: `as` of its entry, and for Claude the
 * name at Anthropic. Null: none. `id`: without the name of the endpoint.
 */
export function companyModel(id: string, { kind, models }: Endpoint): string | null {
  const as = models.find((model) => model.id === id)?.as
  return as ?? (kind === 'anthropic' && isClaude(id) ? claudeName(id) : null)
}

/** Returns `companyModel` for a model as it is chosen; null: it is of no endpoint, of an unknown one, or it has no other name. */
export function companyModelOf({ provider, model }: ModelName, endpoints: readonly Endpoint[]): string | null {
  const name = provider === ENDPOINT ? endpointIn(model) : null
  const endpoint = endpoints.find((each) => each.name === name)
  return endpoint === undefined ? null : companyModel(modelAtEndpoint(model), endpoint)
}

/** Whether a model is one of Claude, whose thinking goes by the table of its models. */
export function isClaude(model: string): boolean {
  return claudeName(model).startsWith('claude-')
}

/** `eu.anthropic.claude-opus-5-v1:0` of Bedrock, `claude-opus-5@20260101` of Google Cloud: the name at Anthropic. */
function claudeName(model: string): string {
  const name = model.slice(Math.max(0, model.search(/claude-/i))).toLowerCase()
  return name.replace(/-v\d+(:\d+)?$/, '').replace('@', '-')
}

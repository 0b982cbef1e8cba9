import type { ModelName } from '../agent-summary.ts'
import { ANSWERING, ENDPOINT, PROVIDERS } from '../providers.ts'

const FORM = /^[a-z][a-z0-9_-]{0,39}$/

/** Returns why a text cannot be the name of an endpoint, which completes `name …`; null: it can. */
export function endpointNameProblem(name: string): string | null {
  if (!FORM.test(name)) return 'must begin with a lower-case letter and have only a-z, 0-9, - and _, 40 at most'
  if (ANSWERING.some((provider) => provider === name)) return 'is the name of a provider of ikigai; choose another one'
  const isModel = ANSWERING.some((provider) => PROVIDERS[provider].models.some((form) => form.test(name)))
  return isModel ? 'has the form of the name of a model; choose another one' : null
}

/** Returns the name of the endpoint in `NAME/MODEL`; null: the name has another form. The endpoint need not exist. */
export function endpointIn(model: string): string | null {
  const slash = model.indexOf('/')
  const name = model.slice(0, Math.max(0, slash))
  return slash < model.length - 1 && endpointNameProblem(name) === null ? name : null
}

/** Returns the name that an endpoint is sent: that of `NAME/MODEL` without the endpoint's. */
export function modelAtEndpoint(model: string): string {
  return model.slice(model.indexOf('/') + 1)
}

/** Returns what answers for a model: its provider, or `endpoint/NAME`. Two models with the same one share a connection. */
export function serverOf({ provider, model }: ModelName): string {
  return provider === ENDPOINT ? `${ENDPOINT}/${endpointIn(model) ?? ''}` : provider
}

/** Returns what answers for a model as it is shown: the label of its provider, or the name of its endpoint. */
export function serverLabel({ provider, model }: ModelName): string {
  return provider === ENDPOINT ? (endpointIn(model) ?? PROVIDERS[provider].label) : PROVIDERS[provider].label
}

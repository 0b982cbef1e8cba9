import { endpointIn } from '../../../../shared/endpoints/endpoint-model.ts'
import { type Endpoint, unknownEndpoint } from '../../../../shared/endpoints/endpoint.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import { baseUrlOf, readAddress } from '../../../../shared/server-address.ts'
import type { Config, CredentialStore } from '../../../core/ports/config-ports.ts'
import type { Provider } from '../../../core/ports/provider-ports.ts'
import type { LearnedFacts } from '../learned-facts.ts'
import type { TrialRecorder } from './try-endpoint.ts'
import { createEndpointProvider } from './create-endpoint-provider.ts'
import { CloudSignIn } from './cloud-sign-in.ts'
import { type FindCredential, sentKey } from './endpoint-credential.ts'
import { TokenCommands } from './token-command.ts'

/** Where keys of endpoints are looked for, beside their entries. */
export interface KeyPlaces {
  readonly credentials: CredentialStore
  readonly environment: Readonly<Record<string, string | undefined>>
}

interface EndpointServices extends KeyPlaces {
  readonly config: Config
  readonly facts: LearnedFacts
  /** Ms; null: that of the kind of model. */
  readonly idleTimeoutMs: number | null
}

/** Creates the adapters of endpoints with their current entries and keys. */
export class EndpointFactory {
  readonly #services: EndpointServices
  readonly #tokens: TokenCommands
  readonly #clouds: CloudSignIn

  constructor(services: EndpointServices, tokens?: TokenCommands, clouds?: CloudSignIn) {
    this.#services = services
    this.#tokens = tokens ?? new TokenCommands({ environment: services.environment })
    this.#clouds = clouds ?? new CloudSignIn({ environment: services.environment })
  }

  /** `model`: as typed, with the name of its endpoint. `needsKey`: whether a missing key is an error. */
  async create(model: string, needsKey: boolean): Promise<Result<Provider>> {
    const { endpoints } = this.#services.config
    const name = endpointIn(model) ?? model
    const endpoint = endpoints.find((each) => each.name === name)
    if (endpoint === undefined) return invalid(unknownEndpoint(name, endpoints))
    return this.connect(endpoint, needsKey)
  }

  /** The adapter of an endpoint, also of one that is not in config.json. */
  async connect(endpoint: Endpoint, needsKey: boolean, recorder?: TrialRecorder): Promise<Result<Provider>> {
    const { facts, idleTimeoutMs, credentials, environment } = this.#services
    const { label, baseUrl, tokenCommand, auth, idleTimeoutSeconds: seconds } = endpoint
    if (baseUrl === null) return invalid(`${label} has no address. Write it as base_url of its entry in config.json.`)
    const address = readAddress(baseUrl)
    if ('problem' in address) return invalid(`The address of ${label} cannot be used: base_url ${address.problem}.`)
    const key =
      tokenCommand === null && auth === null ? await keyOfEndpoint(endpoint, { credentials, environment }) : null
    if (key === null && endpoint.needsKey && needsKey) return missingKey(endpoint)
    learnSecrets(key === null ? [] : [key])
    await facts.ready()
    return ok(
      createEndpointProvider(endpoint, {
        baseUrl: baseUrlOf(SDK_OF[endpoint.kind], address),
        credential: this.#credentialOf(endpoint, address.url.href, key ?? ''),
        note: (inner) => recorder?.noteIn(inner) ?? inner,
        key: key ?? '',
        facts,
        idleTimeoutMs: seconds === null ? idleTimeoutMs : seconds * 1000,
      }),
    )
  }

  #credentialOf(
    { label, tokenCommand: command, auth, profile, keyHeader }: Endpoint,
    baseUrl: string,
    key: string,
  ): FindCredential {
    if (auth !== null) return (refused) => this.#clouds.find({ label, auth, profile, baseUrl }, refused)
    if (command === null) return () => Promise.resolve(ok(sentKey(key, keyHeader)))
    return async (refused) =>
      mapOk(await this.#tokens.token({ label, command }, refused), (token) => sentKey(token, keyHeader))
  }
}

/** Whose SDK asks the endpoint, which decides whether the version is part of the address. */
const SDK_OF = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
} as const

/** Returns the key of an endpoint: of its variable, then of the keychain, then that of its entry; null: none. */
async function keyOfEndpoint(
  { name, key, keyVariables }: Endpoint,
  { credentials, environment }: KeyPlaces,
): Promise<string | null> {
  return keyInEnvironment(keyVariables, environment) ?? (await credentials.endpointKey(name)) ?? key
}

/** Returns the value of the first variable that is set; null: none is. */
export function keyInEnvironment(variables: readonly string[], environment: KeyPlaces['environment']): string | null {
  return variables.map((variable) => environment[variable]?.trim() ?? '').find((value) => value !== '') ?? null
}

function missingKey({ label, keyVariables, keyPage }: Endpoint): Result<never> {
  const [variable] = keyVariables
  const where = variable === undefined ? 'Save a key in Settings' : `Set ${variable}, or save a key in Settings`
  const page = keyPage === null ? '' : `\n\nGet your API key at: ${keyPage}`
  const message = `No credentials for ${label}. ${where}${page}`
  return err({ category: 'AUTH', message, retryable: false })
}

function invalid(message: string): Result<never> {
  return err({ category: 'INVALID_REQUEST', message, retryable: false })
}

import type { CloudSignIn } from '../../src/main/adapters/providers/endpoints/cloud-sign-in.ts'
import { EndpointFactory } from '../../src/main/adapters/providers/endpoints/endpoint-factory.ts'
import type { TokenCommands } from '../../src/main/adapters/providers/endpoints/token-command.ts'
import { LearnedFacts } from '../../src/main/adapters/providers/learned-facts.ts'
import type { Provider } from '../../src/main/core/ports/provider-ports.ts'
import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { resolveEndpoint } from '../../src/shared/endpoints/endpoint.ts'
import type { EndpointEntry } from '../../src/shared/endpoints/endpoint-entry.ts'
import { fakeCredentials } from './fake-credentials.ts'

/** Returns the adapter of an endpoint, as the engine makes it. Throws if it cannot be made. */
export async function endpointAt(
  entry: EndpointEntry,
  {
    tokens,
    clouds,
    facts = new LearnedFacts(),
  }: { readonly tokens?: TokenCommands; readonly clouds?: CloudSignIn; readonly facts?: LearnedFacts } = {},
): Promise<Provider> {
  const endpoint = resolveEndpoint(entry)
  const config = { ...DEFAULT_CONFIG, endpoints: [endpoint] }
  const services = { credentials: fakeCredentials(), config, environment: {}, facts, idleTimeoutMs: 20_000 }
  const made = await new EndpointFactory(services, tokens, clouds).create(`${endpoint.name}/model`, true)
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

import { join } from 'node:path'

import type { AppError } from '../shared/app-error.ts'
import { modelAtEndpoint, serverOf } from '../shared/endpoints/endpoint-model.ts'
import { ENDPOINT, type ProviderName } from '../shared/providers.ts'
import type { Environment } from './adapters/environment/tool-environment.ts'
import { useProxy } from './adapters/network/use-proxy.ts'
import { createDemoProviders } from './adapters/providers/demo/demo-provider.ts'
import { createProviderFactory } from './adapters/providers/create-provider-factory.ts'
import { EndpointFactory } from './adapters/providers/endpoints/endpoint-factory.ts'
import { endpointProbe } from './adapters/providers/endpoints/endpoint-probe.ts'
import { LearnedFacts } from './adapters/providers/learned-facts.ts'
import { learnedParts } from './adapters/providers/request-refusals.ts'
import { createCatalogSource, storedCatalog } from './adapters/providers/catalog-store.ts'
import { findLocalServers } from './adapters/providers/find-local-servers.ts'
import { createModelCatalog } from './adapters/providers/model-catalog.ts'
import { createAnswerCheck, createPatternMatch } from './adapters/tools/foreign-patterns/pattern-thread.ts'
import {
  configuredDefault,
  type DefaultModel,
  type FindDefaultModel,
  replacementNotice,
} from './core/models/default-model.ts'
import type { Config, CredentialStore } from './core/ports/config-ports.ts'
import type { IsNewWarning, Logger } from './core/ports/system-ports.ts'
import type { ModelCatalog } from './core/ports/provider-ports.ts'
import { systemClock } from './system-ports.ts'

export interface DemoPlace {
  readonly dataDirectory: string
  readonly configDirectory: string
  /** Whether the scripted answers arrive at once. */
  readonly isInstant: () => boolean
}

/** The proxy is that of the process, which the demo shares with the user's own engine. */
export function proxyFollower(
  environment: Environment,
  demo: DemoPlace | undefined,
): (config: Config) => AppError | null {
  if (demo !== undefined) return () => null
  return ({ proxy }) => useProxy(proxy, environment['NO_PROXY'] ?? environment['no_proxy'])
}

/** The providers, and where local ones are looked for. A demo makes no connection. */
export function providerParts({
  credentials,
  config,
  environment,
  catalog,
  demo,
  dataDirectory,
}: {
  readonly credentials: CredentialStore
  readonly config: Config
  readonly environment: Environment
  readonly catalog: ModelCatalog
  readonly demo: DemoPlace | undefined
  readonly dataDirectory: string
}) {
  if (demo !== undefined) {
    const isInstant = demo.isInstant
    return { providers: createDemoProviders({ catalog, isInstant }), findLocalServers: async () => [] }
  }
  const facts = new LearnedFacts({ path: join(dataDirectory, 'learned-facts.json') })
  const services = { credentials, config, environment, facts }
  const endpoints = new EndpointFactory({ ...services, idleTimeoutMs: null })
  return {
    providers: createProviderFactory({ ...services, endpoints }),
    endpoints: endpointProbe(endpoints, services),
    learnedParts: (provider: ProviderName, model: string) =>
      learnedParts(facts, serverOf({ provider, model }), provider === ENDPOINT ? modelAtEndpoint(model) : model),
    findLocalServers: (signal: AbortSignal) => findLocalServers(environment, signal),
  }
}

/** What answers are checked by. */
function answerChecks() {
  return { checkAnswer: createAnswerCheck(), matchPattern: createPatternMatch() }
}

/** The catalogue of models, where it is renewed from, and the check of answers against schemas. */
export async function createModelParts(directory: string, logger: Logger, config: Config) {
  const catalog = createModelCatalog(await storedCatalog(directory, logger), () => config.endpoints)
  return { catalog, catalogSource: createCatalogSource(directory), ...answerChecks() }
}

/** Returns what finds the default model of today. */
export function defaultModel(config: Config, catalog: ModelCatalog): FindDefaultModel {
  return (ready) =>
    configuredDefault({ catalog, config, today: new Date(systemClock.now()).toISOString().slice(0, 10) }, ready)
}

export function replacedModel(begun: DefaultModel | null, isNewWarning: IsNewWarning): readonly string[] {
  const replaced = begun === null ? null : replacementNotice(begun)
  return isNewWarning('default_model', replaced) && replaced !== null ? [replaced] : []
}

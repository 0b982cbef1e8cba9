import type { ModelDescription } from '../../../shared/contract.ts'
import type { CredentialState, CredentialTest } from '../../../shared/credential-state.ts'
import type { ModelList } from '../../../shared/model-info.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { modelFeedback } from '../commands/model-command.ts'
import type { Engine } from '../engine.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { EngineParts } from './engine-parts.ts'

/** Models and the keys for them. */
export function serveModels(parts: EngineParts) {
  return {
    listModels(refresh: ProviderName | undefined, signal: AbortSignal): Promise<ModelList> {
      return parts.models.list(refresh, signal)
    },

    describeModel(model: string): Result<ModelDescription> {
      const { catalog, config } = parts.dependencies
      const spec = chooseModel(model, config.pools)
      if (!spec.ok) return refuse(spec.message)
      const lines = modelFeedback(spec.choice, catalog, config).split('\n')
      return ok({ choice: spec.choice, lines })
    },

    listCredentials(): Promise<readonly CredentialState[]> {
      return parts.dependencies.credentials.list()
    },

    async setCredential(provider: ProviderName, key: string): Promise<Result<CredentialState>> {
      const result = await parts.dependencies.credentials.set(provider, key)
      parts.loop.dropAllProviders()
      return result
    },

    async removeCredential(provider: ProviderName): Promise<Result<CredentialState>> {
      const result = await parts.dependencies.credentials.remove(provider)
      parts.loop.dropAllProviders()
      return result
    },

    async testCredential(provider: ProviderName, signal: AbortSignal): Promise<CredentialTest> {
      const made = await parts.dependencies.providers.create(provider)
      if (!made.ok) return made
      const listed = await made.value.listModels(signal)
      return listed.ok ? { ok: true, models: listed.value.length } : listed
    },
  } satisfies Partial<Engine>
}

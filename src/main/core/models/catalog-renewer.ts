import type { CatalogFile, CatalogRenewal, CatalogRow } from '../../../shared/model-catalog-file.ts'
import type { ModelInfo } from '../../../shared/model-info.ts'
import { utcDate } from '../../../shared/model-price.ts'
import { PROVIDER_NAMES, type ApiProviderName, PROVIDERS } from '../../../shared/providers.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { Config, CredentialStore } from '../ports/config-ports.ts'
import type { CatalogSource, ModelCatalog, ProviderFactory } from '../ports/provider-ports.ts'
import type { Clock } from '../ports/system-ports.ts'
import { MODELS_DEV } from '../../../shared/models-dev.ts'
import { withModelsDev } from './merge-catalogues.ts'
import { defined } from '../../../shared/defined.ts'

export interface RenewerDependencies {
  readonly catalog: ModelCatalog
  readonly catalogSource: CatalogSource
  readonly credentials: CredentialStore
  readonly providers: ProviderFactory
  readonly config: Config
  readonly clock: Clock
}

/**
 * Renews the catalogue of models: from the address in config.json, if there is one, then from the lists of the
 * providers that have a key. What cannot be loaded stays as it was.
 */
export class CatalogRenewer {
  readonly #dependencies: RenewerDependencies

  constructor(dependencies: RenewerDependencies) {
    this.#dependencies = dependencies
  }

  async renew(signal: AbortSignal): Promise<Result<CatalogRenewal>> {
    const { catalog, catalogSource, config, clock } = this.#dependencies
    const problems: string[] = []
    const address = config.modelCatalogUrl
    const fetched = address === null ? null : await catalogSource.fetch(address, signal)
    if (fetched?.ok === false) problems.push(fetched.error.message)
    const base = fetched?.ok === true ? withFetched(fetched.value, catalog.file()) : catalog.file()
    const lists = await this.#ownLists(signal, problems)
    const renewedOn = utcDate(clock.now())
    const file = {
      source: {
        ...base.source,
        renewedOn: fetched?.ok === true ? base.source.renewedOn : catalog.file().source.renewedOn,
      },
      models: mergedModels(base.models, lists),
    }
    const renewed: CatalogFile = { ...file, source: { ...file.source, listedOn: renewedOn } }
    const saved = await catalogSource.save(renewed)
    if (saved.ok) catalog.replace(renewed)
    const models = Object.values(renewed.models).reduce((sum, rows) => sum + rows.length, 0)
    return mapOk(saved, () => ({ models, renewedOn, problems }))
  }

  /** The lists of all providers with a key, asked at the same time. */
  async #ownLists(
    signal: AbortSignal,
    problems: string[],
  ): Promise<ReadonlyMap<ApiProviderName, readonly ModelInfo[]>> {
    const states = await this.#dependencies.credentials.list()
    // The models of a gateway change every day, and so do their prices: they are asked for when they are listed.
    const ready = PROVIDER_NAMES.filter(
      (name) =>
        !PROVIDERS[name].isGateway && states.some(({ provider, source }) => provider === name && source !== null),
    )
    const lists = new Map<ApiProviderName, readonly ModelInfo[]>()
    await Promise.all(
      ready.map(async (name) => {
        const made = await this.#dependencies.providers.create(name)
        const listed = made.ok ? await made.value.listModels(signal) : made
        if (listed.ok) lists.set(name, listed.value)
        else problems.push(listed.error.message)
      }),
    )
    return lists
  }
}

function withFetched(fetched: CatalogFile, former: CatalogFile): CatalogFile {
  return fetched.source['from'] === MODELS_DEV ? withModelsDev(former, fetched) : withFormer(fetched, former)
}

/** A catalogue may leave out providers; theirs are kept. */
function withFormer(fetched: CatalogFile, former: CatalogFile): CatalogFile {
  return { ...fetched, models: { ...former.models, ...fetched.models } }
}

function mergedModels(
  base: CatalogFile['models'],
  lists: ReadonlyMap<ApiProviderName, readonly ModelInfo[]>,
): CatalogFile['models'] {
  const merged = [...lists].map(([provider, listed]) => [provider, mergedRows(base[provider] ?? [], listed)] as const)
  return { ...base, ...Object.fromEntries(merged) }
}

/** The provider's own figures count; what it does not say stays as it was. */
function mergedRows(rows: readonly CatalogRow[], listed: readonly ModelInfo[]): CatalogRow[] {
  const own = new Map(listed.map((model) => [model.id, model]))
  const known = rows.map((row) => merged(row, own.get(row.id)))
  const ids = new Set(rows.map(({ id }) => id))
  return [...known, ...listed.filter(({ id }) => !ids.has(id)).map(rowOf)]
}

function merged(row: CatalogRow, own: ModelInfo | undefined): CatalogRow {
  if (own === undefined) return row
  const { contextWindow, maxOutput, endsOn, modalities } = own
  return {
    ...row,
    contextWindow: contextWindow ?? row.contextWindow,
    maxOutput: maxOutput ?? row.maxOutput,
    ...(own.saysEnd === true ? { endsOn } : defined({ endsOn: endsOn ?? undefined })),
    ...(modalities !== undefined && { input: [...modalities.input], output: [...modalities.output] }),
  }
}

/** Prices are left out: a list has them for today only. */
function rowOf(model: ModelInfo): CatalogRow {
  const { id, name, contextWindow, maxOutput } = model
  return merged({ id, name, contextWindow, maxOutput, price: null }, model)
}

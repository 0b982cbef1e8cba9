import { ENGINE_SENTENCES } from '../../../shared/engine-sentences.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { MachineFact } from '../../../shared/machine-facts.ts'
import { renewalAtStart } from '../../../shared/model-catalog-file.ts'
import { API_PROVIDERS } from '../../../shared/providers.ts'
import { hasUsableKey } from '../../../shared/endpoints/endpoint-trial.ts'
import type { EndpointProbe } from '../ports/endpoint-ports.ts'
import { endpointsOfNewAgents, type FindDefaultModel, modelOfNewAgents } from '../models/default-model.ts'
import type { Config, CredentialStore } from '../ports/config-ports.ts'
import type { MachineProbe } from '../ports/machine-ports.ts'

/** What the facts are read from. */
export interface MachineSources {
  readonly credentials: CredentialStore
  readonly config: Config
  readonly defaultModel: FindDefaultModel
  readonly endpoints?: { readonly states: EndpointProbe['states'] } | undefined
  /** Where agents work that were given no other folder. */
  readonly workspace: string
  readonly machine: MachineProbe
  /** Of ikigai. */
  readonly version: string
}

/** Below this a database soon has no room to write. */
const LEAST_FREE_BYTES = 1_000_000_000

const OK = { state: 'ok', problem: null, command: null } as const

/**
 * Returns what ikigai needs on this machine and what there is of it, in the order of `MACHINE_FACT_NAMES`. Changes nothing and
 * makes no connection; the keychain may ask the user to unlock it. `database`: its state.
 */
export async function machineFacts(parts: MachineSources, database: ComponentState): Promise<readonly MachineFact[]> {
  const { machine, version } = parts
  const endpoints = ((await parts.endpoints?.states()) ?? []).filter(hasUsableKey)
  const named = endpoints.map(({ name }) => name)
  const firstModel = async () => modelWithoutList(parts.config, named)
  const model = (await modelOfNewAgents(parts.defaultModel, parts.credentials, { firstModel }))?.spec ?? null
  const withKey = endpoints.filter(({ key }) => key !== 'none').map(({ label }) => label)
  return [
    await keyFact(parts, model, withKey),
    { ...OK, name: 'model', found: model, state: model === null ? 'warning' : 'ok' },
    await folderFact(parts),
    await sandboxFact(parts),
    await keychainFact(parts),
    databaseFact(database),
    connectionsFact(parts.config),
    { ...OK, name: 'renewal', found: renewalAtStart(parts.config) },
    { ...OK, name: 'node', found: machine.node },
    await diskFact(machine),
    { ...OK, name: 'version', found: version },
  ]
}

/** The model that new agents begin with at an endpoint, without asking it: `NAME/…` where only its list says which. */
function modelWithoutList(config: Config, ready: readonly string[]): string | null {
  const [endpoint] = endpointsOfNewAgents(config, ready)
  return endpoint === undefined ? null : `${endpoint.name}/${endpoint.models[0]?.id ?? '…'}`
}

/** A default model may need no key, such as one of a local server. `endpoints`: the labels of those with a key. */
async function keyFact(
  { credentials }: MachineSources,
  model: string | null,
  endpoints: readonly string[],
): Promise<MachineFact> {
  const keys = (await credentials.list()).filter(({ source }) => source !== null)
  const found = [...keys.map(({ provider }) => API_PROVIDERS[provider].label), ...endpoints]
  if (found.length > 0) {
    return { ...OK, name: 'keys', found: found.join(', ') }
  }
  const command = `export ${API_PROVIDERS.anthropic.keyVariables[0]}=KEY`
  return { name: 'keys', state: model === null ? 'error' : 'warning', found: null, problem: null, command }
}

async function folderFact({ machine, workspace }: MachineSources): Promise<MachineFact> {
  const problem = await machine.folderProblem(workspace)
  return { ...OK, name: 'folder', found: workspace, state: problem === null ? 'ok' : 'error', problem }
}

async function sandboxFact({ machine, workspace, config }: MachineSources): Promise<MachineFact> {
  const off = config.sandbox === 'off'
  const problem = off ? ENGINE_SENTENCES.sandboxOff : await machine.sandboxProblem(workspace)
  if (problem === null) return { ...OK, name: 'sandbox', found: null }
  const command = problem === ENGINE_SENTENCES.noBubblewrap ? machine.installCommand('bubblewrap') : null
  return { name: 'sandbox', state: 'warning', found: null, problem, command }
}

async function keychainFact({ credentials, machine }: MachineSources): Promise<MachineFact> {
  const { place, reason } = await credentials.plan()
  if (place === 'keychain') return { ...OK, name: 'keychain', found: null }
  const command = reason === ENGINE_SENTENCES.noKeychain ? machine.installCommand('gnome-keyring') : null
  return { name: 'keychain', state: 'warning', found: null, problem: reason, command }
}

function databaseFact({ state, message }: ComponentState): MachineFact {
  if (state === 'ok') return { ...OK, name: 'database', found: message }
  return { ...OK, name: 'database', state, found: null, problem: message }
}

/** Where no host is named, only this machine is. */
function connectionsFact({ onlyHosts }: Config): MachineFact {
  const found = onlyHosts === null ? null : onlyHosts.length === 0 ? 'localhost' : onlyHosts.join(', ')
  return { ...OK, name: 'connections', found }
}

async function diskFact(machine: MachineProbe): Promise<MachineFact> {
  const free = await machine.freeBytes()
  const isLow = free !== null && free < LEAST_FREE_BYTES
  return {
    ...OK,
    name: 'disk',
    found: free === null ? null : String(free),
    state: free === null || isLow ? 'warning' : 'ok',
  }
}

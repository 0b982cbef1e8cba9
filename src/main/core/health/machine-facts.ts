import { ENGINE_SENTENCES } from '../../../shared/engine-sentences.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import type { MachineFact } from '../../../shared/machine-facts.ts'
import { API_PROVIDERS } from '../../../shared/providers.ts'
import { type FindDefaultModel, modelOfNewAgents } from '../models/default-model.ts'
import type { Config, CredentialStore } from '../ports/config-ports.ts'
import type { MachineProbe } from '../ports/machine-ports.ts'

/** What the facts are read from. */
export interface MachineSources {
  readonly credentials: CredentialStore
  readonly config: Config
  readonly defaultModel: FindDefaultModel
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
  const model = (await modelOfNewAgents(parts.defaultModel, parts.credentials))?.spec ?? null
  return [
    await keyFact(parts, model),
    { ...OK, name: 'model', found: model, state: model === null ? 'warning' : 'ok' },
    await folderFact(parts),
    await sandboxFact(parts),
    await keychainFact(parts),
    databaseFact(database),
    connectionsFact(parts.config),
    { ...OK, name: 'node', found: machine.node },
    await diskFact(machine),
    { ...OK, name: 'version', found: version },
  ]
}

/** A default model may need no key, such as one of a local server. */
async function keyFact({ credentials }: MachineSources, model: string | null): Promise<MachineFact> {
  const keys = (await credentials.list()).filter(({ source }) => source !== null)
  if (keys.length > 0) {
    const found = keys.map(({ provider }) => API_PROVIDERS[provider].label).join(', ')
    return { ...OK, name: 'keys', found }
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

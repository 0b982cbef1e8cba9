import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import { UPDATE_REFUSALS } from '../shared/app-update.ts'
import { ENGINE_SENTENCES } from '../shared/engine-sentences.ts'
import type { ComponentState } from '../shared/engine-state.ts'
import { createHelpLibrary, type HelpLibrary } from '../shared/help-library.ts'
import type { MachineFact } from '../shared/machine-facts.ts'
import { DONE, err, errorMessage, refuse, type Result } from '../shared/result.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { createCredentialStore } from './adapters/credentials/credential-store.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { keychainOff } from './adapters/credentials/keychain-port.ts'
import { endpointStates } from './adapters/providers/endpoints/endpoint-probe.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { createHelpFiles } from './adapters/help/help-files.ts'
import { createMachineProbe } from './adapters/machine/machine-probe.ts'
import { newestVersion } from './adapters/network/newest-version.ts'
import { trustCertificates, useProxy } from './adapters/network/use-proxy.ts'
import { settlePrograms } from './adapters/program-table.ts'
import { embeddedPackage } from './adapters/storage/embedded/binaries.ts'
import { testDatabase } from './adapters/storage/check-database.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { workspaceFolder } from './adapters/tools/agent-workspace.ts'
import { protectedPlaces } from './adapters/tools/protected-paths.ts'
import { machineFacts } from './core/health/machine-facts.ts'
import { createModelParts, defaultModel } from './create-model-parts.ts'
import { createSandbox } from './create-tool-parts.ts'
import { databasePlace } from './data-place.ts'
import { stderrLogger } from './system-ports.ts'

/** Returns the facts about this machine without an engine, also while one runs. A composition root, as create-engine.ts is. */
export async function readMachineFacts(): Promise<readonly MachineFact[]> {
  const environment = takeEnvironment()
  settlePrograms(environment['PATH'])
  const logger = stderrLogger()
  const directories = { dataDirectory: dataDirectory(), configDirectory: configDirectory() }
  const { config } = await openConfig(directories.configDirectory, environment)
  const { catalog } = await createModelParts(directories.dataDirectory, logger, config)
  const places = protectedPlaces(directories, join(directories.dataDirectory, 'tool-output'), () => null)
  const credentials = createCredentialStore({
    ...directories,
    environment,
    keychain: environment['IKIGAI_KEYCHAIN'] === 'off' ? keychainOff : createKeychain({ logger }),
    logger,
    // What it would warn of is one of the facts.
    isNewWarning: () => false,
  })
  const parts = {
    config,
    credentials,
    endpoints: { states: () => endpointStates(config, { credentials, environment }) },
    defaultModel: defaultModel(config, catalog),
    workspace: workspaceFolder(config.workspace, homedir()),
    machine: createMachineProbe({
      ...directories,
      sandbox: createSandbox({ places, path: environment['PATH'] ?? '' }),
    }),
    version: packageJson.version,
  }
  return machineFacts(parts, await databaseState(await databasePlace(environment)))
}

/** Returns the pages of the help, which need no engine. */
export function openHelp(): HelpLibrary {
  return createHelpLibrary(createHelpFiles())
}

/** Asks the npm registry of config.json for the newest version; REFUSED where there is none. */
export async function readNewestVersion(): Promise<Result<string>> {
  const environment = takeEnvironment()
  const { config } = await openConfig(configDirectory(), environment)
  if (config.updateRegistry === null)
    return refuse('Looking for updates is switched off: update_registry in config.json is null.')
  if (config.updates === 'off') return refuse(UPDATE_REFUSALS.off)
  const badProxy = useProxy(config.proxy, environment['NO_PROXY'] ?? environment['no_proxy'])
  if (badProxy !== null) return err(badProxy)
  await trustCertificates(environment['SSL_CERT_FILE'])
  return newestVersion(config.updateRegistry, config.updates)
}

/** Whether the database can be used. None is made. */
async function databaseState(place: DatabasePlace): Promise<ComponentState> {
  const { databaseUrl, dataDirectory: directory } = place
  if (databaseUrl !== null) {
    const tested = await testDatabase(databaseUrl)
    return tested.ok ? { state: 'ok', message: tested.value } : { state: 'error', message: tested.error.message }
  }
  if (!existsSync(join(directory, 'postgres'))) return newDatabase()
  const opened = await withDatabase(place, async () => DONE)
  return opened.ok
    ? { state: 'ok', message: ENGINE_SENTENCES.embedded }
    : { state: 'error', message: opened.error.message }
}

function newDatabase(): ComponentState {
  try {
    embeddedPackage()
    return { state: 'ok', message: ENGINE_SENTENCES.newDatabase }
  } catch (error) {
    return { state: 'error', message: errorMessage(error) }
  }
}

import { createModelCatalog } from '../src/main/adapters/providers/model-catalog.ts'
import { modelEnd } from '../src/main/adapters/providers/model-lifecycle.ts'
import { errorMessage } from '../src/shared/result.ts'
import { newestCatalog } from './newest-catalog.ts'
import { scriptArguments } from './script-arguments.ts'
import { installedSdkFacts } from './sdk-facts.ts'
import { renderedLevel, tableDifferences } from './table-differences.ts'

/**
 * Compares the tables of models with the newest published list and the types of the installed SDKs. Packages are made
 * only if they agree. Not a part of `npm test`, because a provider's new model must not make the tests fail.
 */
export async function checkTables(): Promise<boolean> {
  try {
    const tables = { catalog: createModelCatalog().file(), modelEnd, sentLevel: renderedLevel }
    const newest = await newestCatalog()
    const differences = tableDifferences(tables, { newest, sdks: await installedSdkFacts() })
    for (const difference of differences) console.error(difference)
    console.log(`Tables of models compared with ${newest.package}: ${differences.length} differences.`)
    return differences.length === 0
  } catch (error) {
    console.error(`The tables of models could not be compared: ${errorMessage(error)}`)
    return false
  }
}

if (import.meta.main) {
  scriptArguments('npm run check:tables   compares the tables of models with the newest published list and the SDKs')
  process.exitCode = (await checkTables()) ? 0 : 1
}

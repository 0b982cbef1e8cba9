import { writeFile } from 'node:fs/promises'

import { newestCatalog, selectRows } from './newest-catalog.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Updates resources/model-catalog.json from the npm package @earendil-works/pi-ai (MIT), which collects the
providers' published limits and prices. The package is only downloaded, never installed or run.

npx node scripts/renew-model-catalog.ts`)

const CATALOG = new URL('../resources/model-catalog.json', import.meta.url)

const newest = await newestCatalog()
const models = Object.fromEntries([...newest.rows].map(([provider, rows]) => [provider, selectRows(provider, rows)]))
const source = {
  package: newest.package,
  files: 'dist/providers/data/*.json, chat models, fields selected',
  licence: 'MIT',
  renewedOn: new Date().toISOString().slice(0, 10),
  renewedBy: 'scripts/renew-model-catalog.ts',
}
await writeFile(CATALOG, `${JSON.stringify({ source, models }, null, 2)}\n`)
console.log(`${newest.package}: ${Object.values(models).flat().length} models`)

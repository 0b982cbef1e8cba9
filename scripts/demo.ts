import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeDemoFolder, removeDemoFolder } from '../src/main/demo-folder.ts'
import { startDemoSimulator } from '../test/support/provider-simulator/demo-script.ts'
import { openApp } from './open-app.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Runs the app with a local simulator instead of the providers, and a temporary database.

npm run demo [-- --no-open]   --no-open: print the address only`

const { flags } = scriptArguments(USAGE, { flags: ['no-open'] })
const simulator = await startDemoSimulator()
const folder = await makeDemoFolder()
await mkdir(join(folder, 'config'))
await writeFile(join(folder, 'config', 'config.json'), JSON.stringify({ default_provider: 'anthropic' }), {
  mode: 0o600,
})
const { DATABASE_URL: _, ...environment } = process.env
try {
  console.error('Demo: the answers come from a script on this machine, and nothing is kept. No key, no network.')
  process.exitCode = await openApp({
    environment: {
      ...environment,
      ...simulator.environment(),
      IKIGAI_DATA_DIR: join(folder, 'data'),
      IKIGAI_CONFIG_DIR: join(folder, 'config'),
      IKIGAI_KEYCHAIN: 'off',
      IKIGAI_DEMO: '1',
    },
    // A free port, because a running app may use the default one.
    serveArguments: ['--port', '0'],
    window: !flags.has('no-open'),
  })
} finally {
  await simulator.close()
  await removeDemoFolder(folder)
}

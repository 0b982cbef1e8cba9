import { buildIfNeeded } from './build-app.ts'
import { findElectron } from './find-electron.ts'
import { runTool } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Runs the tests that need the real Electron. If it is not available, they are skipped, and one line says why.

npm run test:electron`)

const electron = await findElectron()
if (electron.ok) {
  const buildCode = await buildIfNeeded()
  const environment = { ...process.env, ELECTRON_PATH: electron.path }
  process.exitCode = buildCode || (await runTool('playwright', ['test', '--project', 'electron'], { environment }))
} else {
  console.log(`The Electron tests did not run: ${electron.reason}.`)
}

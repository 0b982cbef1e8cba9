import { makeApiAnswers } from './api-answers.ts'
import { findElectron } from './find-electron.ts'
import { runTool } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments(`Runs the app in Electron and recompiles its window when sources change.

npm run dev   changes of the main process need a restart`)

const electron = await findElectron()
if (electron.ok) {
  await makeApiAnswers()
  process.exitCode = await runTool('electron-vite', ['dev'], {
    environment: { ...process.env, ELECTRON_EXEC_PATH: electron.path },
  })
} else {
  console.error(`npm run dev needs Electron: ${electron.reason}. Without it: npm start`)
  process.exitCode = 1
}

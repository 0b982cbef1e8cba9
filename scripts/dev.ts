import { findElectron } from './find-electron.ts'
import { runTool } from './run-program.ts'

/** The app in Electron, its window compiled anew while its sources change. A change of main needs another start. */
const electron = await findElectron()
if (electron.ok) {
  process.exitCode = await runTool('electron-vite', ['dev'], {
    environment: { ...process.env, ELECTRON_EXEC_PATH: electron.path },
  })
} else {
  console.error(`npm run dev needs Electron: ${electron.reason}. Without it: npm start`)
  process.exitCode = 1
}

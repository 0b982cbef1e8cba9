import { buildApp } from './build-app.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments('npm run build   builds the main process, the preload script and the window into out/')
process.exitCode = await buildApp()

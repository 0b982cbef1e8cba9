import { openApp } from './open-app.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Starts the app: in Electron, or in the browser where Electron cannot be had.

npm start [-- --no-open]   --no-open: print the address only`

const { flags } = scriptArguments(USAGE, { flags: ['no-open'] })
process.exitCode = await openApp({ opensWindow: !flags.has('no-open') })

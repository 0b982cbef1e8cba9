import { openApp } from './open-app.ts'

process.exitCode = await openApp({ environment: process.env, window: !process.argv.includes('--no-open') })

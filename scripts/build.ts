import { buildApp } from './build-app.ts'

process.exitCode = await buildApp()

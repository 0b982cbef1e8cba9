import { buildApp } from './build-app.ts'

process.exitCode = (await buildApp()) || 1
console.error('out/ is built. Installers are not made yet; run the app from the checkout with: npm start')

import { app } from 'electron'

import type { AnswerPath } from './security.ts'

/**
 * During development (`npm run dev`), the window's files come from the server that recompiles them on changes. They are
 * still served under the app's own origin, so that all origin checks apply; only the content security policy is
 * omitted, which that server's inline scripts and socket would violate. Null: there is no such server, or the app is
 * packaged.
 */
export function answerFromDevelopmentServer(): AnswerPath | null {
  // electron-vite defines this name.
  const address = process.env['ELECTRON_RENDERER_URL']
  if (app.isPackaged || address === undefined || !isOnThisMachine(address)) return null
  return (pathname, search) => fetch(new URL(pathname + search, address))
}

function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

import { app } from 'electron'

import type { AnswerPath } from './security.ts'

/**
 * During development (`npm run dev`) the window's files come from the server that compiles them while they change. They
 * appear under the app's own origin all the same, so that every check of it holds; only the content security policy,
 * which that server's inline scripts and socket would break, is left out. Null: there is none, or the app is packaged.
 */
export function answerFromDevelopmentServer(): AnswerPath | null {
  // The name is electron-vite's.
  const address = process.env['ELECTRON_RENDERER_URL']
  if (app.isPackaged || address === undefined || !isOnThisMachine(address)) return null
  return (pathname, search) => fetch(new URL(pathname + search, address))
}

function isOnThisMachine(address: string): boolean {
  return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

import { app, dialog } from 'electron'

import { counted } from '../../../shared/counted.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { errorMessage } from '../../../shared/result.ts'
import { linesOf } from '../../../shared/text-lines.ts'
import type { Engine } from '../../core/engine.ts'
import { type OpenRequest, openRequestIn } from './open-request.ts'

type OpenEngineOf = () => Promise<Engine | null>

/**
 * Opens links and files that the system gives to the app, at the start and later. `engine`: null: it did not open.
 * `show`: shows an agent in the window.
 */
export function serveOpenRequests(engine: OpenEngineOf, show: (agentId: AgentId) => void): void {
  const open = async (request: OpenRequest | null): Promise<void> => {
    const opened = request === null ? null : await engine()
    if (request === null || opened === null) return
    if (request.type === 'file') await offerImport(opened, request.path)
    else await showAgent(opened, request.prefix, show)
  }
  app.on('second-instance', (_event, args, workingDirectory) => void open(openRequestIn(args, workingDirectory)))
  // macOS.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    void open(openRequestIn([url], '/'))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void open(openRequestIn([path], '/'))
  })
  void open(openRequestIn(process.argv.slice(1), process.cwd()))
}

async function showAgent(engine: Engine, prefix: string, show: (agentId: AgentId) => void): Promise<void> {
  const stop = new AbortController()
  try {
    for await (const batch of engine.engine.subscribe(undefined, stop.signal)) {
      for (const item of batch) {
        if (item.type !== 'snapshot') continue
        const [found, ...others] = item.agents.filter(({ id }) => id.startsWith(prefix))
        if (found !== undefined && others.length === 0) show(found.id)
        return
      }
    }
  } finally {
    stop.abort()
  }
}

/** Nothing is imported without the user's word: files arrive by mail and from the web. */
async function offerImport(engine: Engine, path: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'ikigai',
    message: `Import ${basename(path)}?`,
    detail: `${path}\n\nIts agents are added to yours. Rights and settings that would run programs are left out.`,
    buttons: ['Import', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return
  try {
    const imported = await engine.local.importLines(linesOf(createReadStream(path, 'utf8')))
    if (imported.ok) await say('info', `Imported ${counted(imported.value.agents.length, 'agent')}`, path)
    else await say('error', 'Nothing was imported', imported.error.message)
  } catch (error) {
    await say('error', 'Nothing was imported', `${path} cannot be read (${errorMessage(error)}).`)
  }
}

async function say(type: 'info' | 'error', message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type, title: 'ikigai', message, detail, buttons: ['OK'], noLink: true })
}

import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

import { app, dialog, ipcMain } from 'electron'

import { OFFER_COMMAND_CHANNEL } from '../../../shared/host-bridge.ts'
import { errorMessage } from '../../../shared/result.ts'
import {
  type CommandSurroundings,
  type CommandPlace,
  commandPlaces,
  decideCommandOffer,
  installCommand,
  pathLine,
  removeCommand,
} from './command-link.ts'
import { isTrustedSender } from './security.ts'

/** Answers *Install the ikigai command…* with dialogs of the system: nothing is written without the user's word. */
export function serveCommandOffer(): void {
  ipcMain.on(OFFER_COMMAND_CHANNEL, (event) => {
    if (isTrustedSender(event)) void offerCommand(commandFacts())
  })
}

async function offerCommand(facts: CommandSurroundings): Promise<void> {
  const offer = decideCommandOffer(facts, commandPlaces(facts))
  switch (offer.type) {
    case 'none':
      return say('info', 'The command ikigai', offer.reason)
    case 'taken':
      return say(
        'warning',
        'There is another command ikigai',
        `${offer.file} does not belong to this app. It was left as it is; remove or rename it, and try again.`,
      )
    case 'installed':
      if (await ask('The command ikigai is installed', placeText(offer.place, facts), 'Remove'))
        await remove(offer.place)
      return undefined
    case 'install':
      if (await ask('Install the command ikigai?', placeText(offer.place, facts), 'Install'))
        await install(offer.place, facts)
  }
}

async function install(place: CommandPlace, facts: CommandSurroundings): Promise<void> {
  try {
    installCommand(place.file, facts)
    await say('info', 'The command ikigai was installed', placeText(place, facts))
  } catch (error) {
    await say('error', 'The command ikigai was not installed', `${place.file} cannot be made: ${errorMessage(error)}.`)
  }
}

async function remove({ file }: CommandPlace): Promise<void> {
  try {
    if (removeCommand(file)) await say('info', 'The command ikigai was removed', file)
    else await say('warning', 'Nothing was removed', `${file} does not belong to this app.`)
  } catch (error) {
    await say('error', 'The command ikigai was not removed', `${file} cannot be removed: ${errorMessage(error)}.`)
  }
}

/** Where it is, and whether terminals find it. */
function placeText({ file, isOnPath }: CommandPlace, { home, platform }: CommandSurroundings): string {
  if (isOnPath) return `${file}\n\nIts folder is on PATH: new terminals find it.`
  const startFile = platform === 'darwin' ? '~/.zprofile' : '~/.profile'
  return `${file}\n\nIts folder is not on PATH here. If a new terminal does not find the command, add this line to ${startFile}:\n${pathLine(file, home)}`
}

async function ask(message: string, detail: string, act: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'ikigai',
    message,
    detail,
    buttons: [act, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

async function say(type: 'info' | 'warning' | 'error', message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type, title: 'ikigai', message, detail, buttons: ['OK'], noLink: true })
}

function commandFacts(): CommandSurroundings {
  const { platform } = process
  const command = app.isPackaged ? join(process.resourcesPath, 'app.asar.unpacked', 'command-line', 'ikigai') : null
  return {
    platform,
    home: homedir(),
    path: [...(process.env['PATH'] ?? '').split(delimiter), ...pathsOfTerminals(platform)],
    command: command !== null && existsSync(command) ? command : null,
    appImage: process.env['APPIMAGE'] ?? null,
  }
}

/** Apps of macOS are started with a shorter PATH than terminals have. */
function pathsOfTerminals(platform: NodeJS.Platform): readonly string[] {
  if (platform !== 'darwin') return []
  try {
    return readFileSync('/etc/paths', 'utf8').split('\n')
  } catch {
    return []
  }
}
